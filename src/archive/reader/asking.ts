import { UpstreamBusy, UpstreamUnavailable, WrongCredentials } from '../../model/errors.ts';
import type { Progress, Question } from '../../model/progress.ts';
import { seconds, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { AccountTables } from '../tables/tables.ts';
import { errorOf, type Failure } from './failure.ts';
import type { Need } from './needs.ts';
import type { Reader } from './reader.ts';
import { storedStanding } from './state.ts';
import { addWant, faresOf, keepWant, type Fares } from './wants.ts';

/** How often it is looked whether another process has read something, in milliseconds. */
const LOOK_EVERY = 250;
/** How often it is said that somebody still waits, in milliseconds. */
const KEEP_EVERY = 30_000;
/** How often it is told how far reading has come, in milliseconds: to find that out takes a while. */
const PROGRESS_EVERY = 1000;
/** More questions wait for nothing. */
const MAX_WAITING = 100;

/** A moment that is farther away was written before the machine's steady clock began anew. */
const LONGEST_OUTAGE = 15 * 60_000;

/** What came of asking for a need. */
export interface Asked {
  /** Whether all of it was read and believed before the deadline. */
  readonly isRead: boolean;
  /** The time for which nothing more can be read, where it was that which ended the wait. */
  readonly opensIn?: Seconds;
  /** The records that the service does not give, and why. */
  readonly refused: ReadonlyMap<number, Failure>;
  /** Whether it was given up, because nothing can be read. */
  readonly isHopeless?: boolean;
}

type IsHopeless = (refused: ReadonlyMap<number, Failure>, requests: number) => boolean;

/** What ends a wait, besides its end. */
interface Bounds {
  readonly outOfTime: AbortSignal;
  readonly waitsUntil: number;
  readonly isHopeless: IsHopeless;
}

interface AskingOptions {
  readonly tables: AccountTables;
  readonly reader: Reader;
  readonly clock: Clock;
  /** Steady milliseconds that all processes on the archive count alike. */
  readonly now: () => number;
  readonly progressOf: (need: Need, requests: number) => Promise<Progress | undefined>;
}

/** Asks the reader of the desk, in whichever process, for what questions need. */
export class Asking {
  readonly #options: AskingOptions;
  readonly #startedAt: EpochMillis;
  /** Questions whose deadline came. A timer may be a little ahead of the clock. */
  readonly #outOfTime = new WeakSet<Question>();
  #waiting = 0;

  constructor(options: AskingOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
  }

  /** The questions of this process that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Has read what a question needs, until its deadline. What is missing then is read on behind the answer. Ends early where
   * the service allows no request before the deadline. Throws why nothing could be read, ArchiveUnusable, and the reason of
   * an aborted signal. `isHopeless` tells by the records that were refused, and the requests, whether to end early, too.
   */
  async read(need: Need, question: Question, isHopeless: IsHopeless = () => false): Promise<Asked> {
    const { tables, reader, clock, now } = this.#options;
    question.signal.throwIfAborted();
    // Else a question of many parts would leave each of them to be read behind its answer.
    if (this.#outOfTime.has(question) || clock() >= question.deadline) return { isRead: false, refused: new Map() };
    await this.#refuseInVain();
    if (this.#waiting >= MAX_WAITING) throw new UpstreamBusy();
    const outOfTime = new AbortController();
    const timer = setTimeout(
      () => {
        this.#outOfTime.add(question);
        outOfTime.abort();
      },
      Math.max(0, question.deadline - clock()),
    );
    const waitsUntil = now() + Math.max(0, question.deadline - clock());
    const { priority = 'person', atMost: perMinute } = question;
    const wanted = { need, priority, perMinute, askedAt: clock(), waitsUntil };
    const want = await tables.transaction((open) => addWant(open, wanted, now()));
    this.#waiting += 1;
    let isReadOn = false;
    try {
      reader.wake();
      const asked = await this.#wait(want, need, question, { outOfTime: outOfTime.signal, waitsUntil, isHopeless });
      isReadOn = !asked.isRead && asked.isHopeless !== true && priority !== 'ahead';
      return asked;
    } finally {
      this.#waiting -= 1;
      clearTimeout(timer);
      // Where it cannot be written, it ends by itself.
      await tables
        .transaction((open) => (isReadOn ? keepWant(open, want, now(), true) : open.removeWants([want])))
        .catch(() => undefined);
      reader.wake();
    }
  }

  /** Whether the service has refused the login: to this process, or to another one since this one began. */
  async isLoginRefused(): Promise<boolean> {
    const { tables, reader } = this.#options;
    if (reader.isLoginRefused || reader.wasLetIn) return reader.isLoginRefused;
    const { trouble } = await storedStanding(tables);
    return trouble?.failure.kind === 'credentials' && trouble.at >= this.#startedAt;
  }

  async #wait(
    want: string,
    need: Need,
    question: Question,
    { outOfTime, waitsUntil, isHopeless }: Bounds,
  ): Promise<Asked> {
    const { tables, reader, clock, now } = this.#options;
    const signal = AbortSignal.any([question.signal, outOfTime]);
    const faults = reader.fault.count;
    let fares: Fares = { requests: 0, opensAt: undefined, refused: new Map(), end: undefined };
    let keptAt = now();
    let toldAt = -Infinity;
    for (;;) {
      const heard = reader.stored.rings;
      const isOver = outOfTime.aborted || clock() >= question.deadline;
      const latest = await faresOf(tables, want);
      // A process that slept may find that nobody believed it to be waiting any more.
      if (latest === undefined) return { isRead: false, refused: fares.refused };
      const isProgress = latest.requests > fares.requests;
      for (let spent = fares.requests; spent < latest.requests; spent += 1) question.spent();
      question.signal.throwIfAborted();
      fares = latest;
      const { requests, opensAt, refused, end } = fares;
      if (end?.kind === 'served') return { isRead: true, refused };
      if (end?.kind === 'unbelieved') return { isRead: false, refused };
      if (end !== undefined) throw errorOf(end);
      if (reader.fault.count > faults) throw reader.fault.error;
      if (isProgress && now() - toldAt >= PROGRESS_EVERY) {
        toldAt = now();
        const progress = await this.#options.progressOf(need, requests);
        if (progress !== undefined) question.progressed(progress);
      }
      if (isHopeless(refused, requests)) return { isRead: false, isHopeless: true, refused };
      if (isOver) return { isRead: false, refused };
      if (opensAt !== undefined && opensAt > waitsUntil) {
        return { isRead: false, opensIn: seconds(Math.max(0, opensAt - now()) / 1000), refused };
      }
      if (now() - keptAt > KEEP_EVERY) {
        keptAt = now();
        await tables.transaction((open) => keepWant(open, want, now()));
      }
      await reader.stored.wait(LOOK_EVERY, heard, signal);
    }
  }

  /** Throws where asking would be in vain: the login is refused, or the service was away a moment ago. */
  async #refuseInVain(): Promise<void> {
    const { tables, now } = this.#options;
    if (await this.isLoginRefused()) throw new WrongCredentials();
    const { awayUntil } = await storedStanding(tables);
    const left = awayUntil - now();
    if (left > 0 && left < LONGEST_OUTAGE) throw new UpstreamUnavailable(undefined, seconds(left / 1000));
  }
}
