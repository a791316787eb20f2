import { DeadlinePassed, RateLimited, RecordNotFound } from '../model/errors.ts';
import type { Question } from '../model/question.ts';
import type { Clock, EpochMillis, Seconds } from '../model/units.ts';
import type { RequestContext } from '../upstream/client.ts';
import { basisOfFailure } from './failure.ts';
import { isRecent } from './freshness.ts';
import type { OnceAmongAll } from './once-among-all.ts';
import { requestFor, type SharedWork } from './shared-work.ts';

/** A record that the service gives by its id, with all that belongs to it. */
export interface SingleRecord<T> {
  readonly key: string;
  readonly what: string;
  readonly stored: () => Promise<Stored<T> | undefined>;
  readonly fetch: (context: RequestContext) => Promise<T>;
  readonly keep: (record: T, fetchedAt: EpochMillis) => Promise<void>;
}

interface Stored<T> {
  readonly record: T;
  readonly fetchedAt: EpochMillis;
  /** Whether it cannot change any more. */
  readonly isFinal: boolean;
}

/** A record and how old the look at it is. */
export interface Looked<T> {
  readonly record: T;
  readonly asOf: EpochMillis;
}

/** Reads single records when they are not at hand, or may have changed. */
export class SingleRecords {
  readonly #work: SharedWork;
  readonly #once: OnceAmongAll;
  readonly #clock: Clock;

  constructor(work: SharedWork, once: OnceAmongAll, clock: Clock) {
    this.#work = work;
    this.#once = once;
    this.#clock = clock;
  }

  /**
   * Answers a record: a final one is never fetched twice, one that can change only when older than `maximumAge`.
   * Throws what upstream throws, and DeadlinePassed or RateLimited when it could not come in time.
   */
  async read<T>(single: SingleRecord<T>, maximumAge: Seconds, question: Question): Promise<Looked<T>> {
    const known = await this.#stored(single);
    if (known !== undefined && (known.isFinal || isRecent(known.fetchedAt, maximumAge, this.#clock()))) {
      return { record: known.record, asOf: known.fetchedAt };
    }
    const finished = await this.#fetch(single, known, question).catch((error: unknown) => {
      // What the service has no more is kept here. Else throws again what an older look cannot stand in for.
      const isGone = error instanceof RecordNotFound && known !== undefined;
      if (!isGone) basisOfFailure(error, known !== undefined);
      return false;
    });
    const now = finished ? await this.#stored(single) : known;
    if (now === undefined) {
      const wait = this.#work.waitOf(single.key);
      throw wait === undefined ? new DeadlinePassed() : new RateLimited(wait);
    }
    return { record: now.record, asOf: now.fetchedAt };
  }

  async #stored<T>(single: SingleRecord<T>): Promise<Stored<T> | undefined> {
    const stored = await single.stored();
    // One that has yet to be fetched was timed by a clock that was wrong.
    return stored !== undefined && stored.fetchedAt <= this.#clock() ? stored : undefined;
  }

  #fetch<T>(single: SingleRecord<T>, known: Stored<T> | undefined, question: Question): Promise<boolean> {
    return this.#once.join(
      {
        key: single.key,
        isLong: false,
        isDone: async () => (await this.#stored(single))?.fetchedAt !== known?.fetchedAt,
        run: async (work) => {
          let fetchedAt = this.#clock();
          const record = await requestFor(work, (context) =>
            single.fetch({
              ...context,
              onRequest: () => {
                // Not before its turn: it may have stood in line for long.
                fetchedAt = this.#clock();
                context.onRequest?.();
              },
            }),
          );
          await single.keep(record, fetchedAt);
          work.progressed({ done: 1, total: 1, what: single.what });
        },
      },
      question,
    );
  }
}
