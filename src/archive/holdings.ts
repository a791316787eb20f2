import { addDays, startOfDay } from '../model/day.ts';
import type { EpochMillis } from '../model/units.ts';
import type { DailyTotal } from './daily-totals.ts';
import { pageSizesOf } from './page-sizes.ts';
import type { CoveredListRow } from './schema.ts';
import { statement, type Given } from './statement.ts';
import type { Tables } from './tables.ts';

/** How much of a list is at hand. */
interface Holding {
  readonly count: number;
  /** How many rows a full page has, where one was seen. */
  readonly pageSize?: number;
}

/** What an archive holds. */
export interface Holdings {
  readonly chats: Holding & {
    readonly oldest?: EpochMillis;
    readonly newest?: EpochMillis;
    /** Of how many of them a transcript is at hand. */
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

const LISTED = {
  offline_messages: statement((tables) =>
    tables.offlineMessages().select(({ fn }) => fn.countAll<number>().as('count')),
  ),
  agents: statement((tables) => tables.agents().select(({ fn }) => fn.countAll<number>().as('count'))),
  visitors: statement((tables) => tables.visitors().select(({ fn }) => fn.countAll<number>().as('count'))),
} as const;

/** Counts what is at hand, of chats by the totals of their days. Nothing is read for it. */
export async function holdingsOf(tables: Tables, totals: readonly DailyTotal[]): Promise<Holdings> {
  const [first, last] = [await boundsOn(tables, totals[0]), await boundsOn(tables, totals.at(-1))];
  const sizes = await pageSizesOf(tables);
  const looks = new Map((await LOOKS(tables, {})).map(({ list, looked_at: lookedAt }) => [list, lookedAt]));
  const holdingOf = async (list: CoveredListRow['list']) => {
    const [{ count } = { count: 0 }] = await LISTED[list](tables, {});
    const [asOf, pageSize] = [looks.get(list), sizes.get(list)];
    return { count, ...(asOf !== undefined && { asOf }), ...(pageSize !== undefined && { pageSize }) };
  };
  const pageSize = sizes.get('chats');
  return {
    chats: {
      count: sum(totals.map(({ chats }) => chats)),
      transcripts: sum(totals.map(({ transcripts }) => transcripts)),
      ...(first !== undefined && { oldest: first.oldest }),
      ...(last !== undefined && { newest: last.newest }),
      ...(pageSize !== undefined && { pageSize }),
    },
    lists: {
      offline_messages: await holdingOf('offline_messages'),
      agents: await holdingOf('agents'),
      visitors: await holdingOf('visitors'),
    },
  };
}

/** When the first and the last chat of a day were requested. */
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
