import { sql, type Kysely } from 'kysely';

/** The moment when the walk of a list came to its end. */
export async function finishedAt(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE covered_lists ADD COLUMN finished_at bigint NOT NULL DEFAULT 0`.execute(db);
}
