import { sql } from 'kysely';
import { utcDayOf, type UtcDay } from '../../model/time/day.ts';
import type { ChangedRow } from '../tables/changed-rows.ts';
import type { Connection } from '../tables/engine.ts';
import { inParts } from '../tables/in-parts.ts';
import { PACKED_COLUMNS } from './packed-days.ts';
import type { AccountKey, ChatRow } from '../tables/schema.ts';

const PACKED = [...PACKED_COLUMNS, 'gone_at'] as const;
type PackedChat = Pick<ChatRow, (typeof PACKED)[number]>;

// A pack may never say what the rows of its day do not, nor may the totals of a day. Whatever changes chats goes through tables.ts, which calls this
// in the same transaction; then the next question packs the day anew, and the next status counts it anew.

/** Called before changed chats are written: removes the packs of the days of those of which a pack tells what changes. */
export async function forgetPacksOfChanged(
  connection: Connection,
  account: AccountKey,
  changed: readonly ChangedRow<PackedChat>[],
): Promise<void> {
  const days = new Set<UtcDay>();
  for (const { row, old } of changed) {
    if (old !== undefined && PACKED.every((name) => old[name] === row[name])) continue;
    days.add(utcDayOf(row.requested_at));
    if (old !== undefined) days.add(utcDayOf(old.requested_at));
  }
  await forgetPacks(connection, account, [...days]);
}

/** Called before some chats are taken out of the list: removes the packs of their days. */
export async function forgetPacksOf(
  connection: Connection,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<void> {
  await forgetPacks(connection, account, [...(await daysOf(connection, account, chatIds))]);
}

async function daysOf(connection: Connection, account: AccountKey, chatIds: readonly number[]): Promise<Set<UtcDay>> {
  const days = new Set<UtcDay>();
  for (const some of inParts(chatIds)) {
    const rows = await connection
      .selectFrom('chats')
      .where('account', '=', account)
      .where(sql<boolean>`chat_id IN (${sql.join(some)})`)
      .select('requested_at')
      .execute();
    for (const row of rows) days.add(utcDayOf(row.requested_at));
  }
  return days;
}

/** Called before transcripts of some chats are written or removed: has their days counted anew. */
export async function forgetTotalsOf(
  connection: Connection,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<void> {
  await forgetTotals(connection, account, [...(await daysOf(connection, account, chatIds))]);
}

async function forgetTotals(connection: Connection, account: AccountKey, days: readonly UtcDay[]): Promise<void> {
  for (const some of inParts(days)) {
    await sql`INSERT INTO daily_totals (account, day) VALUES ${sql.join(some.map((day) => sql`(${account}, ${day})`))}
      ON CONFLICT (account, day) DO UPDATE SET chats = NULL, transcripts = NULL`.execute(connection);
  }
}

async function forgetPacks(connection: Connection, account: AccountKey, days: readonly UtcDay[]): Promise<void> {
  await forgetTotals(connection, account, days);
  for (const some of inParts(days)) {
    await connection.deleteFrom('packed_days').where('account', '=', account).where('day', 'in', some).execute();
  }
}
