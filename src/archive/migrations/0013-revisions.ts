import { sql, type Kysely } from 'kysely';

/** The number of changes of the records of an account. */
export async function revisions(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE revisions (account integer PRIMARY KEY, chats bigint NOT NULL,
      others bigint NOT NULL, looks bigint NOT NULL)`.execute(db);
}
