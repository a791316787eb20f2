import { sql } from 'kysely';
import { z } from 'zod';
import type { Connection } from '../schema/schema.ts';
import { PATIENT_ALWAYS, PUNCTUAL } from './watched-pool.ts';

const Names = z.array(z.object({ name: z.string() }));
const Sizes = z.tuple([z.object({ bytes: z.number() })]);

/** Does what goes through all there is, and may take long. */
function patiently<T>(db: Connection, work: (db: Connection) => Promise<T>): Promise<T> {
  return db.connection().execute(async (one) => {
    await sql.raw(PATIENT_ALWAYS).execute(one);
    try {
      return await work(one);
    } finally {
      // On a connection that is gone it was for nothing.
      await sql
        .raw(PUNCTUAL)
        .execute(one)
        .catch(() => undefined);
    }
  });
}

async function tablesIn(db: Connection): Promise<string[]> {
  const { rows } =
    await sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))`.execute(db);
  return Names.parse(rows).map(({ name }) => name);
}

/**
 * Takes what was removed out of the tables and their indexes: they are written anew, each locked meanwhile, and the
 * planner's statistics, which hold frequent values, are taken again. What the server keeps of its own for a while, its
 * log and copies of it, is beyond its clients.
 */
export function wipe(db: Connection): Promise<void> {
  return patiently(db, async (one) => {
    for (const name of await tablesIn(one)) await sql`VACUUM (FULL, ANALYZE) ${sql.table(name)}`.execute(one);
    // Statistics that were replaced lie there until then. Who does not own the database is not allowed to, and passed over.
    await sql`VACUUM (FULL) pg_catalog.pg_statistic`.execute(one);
  });
}

/** Reads every row there is, which throws ArchiveUnusable where the server finds damage. It tells of nothing else. */
export function flawsOf(db: Connection): Promise<readonly string[]> {
  return patiently(db, async (one) => {
    for (const name of await tablesIn(one)) await sql`SELECT count(t::text) FROM ${sql.table(name)} AS t`.execute(one);
    return [];
  });
}

/** Returns the bytes that the tables of all desks take, with their indexes. */
export async function bytesOf(db: Connection): Promise<number> {
  const { rows } = await sql`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes
    FROM pg_class AS c WHERE c.relnamespace::regnamespace::text = ANY (current_schemas(false)::text[]) AND c.relkind = 'r'`.execute(
    db,
  );
  const [{ bytes }] = Sizes.parse(rows);
  return bytes;
}
