import { ArchiveUnwritable, DeadlinePassed, RateLimited, RecordNotFound } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import type { Asking } from '../reader/asking.ts';
import { errorOf } from '../reader/failure.ts';
import type { RecordEndpoint } from '../reader/needs.ts';
import type { Plans } from '../reader/plan.ts';
import type { Reader } from '../reader/reader.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { basisOfFailure } from '../walking/failed-reading.ts';
import { isRecent, type MaximumAges } from '../walking/freshness.ts';
import type { Lists } from '../walking/whole-lists.ts';
import type { RecordSource } from './record-source.ts';
import type { Unkept } from './unkept.ts';

/** A record that the service gives by its id, with all that belongs to it. */
export interface SingleRecord<T> {
  readonly source: RecordSource<T>;
  readonly id: number;
  readonly stored: () => Promise<Stored<T> | undefined>;
  /** Whether a record cannot change any more after it was fetched. */
  readonly isFinal: (record: T, fetchedAt: EpochMillis) => boolean;
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
export interface RecordPlaces {
  readonly tables: AccountTables;
  readonly lists: Lists;
  readonly singles: SingleRecords;
  readonly asking: Asking;
  readonly plans: Plans;
  readonly maximumAges: MaximumAges;
  readonly clock: Clock;
}

/** Reads single records when they are not at hand, or may have changed. */
export class SingleRecords {
  readonly #tables: AccountTables;
  readonly #asking: Asking;
  readonly #reader: Reader;
  readonly #clock: Clock;

  constructor(tables: AccountTables, asking: Asking, reader: Reader, clock: Clock) {
    this.#tables = tables;
    this.#asking = asking;
    this.#reader = reader;
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
    const outcome = await this.#fetch(single, question).catch((error: unknown) => {
      // What the service has no more is kept here. Else throws again what an older look cannot stand in for.
      const isGone = error instanceof RecordNotFound && known !== undefined;
      if (!isGone) basisOfFailure(error, known !== undefined);
      return { isRead: false };
    });
    const latest = outcome.isRead ? await this.#latest(single) : known;
    if (latest !== undefined) return lookedAt(latest);
    throw 'opensIn' in outcome ? new RateLimited(outcome.opensIn) : new DeadlinePassed();
  }

  async #fetch<T>(
    single: SingleRecord<T>,
    question: Question,
  ): Promise<{ readonly isRead: boolean; readonly opensIn?: Seconds }> {
    const { source, id } = single;
    try {
      const asked = await this.#asking.read({ kind: 'records', endpoint: source.endpoint, ids: [id] }, question);
      const failure = asked.refused.get(id);
      if (failure !== undefined && failure.kind !== 'unbelieved') throw errorOf(failure);
      return asked;
    } catch (error) {
      if (!(error instanceof ArchiveUnwritable)) throw error;
      return this.#fetchUnkept(single, error, question);
    }
  }

  /** A record that the archive cannot take serves at least those who wait for it. */
  async #fetchUnkept<T>(
    { source, id, refuseErased, unkept }: SingleRecord<T>,
    why: ArchiveUnwritable,
    question: Question,
  ): Promise<{ readonly isRead: boolean }> {
    const fetchedAt = this.#clock();
    const record = await this.#reader.readUnkept(source.endpoint, question, () => source.fetch(id, question.signal));
    await refuseErased(record);
    unkept.add(keyOf(source.endpoint, id), { record, fetchedAt, why });
    return { isRead: true };
  }

  /** Keeps a record that the archive could not take before. */
  async #keepLate<T>(single: SingleRecord<T>): Promise<void> {
    const { source, id, unkept } = single;
    const late = unkept.get(keyOf(source.endpoint, id));
    if (late === undefined) return;
    const stored = await this.#stored(single);
    try {
      if (stored === undefined || stored.fetchedAt < late.fetchedAt) {
        const keep = await source.keeping(late.record);
        await this.#tables.transaction((tables: Tables) => keep(tables, late.fetchedAt));
      }
      unkept.remove(keyOf(source.endpoint, id));
    } catch (error) {
      if (!(error instanceof ArchiveUnwritable)) throw error;
    }
  }

  /** The latest look at a record, kept or not. */
  async #latest<T>(single: SingleRecord<T>): Promise<Stored<T> | undefined> {
    const stored = await this.#stored(single);
    const unkept = single.unkept.get(keyOf(single.source.endpoint, single.id));
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
}

function keyOf(endpoint: RecordEndpoint, id: number): string {
  return `${endpoint} ${id}`;
}

function lookedAt<T>({ record, fetchedAt, unkept }: Stored<T>): Looked<T> {
  return { record, asOf: fetchedAt, ...(unkept !== undefined && { unkept }) };
}
