import { sql } from 'kysely';
import {
  addDays,
  contiguousRanges,
  daysOf,
  MILLIS_PER_DAY,
  startOfDay,
  utcDayOf,
  type DayRange,
  type UtcDay,
} from '../../model/time/day.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { eachInSlices } from '../../model/slices.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** The days that one statement counts, which holds up everything else. */
const BATCH_SIZE = 7;

/** The listed chats of a UTC day. */
export interface DailyTotal {
  readonly day: UtcDay;
  readonly chats: number;
  /** The number of them whose transcript is at hand. */
  readonly transcripts: number;
}

const TOTALS = statement((tables) => tables.dailyTotals().orderBy('day').select(['day', 'chats', 'transcripts']));

/** Numbers of days since 1970. */
const dayNumber = sql<number>`requested_at / ${sql.lit(MILLIS_PER_DAY)}`;

const COUNTED = statement((tables, given: Given<{ start: EpochMillis; end: EpochMillis }>) =>
  tables
    .chats()
    .leftJoin('transcripts', (join) =>
      join.onRef('transcripts.account', '=', 'chats.account').onRef('transcripts.chat_id', '=', 'chats.chat_id'),
    )
    .where('requested_at', '>=', given.value('start'))
    .where('requested_at', '<', given.value('end'))
    .groupBy(dayNumber)
    .select(({ fn }) => [
      dayNumber.as('number'),
      fn.countAll<number>().as('chats'),
      fn.count<number>('transcripts.chat_id').as('transcripts'),
    ]),
);

/** The totals of all days that have a listed chat of the agent whose chats alone the tables show, in order. They are counted each time. */
export async function ownDailyTotalsOf(tables: AccountTables): Promise<DailyTotal[]> {
  const counted: DailyTotal[] = [];
  const days = (await dailyTotalsOf(tables)).map(({ day }) => day);
  await eachInSlices(weeksOf(days), async (range) => {
    counted.push(...(await countDays(tables, range)));
  });
  return counted.filter(({ chats }) => chats > 0);
}

/**
 * The totals of all days that have a listed chat, in order, of all agents whatever the tables show. Those that are not there are
 * counted, and kept if they may be.
 */
export async function dailyTotalsOf(tables: AccountTables): Promise<DailyTotal[]> {
  const known: DailyTotal[] = [];
  const uncounted: UtcDay[] = [];
  for (const { day, chats, transcripts } of await TOTALS(tables, {})) {
    if (chats === null || transcripts === null) uncounted.push(day);
    else known.push({ day, chats, transcripts });
  }
  let mayWrite = true;
  await eachInSlices(weeksOf(uncounted), async (range) => {
    const kept = mayWrite ? await storeIfFree(tables, range) : undefined;
    mayWrite = kept !== undefined;
    known.push(...(kept ?? (await countDays(tables, range))));
  });
  return known.filter(({ chats }) => chats > 0).sort((one, other) => (one.day < other.day ? -1 : 1));
}

function* weeksOf(days: readonly UtcDay[]): Generator<DayRange> {
  for (const { from, to } of contiguousRanges(days)) {
    for (let first = from; first <= to; first = addDays(first, BATCH_SIZE)) {
      const last = addDays(first, BATCH_SIZE - 1);
      yield { from: first, to: last < to ? last : to };
    }
  }
}

/** Undefined where the archive cannot be written now: what is at hand is answered all the same. */
async function storeIfFree(tables: AccountTables, range: DayRange): Promise<DailyTotal[] | undefined> {
  try {
    return await tables.transactionIfFree(async (inside) => {
      const totals = await countDays(inside, range);
      await inside.upsert(
        'daily_totals',
        totals.map((total) => ({ account: inside.account, ...total })),
      );
      return totals;
    });
  } catch (error) {
    if (error instanceof ArchiveUnusable) return undefined;
    throw error;
  }
}

/** Counts the chats on each of some days in a row; 0 on a day that has lost its chats. */
async function countDays(tables: Tables, { from, to }: DayRange): Promise<DailyTotal[]> {
  const rows = await COUNTED(tables, { start: startOfDay(from), end: startOfDay(addDays(to, 1)) });
  const totals = new Map(rows.map(({ number, chats, transcripts }) => [dayOf(number), { chats, transcripts }]));
  return daysOf({ from, to }).map((day) => ({ day, ...(totals.get(day) ?? { chats: 0, transcripts: 0 }) }));
}

function dayOf(number: number): UtcDay {
  return utcDayOf(epochMillis(number * MILLIS_PER_DAY));
}
