import { CallNumbers, type CallLine, type ServedCall } from './calls.ts';

/** Lines are written together, so that no call waits for its own. */
const MILLIS_BETWEEN_WRITES = 1000;
/** The archive is away, and gets time to come back. */
const MILLIS_AFTER_FAILURE = 10_000;
/** The lines that wait for it. Each takes some hundred bytes. */
const MAX_WAITING = 20_000;

export interface CallBookOptions {
  /** Keeps lines in the archive. */
  readonly keep: (lines: readonly CallLine[]) => Promise<void>;
  /** Told why lines could not be written, once until they can be again. They are tried again. */
  readonly failed: (error: unknown) => void;
  /** Told how many calls have no line, because too many waited for the archive, or it was away at the end. */
  readonly lost: (calls: number) => void;
}

/**
 * Writes a line of each call that a process answers: at most once a second, all that have ended since. A process that is
 * killed loses those of its last second, and of the time for which the archive was away.
 */
export class CallBook {
  readonly #options: CallBookOptions;
  readonly #numbers = new CallNumbers();
  #waiting: CallLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #lost = 0;

  constructor(options: CallBookOptions) {
    this.#options = options;
  }

  /** Notes a call that has ended. */
  note(call: ServedCall): void {
    const line = this.#numbers.lineOf(call);
    if (this.#waiting.length >= MAX_WAITING) this.#lost += 1;
    else this.#waiting.push(line);
    this.#writeAfter(this.#isFailing ? MILLIS_AFTER_FAILURE : MILLIS_BETWEEN_WRITES);
  }

  /** Writes what is noted. What cannot be written is lost, and told. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
    clearTimeout(this.#timer);
    this.#lost += this.#waiting.length;
    this.#waiting = [];
    this.#tellLost();
  }

  #writeAfter(millis: number): void {
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#write();
    }, millis).unref();
  }

  async #write(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    try {
      if (lines.length > 0) await this.#options.keep(lines);
      this.#isFailing = false;
      this.#tellLost();
    } catch (error) {
      if (!this.#isFailing) this.#options.failed(error);
      this.#isFailing = true;
      const room = MAX_WAITING - this.#waiting.length;
      this.#lost += Math.max(0, lines.length - room);
      this.#waiting = [...lines.slice(0, room), ...this.#waiting];
    }
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writeAfter(this.#isFailing ? MILLIS_AFTER_FAILURE : MILLIS_BETWEEN_WRITES);
  }

  #tellLost(): void {
    if (this.#lost > 0) this.#options.lost(this.#lost);
    this.#lost = 0;
  }
}
