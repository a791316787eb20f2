import { CLEARED } from './terminal.ts';

/** The stream that progress is written to: standard error, or what stands in for it. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}
const EVERY_MILLIS = 1000;

/** A line of a terminal that says what is waited for, and since when. Elsewhere than on a terminal it says nothing. */
export class ProgressLine {
  readonly #stream: ProgressStream;
  readonly #begun = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #words: string;
  #isHidden: () => boolean = () => false;

  constructor(stream: ProgressStream, words: string) {
    this.#stream = stream;
    this.#words = words;
    if (stream.isTTY === true) this.#timer = setInterval(() => this.#write(), EVERY_MILLIS).unref();
  }

  /** Says something else from now on. */
  says(words: string): void {
    this.#words = words;
    this.#write();
  }

  /** Keeps the line free while this is true, for a question that is open there. */
  hideWhile(isHidden: () => boolean): void {
    this.#isHidden = isHidden;
  }

  /** Leaves the line as it was before. */
  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!this.#isHidden()) this.#stream.write(CLEARED);
  }

  #write(): void {
    if (this.#timer === undefined || this.#isHidden()) return;
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    // One that fills the last column would make the terminal begin another line.
    const width = (this.#stream.columns ?? 80) - 1;
    this.#stream.write(`${CLEARED}${`${this.#words} … ${seconds} s`.slice(0, width)}`);
  }
}
