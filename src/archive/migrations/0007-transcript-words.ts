import { sql, type Kysely } from 'kysely';

/**
 * The index of words, and the places that transcripts come from. Both are empty for the transcripts that are there: 0016 has
 * them made anew.
 */
export async function transcriptWords(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`ALTER TABLE transcripts ADD COLUMN country text`.execute(db);
  await sql`ALTER TABLE transcripts ADD COLUMN city text`.execute(db);
  // With the id: the chats of a period are bounded by it.
  await sql`DROP INDEX chats_by_time`.execute(db);
  await sql`CREATE INDEX chats_by_time ON chats (account, requested_at, chat_id)`.execute(db);
  if (engine === 'sqlite') {
    await sql`CREATE VIRTUAL TABLE transcript_words USING
      fts5(words, content='', contentless_delete=1, tokenize='ascii')`.execute(db);
    return;
  }
  await sql`CREATE TABLE transcript_words (account integer NOT NULL, chat_id bigint NOT NULL, words tsvector NOT NULL,
      PRIMARY KEY (account, chat_id))`.execute(db);
  await sql`CREATE INDEX transcript_words_by_word ON transcript_words USING gin (words)`.execute(db);
}
