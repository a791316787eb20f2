import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationsFor } from '../../migrations/migrations.ts';
import type { Schema, Connection } from '../../schema/schema.ts';
import { dialectOver } from '../dialect.ts';
import { z } from 'zod';

/** A table or an index as a file describes it: a row of `sqlite_schema`, whose text SQLite reads at each opening. */
const Described = z.object({ type: z.string(), name: z.string(), tbl_name: z.string(), sql: z.string().nullable() });
export type Described = z.infer<typeof Described>;

/** Reads how a file describes its tables, in the order of their names. What cannot be a description is left out. */
export async function descriptionOf(db: Connection): Promise<readonly Described[]> {
  const { rows } = await sql`SELECT type, name, tbl_name, sql FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name`.execute(db);
  return rows.flatMap((row) => Described.safeParse(row).data ?? []);
}

const migrations = migrationsFor('sqlite');

/** The names of the migrations that this version knows. */
export function namesOfMigrations(): readonly string[] {
  return Object.keys(migrations);
}

/** Returns the description of tables that some migrations, or all of them, make. */
export async function usualSchema(applied?: readonly string[]): Promise<readonly Described[]> {
  if (applied?.length === 0) return [];
  const db = new Kysely<Schema>({ dialect: dialectOver(new DatabaseSync(':memory:')) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    const last = applied?.at(-1);
    const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
    if (error !== undefined) throw error;
    return await descriptionOf(db);
  } finally {
    await db.destroy();
  }
}
