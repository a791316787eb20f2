import { sql, type Kysely } from 'kysely';

/**
 * The authors and times of the messages of a transcript. Each gets them by being read, or by the first question that
 * needs them.
 */
export async function authored(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE transcripts ADD COLUMN authored text`.execute(db);
}
