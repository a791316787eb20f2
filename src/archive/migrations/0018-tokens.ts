import { sql, type Kysely } from 'kysely';

/** The static tokens of callers over HTTP, as hashes; one that is revoked stays without it. */
export async function tokens(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE tokens (account integer NOT NULL, name text NOT NULL, hash text, scopes text NOT NULL,
      accounts text, own_chats text, created_at bigint NOT NULL, expires_at bigint, revoked_at bigint, last_used_at bigint,
      PRIMARY KEY (account, name))`.execute(db);
}
