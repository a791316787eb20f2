import { sql, type NotNull } from 'kysely';
import { z } from 'zod';
import type { AgentId } from '../../model/ids.ts';
import type { DayRange } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { LoggedPage } from '../../upstream/pages/list-reading.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** The time after which rows may have moved too much for an interrupted walk to go on where it stopped. */
const RESUMABLE_MILLIS = 3_600_000;
/** The time that is added for each page that a slow walk has read, which would be lost with it. */
const RESUMABLE_MILLIS_PER_PAGE = 60_000;

/** A run of days of chats, of all agents (0) or of one, that is asked for with so many days more. */
export interface WalkScope extends DayRange {
  readonly agentId: AgentId | 0;
  readonly margin: number;
}

/** The facts about a list that a walk began with. A walk that goes on has to know the same. */
export interface WalkHints {
  readonly pageSize: number | undefined;
  readonly pages: number | undefined;
  readonly isCounted: boolean;
}

/** A page that a walk has looked at, and when it asked for it. */
export interface TimedPage extends LoggedPage {
  readonly askedAt: EpochMillis;
}

/** The pages that a walk has looked at, for each reading of the list. */
export interface WalkLog {
  readonly startedAt: EpochMillis;
  readonly hints: WalkHints;
  readonly readings: TimedPage[][];
}

/** Counts the pages that a walk has looked at. */
export function looksIn({ readings }: WalkLog): number {
  return readings.reduce((sum, pages) => sum + pages.length, 0);
}

/** The moment until which an interrupted walk can go on, less the time that it may be interrupted for. */
export const RESUMABLE_FROM = sql<number>`started_at + next_page * ${sql.lit(RESUMABLE_MILLIS_PER_PAGE)}`;

/** Returns the least value of that with which a walk can go on now. */
export function oldestResumable(now: EpochMillis): EpochMillis {
  return epochMillis(now - RESUMABLE_MILLIS);
}

/** The moments that tell whether a walk can go on. */
interface ResumableAt {
  readonly now: EpochMillis;
  readonly oldest: EpochMillis;
}

interface OfWalk {
  readonly walk: string;
}

const UNFINISHED = statement((tables, given: Given<OfWalk & ResumableAt>) =>
  resumable(tables, given).where('walk', '=', given.value('walk')).selectAll(),
);

const PAGES = statement((tables, given: Given<OfWalk>) =>
  tables.walkedPages().where('walk', '=', given.value('walk')).orderBy('step').selectAll(),
);

const OVER = statement((tables, given: Given<WalkScope & ResumableAt>) =>
  resumable(tables, given)
    .where('from_day', '<=', given.value('from'))
    .where('to_day', '>=', given.value('to'))
    .where('agent_id', '=', given.value('agentId'))
    .where('margin', '=', given.value('margin'))
    .select(['from_day as from', 'to_day as to'])
    .$narrowType<{ from: NotNull; to: NotNull }>(),
);

/** The walks that were interrupted and can go on. */
function resumable(tables: Tables, given: Given<ResumableAt>) {
  return tables
    .unfinishedWalks()
    .where(RESUMABLE_FROM, '>=', given.value('oldest'))
    .where('started_at', '<=', given.value('now'));
}

/** The days of interrupted walks that can go on and are over some days at least. */
export function resumableWalks(tables: Tables, scope: WalkScope, now: EpochMillis): Promise<DayRange[]> {
  return OVER(tables, { ...scope, now, oldest: oldestResumable(now) });
}

/** Reads how far an interrupted walk has come; undefined where there is none that can go on. */
export async function logOf(tables: AccountTables, walk: string, now: EpochMillis): Promise<WalkLog | undefined> {
  const [row] = await UNFINISHED(tables, { walk, now, oldest: oldestResumable(now) });
  if (row === undefined) return undefined;
  const pages = await PAGES(tables, { walk });
  const readings: TimedPage[][] = [];
  for (const [index, { step, reading, page, asked_at: askedAt, places, rejected, ended }] of pages.entries()) {
    // Another server has begun the same walk meanwhile: what is behind a gap is of another one.
    if (step !== index + 1) break;
    (readings[reading] ??= []).push({
      page,
      askedAt,
      places: Places.parse(JSON.parse(places)),
      rejected,
      end: End.parse(ended) ?? undefined,
    });
  }
  const { started_at: startedAt, page_size: pageSize, pages: thought, is_counted: isCounted } = row;
  const hints = { pageSize: pageSize ?? undefined, pages: thought ?? undefined, isCounted: isCounted === 1 };
  return { startedAt, hints, readings };
}

/** Keeps how far a walk has come, with the page that it looked at last, in the transaction that also stores its rows. */
export async function keepLook(
  tables: Tables,
  { key: walk, scope }: { readonly key: string; readonly scope?: WalkScope },
  log: WalkLog,
): Promise<void> {
  const { account } = tables;
  const step = looksIn(log);
  await tables.upsert('unfinished_walks', [
    {
      account,
      walk,
      from_day: scope?.from ?? null,
      to_day: scope?.to ?? null,
      agent_id: scope?.agentId ?? null,
      margin: scope?.margin ?? null,
      started_at: log.startedAt,
      next_page: step + 1,
      page_size: log.hints.pageSize ?? null,
      pages: log.hints.pages ?? null,
      is_counted: log.hints.isCounted ? 1 : 0,
    },
  ]);
  const last = log.readings.at(-1)?.at(-1);
  if (last === undefined) return;
  // What an earlier walk has left is not of this one.
  if (step === 1) await tables.forgetLooks([walk]);
  await tables.upsert('walked_pages', [
    {
      account,
      walk,
      step,
      reading: log.readings.length - 1,
      page: last.page,
      asked_at: last.askedAt,
      places: JSON.stringify(last.places.map(({ id, arrival }) => (arrival === undefined ? [id] : [id, arrival]))),
      rejected: last.rejected,
      ended: last.end ?? null,
    },
  ]);
}

/** Forgets a walk, and all that cannot go on any more. */
export async function forgetWalk(tables: Tables, walk: string, now: EpochMillis): Promise<void> {
  const stale = await tables
    .unfinishedWalks()
    .where(RESUMABLE_FROM, '<', oldestResumable(now))
    .select('walk')
    .execute();
  await tables.forgetWalks([walk, ...stale.map((row) => row.walk)]);
}

const End = z.enum(['empty', 'beyond', 'repeat', 'capped']).nullable();

const Places = z.array(
  z
    .tuple([z.number()])
    .rest(z.number())
    .transform(([id, arrival]) => ({ id, arrival })),
);
