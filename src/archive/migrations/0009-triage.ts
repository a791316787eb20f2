import { sql, type Kysely } from 'kysely';

/** The decisions about offline messages. */
export async function triage(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE triage (account integer NOT NULL, offline_message_id bigint NOT NULL, priority text NOT NULL,
      category text, note text, draft_reply text, decided_at bigint NOT NULL, PRIMARY KEY (account, offline_message_id))`.execute(
    db,
  );
}
