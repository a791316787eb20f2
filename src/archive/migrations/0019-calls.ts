import { sql, type Kysely } from 'kysely';

/** Every call that was served over HTTP; and who asked for what was done here. */
export async function calls(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE calls (account integer NOT NULL, at bigint NOT NULL, node text NOT NULL, entry integer NOT NULL,
      caller text NOT NULL, kind text NOT NULL, name text NOT NULL, outcome text NOT NULL, error text,
      upstream_requests integer NOT NULL, millis integer NOT NULL, PRIMARY KEY (account, at, node, entry))`.execute(db);
  await sql`ALTER TABLE audit ADD COLUMN caller text`.execute(db);
  await sql`ALTER TABLE triage ADD COLUMN caller text`.execute(db);
}
