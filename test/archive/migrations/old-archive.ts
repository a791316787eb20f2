import { rm } from 'node:fs/promises';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationsFor } from '../../../src/archive/migrations/migrations.ts';
import type { Schema } from '../../../src/archive/schema/schema.ts';
import { openSqlite } from '../../../src/archive/sqlite/database.ts';

/** Makes an archive file as an older version left it, whose last migration that was: without a second copy of what was decided. */
export async function makeOldArchive(path: string, last: string): Promise<void> {
  const engine = openSqlite(path, 'the desk of a test');
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  const old = Object.entries(migrationsFor('sqlite')).filter(([name]) => name <= last);
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(old)) },
  }).migrateToLatest();
  await db.destroy();
  await rm(`${path}-decisions`);
  if (error !== undefined) throw new Error('The older archive could not be made', { cause: error });
}
