import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Answered, Arguments, Host } from '../host.ts';
import { dataOf, type Message, type Transcript } from '../answers.ts';
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

interface Failure {
  readonly words: string;
  /** Whether asking again can help. */
  readonly canHelp: boolean;
}

export interface TranscriptLoading {
  readonly loaded: LoadedTranscript | undefined;
  readonly isLoading: boolean;
  /** Why nothing, or no more, could be loaded. */
  readonly failure: Failure | undefined;
  /** Loads more, until the message at a place is there; without one, the next few thousand. */
  readonly more: (place?: number) => Promise<void>;
}

/** Loads a chat: from the answer that is there already, where it begins with the first message, else by asking. `args` are those of get_chat_transcript. */
export function useTranscript(host: Host, args: Arguments, answered?: Answered): TranscriptLoading {
  const { cursor: _, ...whole } = args;
  const key = JSON.stringify(whole);
  const [loaded, setLoaded] = useState<LoadedTranscript>();
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const walk = useMemo(() => new Walk(host, whole, { setLoaded, setLoading, setFailure }), [host, key]);
  const first = useRef(answered);
  first.current = args['cursor'] === undefined ? answered : undefined;
  useEffect(() => {
    void walk.start(first.current);
    return () => walk.stop();
  }, [walk]);
  return { loaded, isLoading, failure, more: (place) => walk.more(place) };
}

interface Told {
  readonly setLoaded: (loaded: LoadedTranscript) => void;
  readonly setLoading: (isLoading: boolean) => void;
  readonly setFailure: (failure: Failure | undefined) => void;
}

/** The way through the answers about one chat. */
class Walk {
  readonly #host: Host;
  readonly #args: Arguments;
  readonly #told: Told;
  readonly #stopped = new AbortController();
  #loaded: LoadedTranscript | undefined;
  #cursor: string | undefined;
  #loading: Promise<void> | undefined;

  constructor(host: Host, args: Arguments, told: Told) {
    this.#host = host;
    this.#args = args;
    this.#told = told;
  }

  async start(answered: Answered | undefined): Promise<void> {
    await this.#alone(() =>
      this.#take(answered?.data === undefined && answered?.isError !== true ? undefined : answered),
    );
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Loads until the message at a place is there, or nothing comes. */
  async more(place = 0): Promise<void> {
    do {
      const before = this.#count();
      await this.#alone(() => this.#take(undefined));
      if (this.#count() === before) return;
    } while (this.#count() <= place);
  }

  #count(): number {
    return this.#loaded?.parts.reduce((sum, part) => sum + part.length, 0) ?? 0;
  }

  /** Whoever asks while something is being loaded waits for that. */
  async #alone(load: () => Promise<void>): Promise<void> {
    this.#told.setLoading(true);
    this.#loading ??= load().finally(() => {
      this.#loading = undefined;
      if (!this.#stopped.signal.aborted) this.#told.setLoading(false);
    });
    await this.#loading;
  }

  async #take(given: Answered | undefined): Promise<void> {
    if (this.#loaded !== undefined && !this.#loaded.goesOn) return;
    const { signal } = this.#stopped;
    this.#told.setFailure(undefined);
    const args = { ...this.#args, ...(this.#cursor !== undefined && { cursor: this.#cursor }) };
    const answered = given ?? (await answerOf(this.#host, 'get_chat_transcript', args, signal));
    if (signal.aborted) return;
    const read = answered.isError ? undefined : dataOf('get_chat_transcript', answered);
    if (read !== undefined) return this.#append(read, signal);
    this.#told.setFailure({ words: answered.text, canHelp: answered.isFinal !== true });
  }

  async #append(data: Transcript, signal: AbortSignal): Promise<void> {
    const { messages, digest, next_cursor: next, from_character: from } = data;
    this.#cursor = next;
    const { head = data, parts: earlier = [] } = this.#loaded ?? {};
    const parts = [...earlier];
    let rest = messages;
    const last = parts.at(-1);
    const [first] = messages;
    if (from !== undefined && first !== undefined && last !== undefined) {
      // Its text goes on from the answer before.
      const begun = last.at(-1);
      parts[parts.length - 1] = [...last.slice(0, -1), { ...first, text: `${begun?.text ?? ''}${first.text}` }];
      rest = messages.slice(1);
    }
    const total = Object.values(digest.messages).reduce((sum, count) => sum + count, 0);
    for (let place = 0; place === 0 || place < rest.length; place += MESSAGES_A_PART) {
      if (rest.length > 0) parts.push(rest.slice(place, place + MESSAGES_A_PART));
      this.#loaded = { head, parts: [...parts], total, goesOn: next !== undefined };
      this.#told.setLoaded(this.#loaded);
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return;
    }
  }
}
