import { useEffect, useRef, useState } from 'preact/hooks';
import { dataOf, type Answers, type ToolName } from './answers.ts';
import type { Answered, Arguments, Host } from './host.ts';

/** What came of a question. The data of the one before stay until there are others. */
export interface Told<Data> {
  readonly data?: Data | undefined;
  readonly svg?: string | undefined;
  /** Why there are no data, or none newer than these. */
  readonly failure?: Failure | undefined;
  /** Whether the answer to this question is still on its way. */
  readonly isAsking: boolean;
  /** Asks again, also where nothing has changed. */
  readonly again: () => void;
}

interface Failure {
  readonly words: string;
  /** Asking again will not help. */
  readonly isFinal?: boolean | undefined;
  /** Nobody answered. */
  readonly isAway?: boolean | undefined;
}

interface Kept<Name extends ToolName> {
  readonly key: string;
  readonly data: Answers[Name] | undefined;
  readonly svg: string | undefined;
  readonly failure: Failure | undefined;
}

/**
 * Calls a tool whenever the arguments become others, and cancels the call before. `known` is its answer where that is at hand already;
 * without arguments nothing is asked.
 */
export function useTool<Name extends ToolName>(
  host: Host,
  tool: Name,
  args: Arguments | undefined,
  known?: Answered,
): Told<Answers[Name]> {
  const [turn, setTurn] = useState(0);
  const [kept, setKept] = useState<Kept<Name>>();
  const last = useRef<Kept<Name> | undefined>(undefined);
  const key = args === undefined ? '' : `${JSON.stringify(args)} ${turn}`;
  useEffect(() => {
    if (args === undefined) return undefined;
    const cancelling = new AbortController();
    const keep = (answered: Answered): void => {
      if (cancelling.signal.aborted) return;
      const data = answered.isError ? undefined : dataOf(tool, answered);
      const { svg } = data === undefined ? (last.current ?? {}) : answered;
      const { text: words, isFinal, isAway } = answered;
      const failure = data === undefined ? { words, isFinal, isAway } : undefined;
      last.current = { key, data: data ?? last.current?.data, svg, failure };
      setKept(last.current);
    };
    if (known !== undefined && turn === 0) keep(known);
    else void answerOf(host, tool, args, cancelling.signal).then(keep);
    return () => cancelling.abort();
  }, [host, key, known]);
  return { ...kept, isAsking: args !== undefined && kept?.key !== key, again: () => setTurn((now) => now + 1) };
}

/** The answer, or the message in its place. */
export async function answerOf(host: Host, tool: ToolName, args: Arguments, signal?: AbortSignal): Promise<Answered> {
  try {
    return await host.call(tool, args, signal);
  } catch (error) {
    const text = error instanceof Error ? error.message : 'The server cannot be reached.';
    return { text, isError: true, isAway: true, data: undefined };
  }
}
