import { sql, type Kysely } from 'kysely';

/** The number of rows of a full page of a list. */
export async function pageSizes(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE page_sizes (account integer NOT NULL, list text NOT NULL, rows integer NOT NULL,
      PRIMARY KEY (account, list))`.execute(db);
}
