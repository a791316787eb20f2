import type { Basis } from '../../model/coverage.ts';
import { AgentId } from '../../model/ids.ts';
import { parseUtcDay, type DayRange } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Page } from '../../upstream/client.ts';
import type { ListTable } from '../tables/changed-rows.ts';
import type { Tables } from '../tables/tables.ts';
import type { Look } from './walk/look.ts';

/** A run of days of chats, of all agents (0) or of one, that is asked for with so many days more. */
export interface WalkScope extends DayRange {
  readonly agentId: AgentId | 0;
  readonly margin: number;
}

/** The number of rows that a walk is expected to meet. */
export interface Expectation {
  readonly rows: number;
  /** Whether it was counted, and does not rest on what other days have. */
  readonly isCounted: boolean;
  readonly basis: 'learned' | 'guess';
}

/** The end of a walk. */
export interface WalkOutcome {
  /** The moment when the reading that counts began: what arrived later may be missing. */
  readonly lookedAt: EpochMillis;
  readonly finishedAt: EpochMillis;
  readonly basis: Basis;
  readonly rejected: number;
}

/** A page as it was read: its look, but for when that was, and what keeps its rows. */
export interface ReadPage extends Pick<Look, 'rows' | 'rejected' | 'end'> {
  readonly store: (tables: Tables, seenAt: EpochMillis) => Promise<void>;
}

/** A list to be walked from its first page to its end. */
export interface ListWalk {
  /** Names the walk, in its log and among those that run. */
  readonly key: string;
  /** The list whose pages are read: the endpoint of the requests, too. */
  readonly list: ListTable;
  /** The chats that are walked. */
  readonly scope?: WalkScope;
  /** The moments between which rows may have come in, where something bounds that. */
  readonly span?: { readonly from: EpochMillis; readonly to: EpochMillis };
  /** Estimates the rows that the walk will meet: by what was read before, or what it met since it began. */
  readonly expect: (tables: Tables, startedAt: EpochMillis) => Promise<Expectation | undefined>;
  readonly read: (page: number, signal: AbortSignal) => Promise<ReadPage>;
  /** Notes the coverage at the end. */
  readonly cover: (tables: Tables, outcome: WalkOutcome) => Promise<void>;
  /** The ids of listed rows that belong to what is walked and were not seen since a moment. */
  readonly unseenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
}

/** What is known of the rows of a list: the rest follows. */
interface Rows<Row> {
  readonly idOf: (row: Row) => number;
  /** Grows from each row to those that came into the list after it. */
  readonly arrivalOf: (row: Row) => number | undefined;
  readonly store: (tables: Tables, rows: readonly Row[], seenAt: EpochMillis) => Promise<void>;
}

/** Makes a look of a page of the service, with what keeps its rows. */
export function readPage<Row>(page: Page<Row>, { idOf, arrivalOf, store }: Rows<Row>): ReadPage {
  if (page.kind === 'beyond') return { rows: [], rejected: 0, end: 'beyond', store: () => Promise.resolve() };
  const { rows, rejected } = page;
  const places = rows.map((row) => {
    const arrival = arrivalOf(row);
    return arrival === undefined ? { id: idOf(row) } : { id: idOf(row), arrival };
  });
  const end = rows.length + rejected === 0 ? { end: 'empty' as const } : {};
  return { rows: places, rejected, ...end, store: (tables, seenAt) => store(tables, rows, seenAt) };
}

/** Names a walk of chats, among all. */
export function keyOf({ from, to, agentId, margin }: WalkScope): string {
  return `chats ${from} ${to} ${agentId} ${margin}`;
}

/** Returns the days and agent of a walk of chats by its key; undefined for any other key. */
export function scopeOf(key: string): WalkScope | undefined {
  const [, from, to, agentId, margin] = /^chats (\S{10}) (\S{10}) (\d+) (\d+)$/.exec(key) ?? [];
  const agent = AgentId.safeParse(Number(agentId));
  if (from === undefined || to === undefined) return undefined;
  return {
    from: parseUtcDay(from),
    to: parseUtcDay(to),
    agentId: agent.success ? agent.data : 0,
    margin: Number(margin),
  };
}
