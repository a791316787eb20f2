import type { UtcDay } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Tables } from '../tables/tables.ts';
import type { ListWalk, WalkScope } from './list-walk.ts';
import type { DaysNeed, RecordEndpoint, RecordsNeed, WholeListName } from './needs.ts';

/** Keeps a record, as it was asked for at a moment. Throws RecordErased when it belongs to an erased visitor. */
export type KeepRecord = (tables: Tables, askedAt: EpochMillis) => Promise<void>;

/** What can be read for a desk: how each list and each record is read and kept, and what of it is at hand. */
export interface Sources {
  readonly walkOfDays: (scope: WalkScope) => ListWalk;
  readonly walkOfList: (list: WholeListName) => ListWalk;
  readonly readRecord: (endpoint: RecordEndpoint, id: number, signal: AbortSignal) => Promise<KeepRecord>;
  /** The days of a need that are to be read, each with its last look. */
  readonly daysDue: (need: DaysNeed) => Promise<ReadonlyMap<UtcDay, EpochMillis | undefined>>;
  /** When a list was read last; `fresh` where it need not be read again. */
  readonly listRead: (list: WholeListName) => Promise<EpochMillis | 'fresh' | undefined>;
  /** Those of some records that were not fetched since a moment. */
  readonly notFetchedSince: (need: RecordsNeed, moment: EpochMillis) => Promise<readonly number[]>;
}
