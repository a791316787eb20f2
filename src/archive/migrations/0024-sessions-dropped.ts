import { sql, type Kysely } from 'kysely';

/** A session of a client over HTTP is now known to the process that began it, and to no other. */
export async function sessionsDropped(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE client_sessions`.execute(db);
  await sql`DROP TABLE session_messages`.execute(db);
}
