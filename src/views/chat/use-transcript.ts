import { useEffect, useMemo, useState } from 'preact/hooks';
import { dataOf, type Message, type Transcript } from '../answers.ts';
import type { Answered, Arguments, Host } from '../host.ts';
import { answerOf } from '../use-tool.ts';

/** As many messages as are drawn in one go: between them the page answers to whoever uses it. */
const MESSAGES_A_PART = 200;

/** A chat as far as it is loaded. */
export interface LoadedTranscript {
  /** What the first answer says of the chat. */
  readonly head: Transcript;
  /** The messages, in parts that never change. */
  readonly parts: readonly (readonly Message[])[];
  /** How many messages the chat has in all. */
  readonly total: number;
  /** Whether more come when they are asked for. */
  readonly goesOn: boolean;
}

interface State {
  readonly loaded?: LoadedTranscript;
  readonly isLoading: boolean;
  /** Why nothing, or no more, could be loaded, and whether asking again can help. */
  readonly failure?: { readonly words: string; readonly canHelp: boolean } | undefined;
}

export interface TranscriptLoading extends State {
  /** Loads more, until the message at a place is there; without one, the next few thousand. */
  readonly more: (place?: number) => Promise<void>;
}

/** Loads a chat: from the answer that is there already, where it begins with the first message, else by asking. `args` are those of get_chat_transcript. */
export function useTranscript(host: Host, args: Arguments, answered?: Answered): TranscriptLoading {
  const [state, setState] = useState<State>({ isLoading: true });
  const walk = useMemo(() => new Walk(host, args, setState), []);
  useEffect(() => {
    const isWhole = args['cursor'] === undefined && (answered?.data !== undefined || answered?.isError === true);
    void walk.more(0, isWhole ? answered : undefined);
    return () => walk.stop();
  }, [walk]);
  return { ...state, more: (place) => walk.more(place) };
}

/** The way through the answers about one chat. */
class Walk {
  readonly #host: Host;
  readonly #args: Arguments;
  readonly #told: (state: State) => void;
  readonly #stopped = new AbortController();
  #state: State = { isLoading: true };
  #cursor: string | undefined;
  #loading: Promise<void> | undefined;

  constructor(host: Host, { cursor: _, ...args }: Arguments, told: (state: State) => void) {
    [this.#host, this.#args, this.#told] = [host, args, told];
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Loads until the message at a place is there, or nothing comes. Whoever asks while something is being loaded waits for that. */
  async more(place = 0, given?: Answered): Promise<void> {
    let before: number;
    do {
      before = this.#count();
      this.#loading ??= this.#load(given).finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    } while (before < this.#count() && this.#count() <= place);
  }

  #count(): number {
    return this.#state.loaded?.parts.reduce((sum, part) => sum + part.length, 0) ?? 0;
  }

  async #load(given: Answered | undefined): Promise<void> {
    if (this.#state.loaded?.goesOn === false) return;
    const { signal } = this.#stopped;
    this.#tell({ isLoading: true, failure: undefined });
    const args = { ...this.#args, ...(this.#cursor !== undefined && { cursor: this.#cursor }) };
    const answered = given ?? (await answerOf(this.#host, 'get_chat_transcript', args, signal));
    const data = answered.isError ? undefined : dataOf('get_chat_transcript', answered);
    if (data !== undefined) await this.#append(data);
    const failure = data === undefined ? { words: answered.text, canHelp: answered.isFinal !== true } : undefined;
    this.#tell({ isLoading: false, failure });
  }

  async #append({ messages, from_character: from, next_cursor: next, ...rest }: Transcript): Promise<void> {
    this.#cursor = next;
    const data = { messages, ...rest };
    const { head = data, parts: earlier = [] } = this.#state.loaded ?? {};
    const parts = [...earlier];
    const [last, [first]] = [parts.at(-1), messages];
    const goesOnText = from !== undefined && first !== undefined && last !== undefined;
    if (goesOnText)
      parts[parts.length - 1] = [...last.slice(0, -1), { ...first, text: `${last.at(-1)?.text ?? ''}${first.text}` }];
    const added = goesOnText ? messages.slice(1) : messages;
    const total = Object.values(rest.digest.messages).reduce((sum, count) => sum + count, 0);
    for (let place = 0; place === 0 || place < added.length; place += MESSAGES_A_PART) {
      if (added.length > 0) parts.push(added.slice(place, place + MESSAGES_A_PART));
      this.#tell({ loaded: { head, parts: [...parts], total, goesOn: next !== undefined } });
      await new Promise((resolve) => setTimeout(resolve));
      if (this.#stopped.signal.aborted) return;
    }
  }

  #tell(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    if (!this.#stopped.signal.aborted) this.#told(this.#state);
  }
}
