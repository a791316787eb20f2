import { sql, type Kysely } from 'kysely';

/** Whether a person agreed to what was done. */
export async function agreements(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE audit ADD COLUMN agreed_by text`.execute(db);
}
