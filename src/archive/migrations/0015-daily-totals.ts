import { sql, type Kysely } from 'kysely';

const MILLIS_PER_DAY = 86_400_000;

/**
 * The totals of days that a status rests on, of which all are yet to be counted, and an index of what long lists have
 * lost.
 */
export async function dailyTotals(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE daily_totals (account integer NOT NULL, day text NOT NULL, chats integer, transcripts integer,
      PRIMARY KEY (account, day))`.execute(db);
  const { rows } = await sql<{ account: number; number: number }>`SELECT DISTINCT account,
    requested_at / ${sql.lit(MILLIS_PER_DAY)} AS number FROM chats`.execute(db);
  for (const { account, number } of rows) {
    const day = new Date(number * MILLIS_PER_DAY).toISOString().slice(0, 'yyyy-MM-dd'.length);
    await sql`INSERT INTO daily_totals (account, day) VALUES (${account}, ${day})`.execute(db);
  }
  for (const table of ['offline_messages', 'visitors']) {
    await sql`CREATE INDEX ${sql.ref(`${table}_gone`)} ON ${sql.table(table)} (account)
        WHERE gone_at IS NOT NULL`.execute(db);
  }
}
