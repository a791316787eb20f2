import { sql, type Kysely } from 'kysely';

/** The visitors whose records nobody may bring back. */
export async function erasedVisitors(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE erased_visitors (account integer NOT NULL, visitor_id bigint NOT NULL, erased_at bigint NOT NULL,
      PRIMARY KEY (account, visitor_id))`.execute(db);
}
