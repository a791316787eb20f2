import { sql, type Kysely } from 'kysely';

/** How often the records of an account have changed. */
export async function revisions(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE revisions (account integer PRIMARY KEY, chats bigint NOT NULL,
      others bigint NOT NULL, looks bigint NOT NULL)`.execute(db);
}
