import { sql, type Kysely } from 'kysely';

/** The column cache of the chats of a day. */
export async function packedDays(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const bytes = sql.raw(engine === 'sqlite' ? 'blob' : 'bytea');
  await sql`CREATE TABLE packed_days (account integer NOT NULL, day text NOT NULL, packed ${bytes} NOT NULL,
      PRIMARY KEY (account, day))`.execute(db);
}
