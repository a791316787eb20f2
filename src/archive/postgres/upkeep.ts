import { sql } from 'kysely';
import { z } from 'zod';
import type { Connection } from '../schema/schema.ts';

const Names = z.array(z.object({ name: z.string() }));
const Sizes = z.tuple([z.object({ bytes: z.number() })]);

async function tablesIn(db: Connection): Promise<string[]> {
  const { rows } = await sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(db);
  return Names.parse(rows).map(({ name }) => name);
}

/**
 * Takes what was removed out of the tables and their indexes: they are written anew, each locked meanwhile, and the
 * planner's statistics, which hold frequent values, are taken again. What the server keeps of its own for a while, its
 * log and copies of it, is beyond its clients.
 */
export async function wipe(db: Connection): Promise<void> {
  for (const name of await tablesIn(db)) await sql`VACUUM (FULL, ANALYZE) ${sql.table(name)}`.execute(db);
  // Statistics that were replaced lie there until then. Who does not own the database is not allowed to, and passed over.
  await sql`VACUUM (FULL) pg_catalog.pg_statistic`.execute(db);
}

/** Reads every row there is, which throws ArchiveUnusable where the server finds damage. It tells of nothing else. */
export async function flawsOf(db: Connection): Promise<readonly string[]> {
  for (const name of await tablesIn(db)) await sql`SELECT count(t::text) FROM ${sql.table(name)} AS t`.execute(db);
  return [];
}

/** Returns the bytes that the tables of all desks take, with their indexes. */
export async function bytesOf(db: Connection): Promise<number> {
  const { rows } = await sql`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes
    FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`.execute(db);
  const [{ bytes }] = Sizes.parse(rows);
  return bytes;
}
