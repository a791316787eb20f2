import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

const KEY_BYTES = 32;

/** The lines of the audit, and the keys of pseudonyms, also for the accounts that are there already. */
export async function trust(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE audit (account integer NOT NULL, entry bigint NOT NULL, at bigint NOT NULL, action text NOT NULL,
      bot text, endpoint text, session_hmac text, bytes bigint, body_hmac text, visitor_id bigint, removed text,
      outcome text NOT NULL, status integer, finished_at bigint, PRIMARY KEY (account, entry))`.execute(db);
  await sql`CREATE TABLE account_keys (account integer NOT NULL, purpose text NOT NULL, hex text NOT NULL,
      PRIMARY KEY (account, purpose))`.execute(db);
  const { rows } = await sql<{ account: number }>`SELECT account FROM accounts`.execute(db);
  for (const { account } of rows) {
    const hex = randomBytes(KEY_BYTES).toString('hex');
    await sql`INSERT INTO account_keys (account, purpose, hex) VALUES (${account}, 'pseudonyms', ${hex})`.execute(db);
  }
}
