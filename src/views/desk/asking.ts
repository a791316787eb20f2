import { useEffect, useRef, useState } from 'preact/hooks';
import type * as z from 'zod/mini';
import { told, type Told } from './desk-data.ts';
import type { Answered, Arguments, Host } from '../shared/host.ts';

/** The call beside which the view is shown. */
export interface Beside {
  readonly args: Arguments;
  readonly answered: Answered;
}

/** The chats that a person looks at. */
export interface Behind {
  readonly title: string;
  readonly args: Arguments;
  /** Their list, where it is at hand. */
  readonly known?: Answered;
}

/** A question to a tool. The same question is the same text, whoever writes it. */
export interface Question {
  readonly tool: string;
  readonly args: Arguments;
}

/** What came of a question. The answer to the one before stays until there is another. */
export interface Asked<Data> {
  readonly told?: Told<Data>;
  readonly svg?: string | undefined;
  /** Whether the answer to this question is still on its way. */
  readonly isAsking: boolean;
  /** Asks again, also where nothing has changed. */
  readonly again: () => void;
}

interface Kept<Data> {
  readonly key: string;
  readonly told: Told<Data>;
  readonly svg?: string | undefined;
}

/**
 * Asks a question whenever it becomes another one, and cancels the one before. `known` is its answer where that is at hand already;
 * undefined as a question asks nothing.
 */
export function useAsked<Data>(
  host: Host,
  question: Question | undefined,
  shape: z.ZodMiniType<Data>,
  known?: Answered,
): Asked<Data> {
  const [turn, setTurn] = useState(0);
  const [kept, setKept] = useState<Kept<Data>>();
  const answered = useRef('');
  const key = question === undefined ? '' : JSON.stringify(question);
  useEffect(() => {
    if (question === undefined) return undefined;
    const cancelling = new AbortController();
    const keep = (answer: Answered): void => {
      answered.current = `${key} ${turn}`;
      setKept({ key: answered.current, told: told(answer, shape), svg: answer.svg });
    };
    if (known !== undefined && turn === 0) {
      keep(known);
      return undefined;
    }
    void answerOf(host, question, cancelling.signal).then((answer) => {
      if (!cancelling.signal.aborted) keep(answer);
      return answer;
    });
    return () => cancelling.abort();
  }, [host, key, turn, known]);
  return {
    ...kept,
    isAsking: question !== undefined && kept?.key !== `${key} ${turn}`,
    again: () => setTurn(turn + 1),
  };
}

/** The answer, or what the person is told where there is none. */
async function answerOf(host: Host, { tool, args }: Question, signal: AbortSignal): Promise<Answered> {
  try {
    return await host.call(tool, args, signal);
  } catch (error) {
    const text = error instanceof Error ? error.message : 'The server cannot be reached.';
    return { text, isError: true, data: undefined };
  }
}
