import { sql, type Kysely } from 'kysely';

/** Who wrote when in a transcript. Each gets it by being read, or by the first question that needs it. */
export async function authored(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE transcripts ADD COLUMN authored text`.execute(db);
}
