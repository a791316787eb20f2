import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { makePseudonymKey } from '../care/pseudonym-key.ts';
import type { Schema } from '../tables/schema.ts';

/** The lines of the audit, and the keys of pseudonyms, also for the accounts that are there already. */
export const trustMigration: Migration = {
  up: async (db: Kysely<Schema>) => {
    await sql`CREATE TABLE audit (account integer NOT NULL, entry bigint NOT NULL, at bigint NOT NULL, action text NOT NULL,
      bot text, endpoint text, session_hmac text, bytes bigint, body_hmac text, visitor_id bigint, removed text,
      outcome text NOT NULL, status integer, finished_at bigint, PRIMARY KEY (account, entry))`.execute(db);
    await sql`CREATE TABLE account_keys (account integer NOT NULL, purpose text NOT NULL, hex text NOT NULL,
      PRIMARY KEY (account, purpose))`.execute(db);
    const accounts = await db.selectFrom('accounts').select('account').execute();
    for (const { account } of accounts) await makePseudonymKey(db, account);
  },
};
