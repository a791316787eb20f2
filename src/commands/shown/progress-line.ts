import { CLEARED, columnsOf } from './terminal.ts';

/** The stream that progress is written to: standard error, or what stands in for it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const EVERY_MILLIS = 1000;

/** One line of a terminal that says what is going on, and since when. Elsewhere than on a terminal it says nothing. */
export class ProgressLine {
  readonly #stream: ProgressStream;
  readonly #begun = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #words: string;
  #isHidden: () => boolean = () => false;

  /** Shows words once they have lasted for a second; without any it waits for `says`. */
  constructor(stream: ProgressStream, words = '') {
    this.#stream = stream;
    this.#words = words;
    if (words !== '') this.#start();
  }

  /** Says something else from now on. */
  says(words: string): void {
    this.#words = words;
    this.#start();
    this.#write();
  }

  /** Keeps the line free while this is true, for a question that is open there. */
  hideWhile(isHidden: () => boolean): void {
    this.#isHidden = isHidden;
  }

  /** Leaves the line as it was before, until something else is said. */
  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!this.#isHidden()) this.#stream.write(CLEARED);
  }

  #start(): void {
    if (this.#stream.isTTY === true) this.#timer ??= setInterval(() => this.#write(), EVERY_MILLIS).unref();
  }

  #write(): void {
    if (this.#timer === undefined || this.#isHidden()) return;
    const since = Math.round((performance.now() - this.#begun) / 1000);
    // A line that fills the last column would make the terminal begin another one.
    this.#stream.write(`${CLEARED}${`${this.#words} … ${since} s`.slice(0, columnsOf(this.#stream) - 1)}`);
  }
}
