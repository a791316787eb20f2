import { ChartNotDrawn } from '../../model/errors.ts';
import { seconds } from '../../model/time/units.ts';
import type { Chart } from '../chart.ts';
import type { Tone } from '../drawing.ts';

/** A picture that the thread is to draw, one at a time. */
export interface Job {
  readonly chart: Chart;
  readonly tone: Tone;
}

/** What the thread is of a worker of Node.js. */
export interface Thread {
  postMessage(job: Job): void;
  on(event: 'message', listener: (png: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  /** Keeps the process for as long as something is drawn, and no longer. */
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** Anything slower is broken: a picture takes well under a second. */
const PATIENCE_MILLIS = 30_000;

/** More would wait for longer than their callers do. */
const MAX_WAITING = 50;

/** Draws one picture after the other in a thread that the first one starts, and that is kept: it has loaded what draws, and the font. */
export class PngThread {
  readonly #start: () => Thread;
  #thread: Thread | undefined;
  #drawing: PromiseWithResolvers<Uint8Array> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(start: () => Thread) {
    this.#start = start;
  }

  /** Draws in its turn. Throws ChartNotDrawn, and the reason of an aborted signal at once. */
  async draw(job: Job, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    if (this.#waiting > MAX_WAITING) {
      throw new ChartNotDrawn('too many others are being drawn', { after: seconds(5) });
    }
    this.#waiting += 1;
    const drawn = this.#turn.then(() => this.#drawn(job, signal)).finally(() => (this.#waiting -= 1));
    this.#turn = drawn.catch(() => undefined);
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([drawn, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Ends the thread. What is being drawn, or waits for it, fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    this.#thread = undefined;
    this.#drawing?.reject(new ChartNotDrawn('the server is closing', 'no'));
    await thread?.terminate();
  }

  async #drawn(job: Job, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new ChartNotDrawn('the server is closing', 'no');
    const drawing = (this.#drawing = Promise.withResolvers());
    const thread = this.#running();
    const timer = setTimeout(() => this.#failed(thread, new ChartNotDrawn('it took too long')), PATIENCE_MILLIS);
    try {
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(job);
      return await drawing.promise;
    } finally {
      clearTimeout(timer);
      thread.unref();
    }
  }

  #running(): Thread {
    if (this.#thread !== undefined) return this.#thread;
    try {
      const thread = this.#start();
      thread.on('message', (png) => {
        if (thread === this.#thread) this.#drawing?.resolve(png);
      });
      thread.on('error', (error) => this.#failed(thread, new ChartNotDrawn('what draws it failed', 'now', error)));
      thread.on('exit', () => {
        const cause = new Error('the thread ended by itself');
        this.#failed(thread, new ChartNotDrawn('what draws it ended', 'now', cause));
      });
      return (this.#thread = thread);
    } catch (error) {
      throw new ChartNotDrawn('what draws it cannot be started', 'now', error);
    }
  }

  /** Gives a thread up, and what it drew: the next picture starts another one. */
  #failed(thread: Thread, why: ChartNotDrawn): void {
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    void thread.terminate();
    this.#drawing?.reject(why);
  }
}
