import { sql, type Kysely } from 'kysely';

/** The requests of an account lately, for all servers on an archive. */
export async function requestHistories(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE request_histories (account integer PRIMARY KEY, history text NOT NULL)`.execute(db);
}
