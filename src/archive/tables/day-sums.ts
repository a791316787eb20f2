import { sql } from 'kysely';
import { addDays, startOfDay, utcDayOf, type DayRange, type UtcDay } from '../../model/time/day.ts';
import { sumOf } from '../decisions/row-sum.ts';
import type { AccountKey, ChatRow, Connection } from '../schema/schema.ts';
import { batchesOf } from './batches.ts';
import type { Engine } from './engine.ts';

// No database finds a value that is another one now, nor a row that an index has lost: a chat fewer would be told as complete. So each UTC
// day has the number of its chats, and the sum of the CRC-32 of their rows. A change adds the difference that it makes, so that what
// was wrong before stays wrong.

/** When a row was seen last changes with each look, and tells nothing. */
const EXCEPT = new Set(['account', 'seen_at']);

/** The sums begin anew there. */
const MODULUS = 2 ** 32;

interface DaySum {
  readonly chats: number;
  readonly sum: number;
}

type Sums = ReadonlyMap<UtcDay, DaySum>;

/** Changes some chats, and the sums of their days with them. */
export async function withDaySums<T>(
  connection: Connection,
  engine: Engine,
  account: AccountKey,
  chatIds: readonly number[],
  change: () => Promise<T>,
): Promise<T> {
  const before = await rowsAmong(connection, engine, account, chatIds);
  const result = await change();
  const sums = sumsOf(await rowsAmong(connection, engine, account, chatIds), sumsOf(before, new Map(), -1));
  for (const some of batchesOf([...sums].filter(([, { chats, sum }]) => chats !== 0 || sum !== 0))) {
    await sql`INSERT INTO day_sums AS stored (account, day, chats, sum)
      VALUES ${sql.join(some.map(([day, { chats, sum }]) => sql`(${account}, ${day}, ${chats}, ${sum})`))}
      ON CONFLICT (account, day) DO UPDATE SET chats = stored.chats + excluded.chats,
        sum = (stored.sum + excluded.sum) % ${sql.lit(MODULUS)}`.execute(connection);
  }
  return result;
}

/** Whether chats of some days, or sums of them, are kept. */
export async function holdsChatsOf(connection: Connection, account: AccountKey, range: DayRange): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM day_sums WHERE account = ${account} AND day >= ${range.from}
    AND day <= ${range.to} UNION ALL SELECT 1 FROM chats WHERE ${isOn(account, range)} LIMIT 1`.execute(connection);
  return rows.length > 0;
}

/** Returns those of some days whose chats are not as they were kept. */
export async function flawedDays(connection: Connection, account: AccountKey, range: DayRange): Promise<UtcDay[]> {
  const { rows } = await sql<DaySum & { day: UtcDay }>`SELECT day, chats, sum FROM day_sums
    WHERE account = ${account} AND day >= ${range.from} AND day <= ${range.to}`.execute(connection);
  const kept = new Map(rows.map((row) => [row.day, row]));
  const found = await sumsIn(connection, account, range);
  const days = new Set([...kept.keys(), ...found.keys()]);
  return [...days].filter((day) => !isSame(kept.get(day), found.get(day))).sort();
}

/** The same of all days that there are, some at a time. */
export async function allFlawedDays(connection: Connection, account: AccountKey): Promise<UtcDay[]> {
  const { rows } = await sql<{ from: UtcDay | null; to: UtcDay | null }>`SELECT min(day) AS ${sql.ref('from')},
    max(day) AS ${sql.ref('to')} FROM day_sums WHERE account = ${account}`.execute(connection);
  const [{ from, to } = { from: null, to: null }] = rows;
  const flawed: UtcDay[] = [];
  if (from === null || to === null) return flawed;
  for (const part of weeksOf({ from, to })) flawed.push(...(await flawedDays(connection, account, part)));
  return flawed;
}

/** Splits days into parts that one statement may read. */
export function* weeksOf({ from, to }: DayRange): Generator<DayRange> {
  for (let first = from; first <= to; first = addDays(first, DAYS_OF_A_WEEK)) {
    const last = addDays(first, DAYS_OF_A_WEEK - 1);
    yield { from: first, to: last < to ? last : to };
  }
}

const DAYS_OF_A_WEEK = 7;

/** Takes the chats of some days as they are now for what was kept. */
export async function resetDaySums(
  connection: Connection,
  account: AccountKey,
  days: readonly UtcDay[],
): Promise<void> {
  for (const day of days) {
    const { chats, sum } = (await sumsIn(connection, account, { from: day, to: day })).get(day) ?? NONE;
    await sql`INSERT INTO day_sums (account, day, chats, sum) VALUES (${account}, ${day}, ${chats}, ${sum})
      ON CONFLICT (account, day) DO UPDATE SET chats = excluded.chats, sum = excluded.sum`.execute(connection);
  }
}

const NONE: DaySum = { chats: 0, sum: 0 };

function isSame(one = NONE, other = NONE): boolean {
  return one.chats === other.chats && one.sum === other.sum;
}

async function sumsIn(connection: Connection, account: AccountKey, range: DayRange): Promise<Sums> {
  const { rows } = await sql<ChatRow>`SELECT * FROM chats WHERE ${isOn(account, range)}`.execute(connection);
  return sumsOf(rows);
}

/** The condition for chats of some days. */
function isOn(account: AccountKey, { from, to }: DayRange) {
  return sql`account = ${account} AND requested_at >= ${startOfDay(from)} AND requested_at < ${startOfDay(addDays(to, 1))}`;
}

async function rowsAmong(
  connection: Connection,
  engine: Engine,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<ChatRow[]> {
  const found: ChatRow[] = [];
  for (const some of batchesOf(chatIds)) {
    const { rows } = await sql<ChatRow>`SELECT * FROM chats WHERE account = ${account}
      AND ${engine.isAmong(sql.ref('chat_id'), sql`${some}`)}`.execute(connection);
    found.push(...rows);
  }
  return found;
}

/** Adds rows to sums, or takes them away (`sign` -1). */
function sumsOf(rows: readonly ChatRow[], begun: Sums = new Map(), sign: 1 | -1 = 1): Sums {
  const sums = new Map(begun);
  for (const row of rows) {
    const day = utcDayOf(row.requested_at);
    const { chats, sum } = sums.get(day) ?? NONE;
    sums.set(day, { chats: chats + sign, sum: (sum + sign * sumOf(row, EXCEPT) + MODULUS) % MODULUS });
  }
  return sums;
}
