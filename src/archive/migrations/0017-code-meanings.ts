import { sql, type Kysely } from 'kysely';

/** What a person said that the values of the integer codes mean. */
export async function codeMeanings(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE code_meanings (account integer NOT NULL, code text NOT NULL, value double precision NOT NULL,
      meaning text NOT NULL, agreed_by text NOT NULL, decided_at bigint NOT NULL, PRIMARY KEY (account, code, value))`.execute(
    db,
  );
}
