import type { Basis } from '../../model/coverage.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { RequestContext } from '../../upstream/client.ts';
import type { Page } from '../../upstream/pages/pages-in-turn.ts';
import type { ListTable } from '../tables/changed-rows.ts';
import type { Tables } from '../tables/tables.ts';
import type { Records } from './unmet-rows.ts';
import type { Expectation } from './volume.ts';
import type { WalkScope } from './walk-log.ts';

/** A list to be walked from its first page to its end. */
export interface WalkPlan<Row> extends Records {
  /** Names the walk, among the running ones and in its log. */
  readonly key: string;
  /** The list whose pages are read. */
  readonly list: ListTable;
  /** The words for what is read, in a progress notice. */
  readonly what: string;
  readonly fetch: (page: number, context: RequestContext) => Promise<Page<Row>>;
  readonly idOf: (row: Row) => number;
  /** Grows from each row to those that came into the list after it. */
  readonly arrivalOf: (row: Row) => number | undefined;
  /** The moments between which rows may have come in, where something bounds that. */
  readonly span?: { readonly from: EpochMillis; readonly to: EpochMillis };
  /**
   * Estimates the rows that the walk will meet, where something tells: what was read before, or what it met since it
   * began.
   */
  readonly expect: (tables: Tables, startedAt: EpochMillis) => Promise<Expectation | undefined>;
  /** Stores some rows of a page, in the transaction that also writes how far the walk has come. */
  readonly store: (tables: Tables, rows: readonly Row[], seenAt: EpochMillis) => Promise<void>;
  /** Notes the coverage at the end, in the transaction that also ends the walk. */
  readonly cover: (tables: Tables, outcome: WalkOutcome) => Promise<void>;
  /** The ids of listed rows that belong to what is walked and were not seen since a moment. */
  readonly unseenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
  /** The chats that are walked, by which another question finds the walk when it runs or was interrupted. */
  readonly scope?: WalkScope;
}

/** The end of a walk. */
export interface WalkOutcome {
  /** The moment when the reading began: what arrived later may be missing. */
  readonly lookedAt: EpochMillis;
  readonly finishedAt: EpochMillis;
  readonly basis: Basis;
  readonly rejected: number;
}
