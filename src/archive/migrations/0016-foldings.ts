import { sql, type Kysely } from 'kysely';

/**
 * The version of the folding by which the searched words of an account were made, and how far they have been made anew.
 * Until now there was one (1); what no version has folded (0007, 0008) has none (0).
 */
export async function foldings(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`CREATE TABLE foldings (account integer NOT NULL, made text NOT NULL, version integer NOT NULL, behind bigint,
    PRIMARY KEY (account, made))`.execute(db);
  await sql`INSERT INTO foldings (account, made, version) SELECT account, 'visitors', CASE
    WHEN EXISTS (SELECT 1 FROM visitors WHERE visitors.account = accounts.account AND words = '') THEN 0 ELSE 1 END
    FROM accounts`.execute(db);
  // A file holds one account.
  const indexed =
    engine === 'sqlite'
      ? sql`SELECT 1 FROM transcript_words`
      : sql`SELECT 1 FROM transcript_words WHERE transcript_words.account = accounts.account`;
  await sql`INSERT INTO foldings (account, made, version) SELECT account, 'transcripts', CASE
    WHEN EXISTS (${indexed}) OR NOT EXISTS (SELECT 1 FROM transcripts WHERE transcripts.account = accounts.account)
    THEN 1 ELSE 0 END FROM accounts`.execute(db);
}
