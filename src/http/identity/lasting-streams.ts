import type { ServerResponse } from 'node:http';
import { keyOf, type CallerKey, type Identified } from './identities.ts';
import { TOKENS_COUNT_WITHIN } from './tokens.ts';

interface LastingStream {
  readonly outgoing: ServerResponse;
  /** The caller for whom it was begun. */
  readonly key: CallerKey;
  readonly identify: () => Promise<Identified>;
}

/**
 * The open streams of a server. One whose caller is no longer who they were is ended, as at its end: their token was revoked, has
 * expired or may something else, or they came before any token was asked for. A client that begins the next stream is told why.
 */
export class LastingStreams {
  readonly #streams = new Set<LastingStream>();
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.#look().catch(onFailure), TOKENS_COUNT_WITHIN * 1000).unref();
  }

  /** Looks at a stream from now on, until what is returned is called. */
  add(stream: LastingStream): () => void {
    this.#streams.add(stream);
    return () => this.#streams.delete(stream);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** One after the other: each may cost a signature, and requests go on between. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (const stream of this.#streams) {
      if (await isOver(stream).catch(this.#onFailure)) stream.outgoing.end();
    }
    this.#isLooking = false;
  }
}

async function isOver({ key, identify }: LastingStream): Promise<boolean> {
  const { caller, refused } = await identify();
  // Where it cannot be told now, it may still be so.
  return caller === undefined ? refused.status !== 503 : keyOf(caller) !== key;
}
