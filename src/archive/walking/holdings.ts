import { sql } from 'kysely';
import { addDays, startOfDay } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { dailyTotalsOf, ownDailyTotalsOf, type DailyTotal } from '../figures/daily-totals.ts';
import { pageSizesOf } from './page-sizes.ts';
import type { CoveredListRow } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';

/** The part of a list that is at hand. */
interface Holding {
  readonly count: number;
  /** The number of rows of a full page, where one was seen. */
  readonly pageSize?: number;
}

/** The numbers of records that an archive holds, and as of when. */
export interface Holdings {
  readonly chats: Holding & {
    readonly oldest?: EpochMillis;
    readonly newest?: EpochMillis;
    /** The number of them whose transcript is at hand. */
    readonly transcripts: number;
  };
  /** The lists that are read as a whole, with when that was the last time. */
  readonly lists: { readonly [List in CoveredListRow['list']]: Holding & { readonly asOf?: EpochMillis } };
}

const BETWEEN = statement((tables, given: Given<{ start: EpochMillis; end: EpochMillis }>) =>
  tables
    .chats()
    .where('requested_at', '>=', given.value('start'))
    .where('requested_at', '<', given.value('end'))
    .select(({ fn }) => [fn.min('requested_at').as('oldest'), fn.max('requested_at').as('newest')]),
);

const LOOKS = statement((tables) => tables.coveredLists().select(['list', 'looked_at']));

const COUNT = sql<number>`count(*)`.as('count');

/** All rows of a list, and those that it does not show any more: each of the two has an index, and these are few. */
const COUNTED = {
  offline_messages: {
    all: statement((tables) => tables.kept.offlineMessages().select(COUNT)),
    gone: statement((tables) => tables.kept.offlineMessages().where('gone_at', 'is not', null).select(COUNT)),
  },
  agents: {
    all: statement((tables) => tables.kept.agents().select(COUNT)),
    gone: statement((tables) => tables.kept.agents().where('gone_at', 'is not', null).select(COUNT)),
  },
  visitors: {
    all: statement((tables) => tables.kept.visitors().select(COUNT)),
    gone: statement((tables) => tables.kept.visitors().where('gone_at', 'is not', null).select(COUNT)),
  },
} as const;

/** The numbers of records at hand, which stay the same until records change. */
export interface Counts {
  /** The numbers of chats by their days. */
  readonly totals: readonly DailyTotal[];
  readonly oldest?: EpochMillis;
  readonly newest?: EpochMillis;
  readonly lists: Readonly<Record<CoveredListRow['list'], number>>;
}

/** Counts what is at hand, of chats by the totals of their days. */
export async function countsOf(tables: AccountTables): Promise<Counts> {
  const totals = await (tables.own === undefined ? dailyTotalsOf : ownDailyTotalsOf)(tables);
  const [first, last] = [await boundsOn(tables, totals[0]), await boundsOn(tables, totals.at(-1))];
  return omitUndefined({
    totals,
    oldest: first?.oldest,
    newest: last?.newest,
    lists: {
      offline_messages: await countOf(tables, 'offline_messages'),
      agents: await countOf(tables, 'agents'),
      visitors: await countOf(tables, 'visitors'),
    },
  });
}

async function countOf(tables: Tables, list: CoveredListRow['list']): Promise<number> {
  const [all] = await COUNTED[list].all(tables, {});
  const [gone] = await COUNTED[list].gone(tables, {});
  return (all?.count ?? 0) - (gone?.count ?? 0);
}

/** Returns what is at hand by these counts, and as of when. Nothing is read for it. */
export async function holdingsOf(tables: Tables, { totals, oldest, newest, lists }: Counts): Promise<Holdings> {
  const sizes = await pageSizesOf(tables);
  const looks = new Map((await LOOKS(tables, {})).map(({ list, looked_at: lookedAt }) => [list, lookedAt]));
  const holdingOf = (list: CoveredListRow['list']) => {
    const [asOf, pageSize] = [looks.get(list), sizes.get(list)];
    return omitUndefined({ count: lists[list], asOf, pageSize });
  };
  const pageSize = sizes.get('chats');
  return {
    chats: omitUndefined({
      count: sum(totals.map(({ chats }) => chats)),
      transcripts: sum(totals.map(({ transcripts }) => transcripts)),
      oldest,
      newest,
      pageSize,
    }),
    lists: {
      offline_messages: holdingOf('offline_messages'),
      agents: holdingOf('agents'),
      visitors: holdingOf('visitors'),
    },
  };
}

/** Returns when the first and the last chat of a day were requested. */
async function boundsOn(
  tables: Tables,
  total: DailyTotal | undefined,
): Promise<{ readonly oldest: EpochMillis; readonly newest: EpochMillis } | undefined> {
  if (total === undefined) return undefined;
  const { day } = total;
  const [row] = await BETWEEN(tables, { start: startOfDay(day), end: startOfDay(addDays(day, 1)) });
  const { oldest, newest } = row ?? { oldest: null, newest: null };
  return oldest === null || newest === null ? undefined : { oldest, newest };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
