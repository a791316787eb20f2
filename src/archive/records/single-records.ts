import { ArchiveUnwritable, DeadlinePassed, RateLimited, RecordNotFound } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import type { RequestContext, Upstream } from '../../upstream/client.ts';
import { basisOfFailure } from '../walking/failed-reading.ts';
import { isRecent, type MaximumAges } from '../walking/freshness.ts';
import type { Lists } from '../walking/whole-lists.ts';
import type { AccountTables } from '../tables/tables.ts';
import type { OnceAmongAll } from '../sharing/once-among-all.ts';
import { sendRequest } from '../walking/send-request.ts';
import type { SharedWork } from '../sharing/shared-work.ts';
import type { Unkept } from './unkept.ts';

/** A record that the service gives by its id, with all that belongs to it. */
export interface SingleRecord<T> {
  readonly key: string;
  readonly what: string;
  readonly stored: () => Promise<Stored<T> | undefined>;
  /** Whether a record cannot change any more after it was fetched. */
  readonly isFinal: (record: T, fetchedAt: EpochMillis) => boolean;
  readonly fetch: (context: RequestContext) => Promise<T>;
  /** Keeps a record that the service was asked for at `fetchedAt`, unless a later one is there. */
  readonly keep: (record: T, fetchedAt: EpochMillis, now: EpochMillis) => Promise<void>;
  /** Throws RecordErased when it belongs to an erased visitor; what is kept is never one of these. */
  readonly refuseErased: (record: T) => Promise<void>;
  readonly unkept: Unkept<T>;
}

interface Stored<T> {
  readonly record: T;
  readonly fetchedAt: EpochMillis;
  readonly unkept?: ArchiveUnwritable;
}

/** A record and how old the look at it is. */
export interface Looked<T> {
  readonly record: T;
  readonly asOf: EpochMillis;
  /** Why the archive could not keep it, where that is so. */
  readonly unkept?: ArchiveUnwritable;
}

/** Throws why a record could not be kept, where what is done with it needs it to be at hand. */
export function refuseUnkept({ unkept }: Looked<unknown>): void {
  if (unkept !== undefined) throw unkept;
}

/** The places that records of one kind come from: what is kept, and the service. */
export interface RecordSources {
  readonly tables: AccountTables;
  readonly lists: Lists;
  readonly singles: SingleRecords;
  readonly upstream: Upstream;
  readonly maximumAges: MaximumAges;
  readonly clock: Clock;
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
   * Reads a record: a final one is never fetched twice, one that can change only when older than `maximumAge`. Throws
   * what upstream throws, and DeadlinePassed or RateLimited when it could not come in time.
   */
  async read<T>(single: SingleRecord<T>, maximumAge: Seconds, question: Question): Promise<Looked<T>> {
    await this.#keepLate(single);
    const known = await this.#latest(single);
    if (known !== undefined && this.#isFresh(known, single, maximumAge)) return lookedAt(known);
    const finished = await this.#fetch(single, known, question).catch((error: unknown) => {
      // What the service has no more is kept here. Else throws again what an older look cannot stand in for.
      const isGone = error instanceof RecordNotFound && known !== undefined;
      if (!isGone) basisOfFailure(error, known !== undefined);
      return false;
    });
    const now = finished ? await this.#latest(single) : known;
    if (now === undefined) {
      const wait = this.#work.waitOf(single.key);
      throw wait === undefined ? new DeadlinePassed() : new RateLimited(wait);
    }
    return lookedAt(now);
  }

  /** Keeps a record. One that the archive cannot take serves at least those who wait for it. */
  async #keep<T>(single: SingleRecord<T>, record: T, fetchedAt: EpochMillis): Promise<void> {
    try {
      await single.keep(record, fetchedAt, this.#clock());
      single.unkept.remove(single.key);
    } catch (error) {
      if (!(error instanceof ArchiveUnwritable)) throw error;
      await single.refuseErased(record);
      single.unkept.add(single.key, { record, fetchedAt, why: error });
    }
  }

  /** Keeps a record that the archive could not take before. */
  async #keepLate<T>(single: SingleRecord<T>): Promise<void> {
    const unkept = single.unkept.get(single.key);
    if (unkept === undefined) return;
    const stored = await this.#stored(single);
    if (stored === undefined || stored.fetchedAt < unkept.fetchedAt) {
      await this.#keep(single, unkept.record, unkept.fetchedAt);
    } else single.unkept.remove(single.key);
  }

  /** The latest look at a record, kept or not. */
  async #latest<T>(single: SingleRecord<T>): Promise<Stored<T> | undefined> {
    const stored = await this.#stored(single);
    const unkept = single.unkept.get(single.key);
    if (unkept === undefined || (stored !== undefined && stored.fetchedAt >= unkept.fetchedAt)) return stored;
    const { record, fetchedAt, why } = unkept;
    return { record, fetchedAt, unkept: why };
  }

  async #stored<T>(single: SingleRecord<T>): Promise<Stored<T> | undefined> {
    const stored = await single.stored();
    // One that has yet to be fetched was timed by a clock that was wrong.
    return stored !== undefined && stored.fetchedAt <= this.#clock() ? stored : undefined;
  }

  #isFresh<T>({ record, fetchedAt }: Stored<T>, { isFinal }: SingleRecord<T>, maximumAge: Seconds): boolean {
    return isFinal(record, fetchedAt) || isRecent(fetchedAt, maximumAge, this.#clock());
  }

  #fetch<T>(single: SingleRecord<T>, known: Stored<T> | undefined, question: Question): Promise<boolean> {
    return this.#once.join(
      {
        key: single.key,
        isLong: false,
        isDone: async () => (await this.#latest(single))?.fetchedAt !== known?.fetchedAt,
        run: async (work) => {
          const { answer, at } = await sendRequest(work, this.#clock, single.fetch);
          await this.#keep(single, answer, at);
          work.progressed({ done: 1, total: 1, what: single.what });
        },
      },
      question,
    );
  }
}

function lookedAt<T>({ record, fetchedAt, unkept }: Stored<T>): Looked<T> {
  return { record, asOf: fetchedAt, ...(unkept !== undefined && { unkept }) };
}
