import type { Outcome, SyncEvents } from '../../archive/sync/sync-run.ts';
import type { Progress } from '../../model/progress.ts';
import { secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { ProgressStream } from '../shown/progress-line.ts';
import { CLEARED } from '../shown/terminal.ts';
import { durationText } from '../../model/words/duration.ts';

/** The least milliseconds until a line is rewritten; elsewhere than in a terminal, until another one is written. */
const BETWEEN_BARS = 100;
const BETWEEN_LINES = 10_000;
/** While nothing but a watch goes on. */
const BETWEEN_WATCH_LINES = 600_000;

const BAR_WIDTH = 20;
const RATE_MILLIS = 60_000;

/** Tells a person how a sync goes: a bar that is rewritten in a terminal, lines elsewhere. */
export class SyncProgress implements SyncEvents {
  readonly #stream: ProgressStream;
  readonly #clock: Clock;
  readonly #most: number;
  #requests = 0;
  /** The requests that the whole of it takes, about; 0 where that is not known. */
  #whole = 0;
  /** The times of the requests of the last minute. */
  readonly #recent: EpochMillis[] = [];
  readonly #begun: EpochMillis;
  #lastTold = -Infinity;
  #isWatching = false;
  /** The words of a watch on each part, which it does not repeat. */
  readonly #said = new Map<string, string>();

  /** It asks for at most `requestsPerMinute`. */
  constructor(stream: ProgressStream, clock: Clock, requestsPerMinute: number) {
    this.#stream = stream;
    this.#most = requestsPerMinute;
    this.#clock = clock;
    this.#begun = clock();
  }

  /** The upstream requests until now. */
  get requests(): number {
    return this.#requests;
  }

  get elapsed(): Seconds {
    return secondsBetween(this.#begun, this.#clock());
  }

  /** From now on only what is new is told. */
  watch(words: string): void {
    this.#isWatching = true;
    this.#line(words);
  }

  begins(what: string, left = 0): void {
    this.#whole = left === 0 ? 0 : this.#requests + left;
    if (!this.#isWatching) this.#line(`Reading ${what}`);
  }

  spent(): void {
    this.#requests += 1;
    this.#recent.push(this.#clock());
  }

  progressed(progress: Progress): void {
    const since = this.#clock() - this.#lastTold;
    if (this.#stream.isTTY === true) {
      if (since >= BETWEEN_BARS) this.#bar(progress);
    } else if (since >= (this.#isWatching ? BETWEEN_WATCH_LINES : BETWEEN_LINES)) {
      this.#line(this.#words(progress));
    }
  }

  waits(why: string, wait: Seconds): void {
    this.#line(`${why} It goes on in ${durationText(Math.max(1, wait))}.`);
  }

  ends(what: string, outcome: Outcome): void {
    const why = outcome.kind === 'read' ? outcome.flaw : outcome.why;
    const words = why === undefined ? `${what}: at hand` : `${what}: ${why}`;
    if (!this.#isWatching || (why !== undefined && this.#said.get(what) !== why)) this.#line(words);
    if (why === undefined) this.#said.delete(what);
    else this.#said.set(what, why);
  }

  /** Leaves the line of the bar. */
  close(): void {
    if (this.#stream.isTTY === true) this.#stream.write(CLEARED);
  }

  #line(words: string): void {
    this.#lastTold = this.#clock();
    this.#stream.write(this.#stream.isTTY === true ? `${CLEARED}${words}\n` : `${words}\n`);
  }

  #bar(progress: Progress): void {
    this.#lastTold = this.#clock();
    const { done, total } = this.#wholeOf(progress);
    const filled = total < done || total === 0 ? 0 : Math.floor((BAR_WIDTH * done) / total);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
    // One that fills the last column would make the terminal begin another line.
    const width = (this.#stream.columns ?? 80) - 1;
    this.#stream.write(`${CLEARED}${`${bar} ${this.#words(progress)}`.slice(0, width)}`);
  }

  #words(progress: Progress): string {
    const { done, total, what } = progress;
    const perMinute = this.#perMinute();
    const whole = this.#wholeOf(progress);
    const left = whole.total > 0 && whole.total >= whole.done && perMinute > 0 ? whole.total - whole.done : undefined;
    return [
      total !== undefined && total >= done ? `${done} of about ${total} ${what}` : `${done} ${what}`,
      `${this.#requests}${this.#whole > this.#requests ? ` of about ${this.#whole}` : ''} ${this.#requests === 1 && this.#whole <= 1 ? 'request' : 'requests'}`,
      `${Math.round(perMinute)} a minute`,
      ...(left === undefined ? [] : [`about ${durationText((left / perMinute) * 60)} left`]),
    ].join(', ');
  }

  /** How far all of it is, in requests; the part under way where it is not known how much all is, or where that was too little. */
  #wholeOf({ done, total = 0 }: Progress): { readonly done: number; readonly total: number } {
    return this.#whole > this.#requests ? { done: this.#requests, total: this.#whole } : { done, total };
  }

  #perMinute(): number {
    const now = this.#clock();
    while ((this.#recent[0] ?? now) <= now - RATE_MILLIS) this.#recent.shift();
    const millis = Math.min(RATE_MILLIS, Math.max(now - this.#begun, 1000));
    // A few requests in the first seconds are no rate that could last.
    return Math.min(this.#most, (this.#recent.length / millis) * RATE_MILLIS);
  }
}
