import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationsFor } from '../../migrations/migrations.ts';
import type { Schema } from '../../schema/schema.ts';
import { dialectOver } from '../dialect.ts';
import { descriptionOf, type Described } from './description.ts';

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
