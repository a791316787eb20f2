import { sql, type Kysely } from 'kysely';

/** The replies to questions that were put to people, and what their seals are made of. */
export async function confirmations(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE confirmations (account integer NOT NULL, confirmation text NOT NULL, waits_until bigint NOT NULL,
      reply text NOT NULL, replied_at bigint NOT NULL, acted_at bigint NOT NULL, is_withdrawn integer NOT NULL,
      has_left integer NOT NULL, has_ended integer NOT NULL, answer text, PRIMARY KEY (account, confirmation))`.execute(
    db,
  );
  await sql`CREATE INDEX confirmations_by_time ON confirmations (account, waits_until)`.execute(db);
  await sql`CREATE TABLE confirmation_seals (account integer PRIMARY KEY, salt text NOT NULL,
      forgotten_until bigint NOT NULL)`.execute(db);
}
