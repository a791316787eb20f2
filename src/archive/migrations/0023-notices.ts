import { sql, type Kysely } from 'kysely';

/** The latest changes that clients may want to be told of. */
export async function notices(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE notices (account integer NOT NULL, notice bigint NOT NULL, kind text NOT NULL, ids text NOT NULL,
      PRIMARY KEY (account, notice))`.execute(db);
}
