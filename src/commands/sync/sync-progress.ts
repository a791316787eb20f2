import type { Outcome, SyncEvents } from '../../archive/sync/sync-run.ts';
import type { Progress } from '../../model/progress.ts';
import { secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { ProgressLine, type ProgressStream } from '../shown/progress-line.ts';
import { counted } from '../../model/words/count.ts';
import { durationText } from '../../model/words/duration.ts';

/** Elsewhere than on a terminal a line about the part under way is written so often. */
const BETWEEN_LINES = 10_000;

/** Tells a person how a sync goes: one line that is rewritten on a terminal, lines elsewhere. */
export class SyncProgress implements SyncEvents {
  readonly #stream: ProgressStream;
  readonly #status: ProgressLine;
  readonly #clock: Clock;
  readonly #most: number;
  readonly #begun: EpochMillis;
  #requests = 0;
  /** The requests of the whole sync, about; 0 if they are not known. */
  #whole = 0;
  #lastTold = -Infinity;
  #isWatching = false;
  /** What a watch said of each part, which it does not repeat. */
  readonly #said = new Map<string, string>();

  /** The sync sends at most `requestsPerMinute`. */
  constructor(stream: ProgressStream, clock: Clock, requestsPerMinute: number) {
    this.#stream = stream;
    this.#status = new ProgressLine(stream);
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
    this.#says(words);
  }

  #says(words: string): void {
    this.#status.end();
    this.#lastTold = this.#clock();
    this.#stream.write(`${words}\n`);
  }

  begins(what: string, left = 0): void {
    this.#whole = left === 0 ? 0 : this.#requests + left;
    if (!this.#isWatching) this.#says(`Loading ${what}`);
  }

  spent(): void {
    this.#requests += 1;
  }

  progressed(progress: Progress): void {
    if (this.#isWatching) return;
    if (this.#stream.isTTY === true) this.#status.says(this.#words(progress));
    else if (this.#clock() - this.#lastTold >= BETWEEN_LINES) this.#says(this.#words(progress));
  }

  waits(why: string, wait: Seconds): void {
    this.#says(`${why} The sync continues in ${durationText(Math.max(1, wait))}.`);
  }

  ends(what: string, outcome: Outcome): void {
    const why = outcome.kind === 'read' ? outcome.flaw : outcome.why;
    if (!this.#isWatching || (why !== undefined && this.#said.get(what) !== why)) {
      this.#says(`${what}: ${why ?? 'loaded'}`);
    }
    if (why === undefined) this.#said.delete(what);
    else this.#said.set(what, why);
  }

  /** Leaves the line on the terminal. */
  close(): void {
    this.#status.end();
  }

  #words({ done, total = 0, what }: Progress): string {
    const part = total >= done && total > 0 ? `${done} of about ${total} ${what}` : `${done} ${what}`;
    // If it was too little, or is not known, the time left is that of the part under way.
    const left = this.#whole > this.#requests ? this.#whole - this.#requests : total - done;
    // A few requests in the first seconds are no rate that could last.
    const perMinute = Math.min(this.#most, (this.#requests / Math.max(1, this.elapsed)) * 60);
    const time = left > 0 && perMinute > 0 ? `, about ${durationText((left / perMinute) * 60)} left` : '';
    return `${part}, ${counted(this.#requests, 'request')}${time}`;
  }
}
