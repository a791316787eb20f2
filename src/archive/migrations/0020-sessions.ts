import { sql, type Kysely } from 'kysely';

/** The sessions of clients over HTTP, and what reached another process than the one that waits for it. */
export async function sessions(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE client_sessions (account integer NOT NULL, session text NOT NULL, caller text NOT NULL,
      opening text NOT NULL, subscribed text NOT NULL, used_at bigint NOT NULL, PRIMARY KEY (account, session))`.execute(
    db,
  );
  await sql`CREATE INDEX client_sessions_by_caller ON client_sessions (account, caller, used_at)`.execute(db);
  await sql`CREATE TABLE session_messages (account integer NOT NULL, session text NOT NULL, number bigint NOT NULL,
      message text NOT NULL, at bigint NOT NULL, PRIMARY KEY (account, session, number))`.execute(db);
}
