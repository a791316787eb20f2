import { ChartNotDrawn } from '../model/errors.ts';
import { seconds } from '../model/time/units.ts';
import type { Drawn, Job } from './job.ts';

/** Calls back after a while, unless what it returns is called before. */
export type After = (millis: number, work: () => void) => () => void;

/** What the thread is of a worker of Node.js. */
export interface Thread {
  postMessage(job: Job): void;
  on(event: 'message', listener: (drawn: Drawn) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  /** Keeps the process for as long as something is drawn, and no longer. */
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** Then the next chart starts another thread. */
const IDLE_MILLIS = 60_000;

/** The largest takes a second or two on a busy machine: then something is wrong with it. */
const PATIENCE_MILLIS = 30_000;

/** More would wait for longer than whoever asked for them. */
const MAX_WAITING = 50;

interface Waiting {
  readonly job: Job;
  readonly resolve: (drawn: Drawn) => void;
  readonly reject: (error: unknown) => void;
}

/** Draws one chart after the other in a thread that is there while there are any. */
export class DrawingThread {
  readonly #start: () => Thread;
  readonly #after: After;
  readonly #waiting: Waiting[] = [];
  #thread: Thread | undefined;
  #drawing: Waiting | undefined;
  #stopTimer = (): void => undefined;
  #isClosed = false;

  constructor(start: () => Thread, after: After) {
    this.#start = start;
    this.#after = after;
  }

  /** Draws in its turn. Throws ChartNotDrawn, and the reason of an aborted signal at once. */
  draw(job: Job, signal: AbortSignal): Promise<Drawn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#isClosed) return reject(new ChartNotDrawn('the server is closing', 'no'));
      if (this.#waiting.length >= MAX_WAITING) {
        return reject(new ChartNotDrawn('too many others are being drawn', { after: seconds(5) }));
      }
      const abort = (): void => {
        const place = this.#waiting.indexOf(waiting);
        if (place !== -1) this.#waiting.splice(place, 1);
        reject(signal.reason);
      };
      const settled = (): void => signal.removeEventListener('abort', abort);
      const waiting: Waiting = {
        job,
        resolve: (drawn) => {
          settled();
          resolve(drawn);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Ends the thread; whoever waits is told. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [this.#drawing, ...this.#waiting.splice(0)];
    this.#drawing = undefined;
    for (const one of waiting) one?.reject(new ChartNotDrawn('the server is closing', 'no'));
    await this.#end();
  }

  #next(): void {
    if (this.#drawing !== undefined) return;
    this.#stopTimer();
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#thread?.unref();
      if (this.#thread !== undefined) this.#stopTimer = this.#after(IDLE_MILLIS, () => void this.#end());
      return;
    }
    this.#drawing = next;
    try {
      const thread = (this.#thread ??= this.#started());
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(next.job);
      this.#stopTimer = this.#after(PATIENCE_MILLIS, () => this.#failed(thread, 'it took too long'));
    } catch (error) {
      this.#settle((one) => one.reject(new ChartNotDrawn('what draws it cannot be started', 'now', error)));
    }
  }

  #started(): Thread {
    const thread = this.#start();
    thread.on('message', (drawn) => {
      if (thread === this.#thread) this.#settle((one) => one.resolve(drawn));
    });
    thread.on('error', (error) => this.#failed(thread, 'what draws it failed', error));
    thread.on('exit', () => this.#failed(thread, 'what draws it ended', new Error('the thread ended by itself')));
    return thread;
  }

  /** Gives a thread up, and what it drew: the next chart starts another one. */
  #failed(
    thread: Thread,
    why: 'it took too long' | 'what draws it failed' | 'what draws it ended',
    cause?: unknown,
  ): void {
    if (thread !== this.#thread) return;
    void this.#end();
    this.#settle((one) => one.reject(new ChartNotDrawn(why, 'now', cause)));
  }

  #settle(settle: (one: Waiting) => void): void {
    const one = this.#drawing;
    this.#drawing = undefined;
    if (one !== undefined) settle(one);
    this.#next();
  }

  async #end(): Promise<void> {
    this.#stopTimer();
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}
