import { sql } from 'kysely';
import type { ChatId } from '../../model/ids.ts';
import { utcDayOf, type UtcDay } from '../../model/time/day.ts';
import type { AccountKey, ChatRow, Connection } from '../schema/schema.ts';
import type { ChangedRow } from './changed-rows.ts';
import type { Engine } from './engine.ts';
import { batchesOf, writableBatchesOf } from './batches.ts';

// What is derived of rows and lies beside them may never say what they do not: the column cache of a day, the totals of a day, and
// who wrote when in a transcript. Whatever changes chats or messages goes through tables.ts, which drops what is derived of them in the
// same transaction; the next question derives it anew.

/** The columns of a chat that the column cache holds: of its visitor, no more than the id. */
export const CACHED_COLUMNS = [
  'chat_id',
  'requested_at',
  'started_at',
  'ended_at',
  'missed_code',
  'started_by_code',
  'transferred_code',
  'ended_by_code',
  'rating_code',
  'visitor_id',
  'agent_id',
  'agent_first_name',
  'agent_last_name',
  'agent_email',
] as const satisfies readonly (keyof ChatRow)[];
export type CachedRow = Pick<ChatRow, (typeof CACHED_COLUMNS)[number]>;

const COMPARED = [...CACHED_COLUMNS, 'gone_at'] as const;
type ComparedChat = Pick<ChatRow, (typeof COMPARED)[number]>;

/** Drops the column cache of days of which chats are to be written that change in what it holds. Called before that. */
export async function dropColumnsOfChanged(
  connection: Connection,
  account: AccountKey,
  changed: readonly ChangedRow<ComparedChat>[],
): Promise<void> {
  const days = new Set<UtcDay>();
  for (const { row, old } of changed) {
    if (old !== undefined && COMPARED.every((name) => old[name] === row[name])) continue;
    days.add(utcDayOf(row.requested_at));
    if (old !== undefined) days.add(utcDayOf(old.requested_at));
  }
  await dropColumns(connection, account, [...days]);
}

/** Drops the column cache of the days of some chats. Called before these are taken out of the list. */
export async function dropColumnsOf(
  connection: Connection,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<void> {
  await dropColumns(connection, account, [...(await daysOf(connection, account, chatIds))]);
}

async function daysOf(connection: Connection, account: AccountKey, chatIds: readonly number[]): Promise<Set<UtcDay>> {
  const days = new Set<UtcDay>();
  for (const some of batchesOf(chatIds)) {
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

/** Drops the totals of the days of some chats. Called before their transcripts are written or removed. */
export async function dropTotalsOf(
  connection: Connection,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<void> {
  await dropTotals(connection, account, [...(await daysOf(connection, account, chatIds))]);
}

async function dropTotals(connection: Connection, account: AccountKey, days: readonly UtcDay[]): Promise<void> {
  for (const some of batchesOf(days)) {
    await sql`INSERT INTO daily_totals (account, day) VALUES ${sql.join(some.map((day) => sql`(${account}, ${day})`))}
      ON CONFLICT (account, day) DO UPDATE SET chats = NULL, transcripts = NULL`.execute(connection);
  }
}

/** Drops the column cache and the totals of some days. */
export async function dropColumns(connection: Connection, account: AccountKey, days: readonly UtcDay[]): Promise<void> {
  await dropTotals(connection, account, days);
  for (const some of batchesOf(days)) {
    await connection.deleteFrom('packed_days').where('account', '=', account).where('day', 'in', some).execute();
  }
}

/** Drops who wrote when in some chats. Called when messages of theirs are written or removed. */
export async function dropAuthored(
  connection: Connection,
  engine: Engine,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<void> {
  for (const some of batchesOf([...new Set(chatIds)])) {
    await sql`UPDATE transcripts SET authored = NULL WHERE account = ${account} AND authored IS NOT NULL
      AND ${engine.isAmong(sql.ref('chat_id'), sql`${some}`)}`.execute(connection);
  }
}

/** Sets who wrote when in some transcripts, as text (authored.ts). */
export async function setAuthored(
  connection: Connection,
  account: AccountKey,
  texts: readonly (readonly [ChatId, string])[],
): Promise<void> {
  for (const some of writableBatchesOf(texts)) {
    const values = some.map(([chatId, text]) => sql`(CAST(${chatId} AS bigint), CAST(${text} AS text))`);
    await sql`UPDATE transcripts SET authored = made.text
      FROM (SELECT column1 AS chat_id, column2 AS text FROM (VALUES ${sql.join(values)}) AS given) AS made
      WHERE account = ${account} AND transcripts.chat_id = made.chat_id`.execute(connection);
  }
}
