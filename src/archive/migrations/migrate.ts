import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { ArchiveUnusable } from '../../model/errors.ts';
import type { Engine } from '../tables/engine.ts';
import type { Schema } from '../schema/schema.ts';
import { migrationsFor } from './migrations.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';

/**
 * Brings an archive to the newest schema, in one transaction: as a whole or not at all, and one process after the
 * other. A file of an older version is copied before. Returns the copy's path, where one was made. Throws
 * ArchiveUnusable for an archive that a newer version of this program made.
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<string | undefined> {
  const migrations = migrationsFor(engine.name);
  await engine.schemaSeal?.check(db);
  const applied = await namesOfApplied(db);
  if (applied.some((name) => migrations[name] === undefined)) {
    throw new ArchiveUnusable(
      'The archive was made by a newer version of this program.',
      'Update this program, or name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
    );
  }
  const [next] = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (next === undefined) return undefined;
  const backup = applied.length === 0 ? undefined : await engine.file?.backUp(db, next);
  await db.transaction().execute(async (transaction) => {
    await engine.excludeWriters(transaction, 0);
    const migrator = new Migrator(
      omitUndefined({
        db: transaction,
        provider: { getMigrations: () => Promise.resolve(migrations) },
        migrationTableSchema: engine.schema,
      }),
    );
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) {
      await engine.schemaSeal?.set(transaction);
      return;
    }
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      'The archive could not be brought to the format of this version.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE, or go back to the version that made it. Nothing was lost.',
    );
  });
  return backup;
}

/** The migrations that made an archive what it is; none for a new one. */
export async function namesOfApplied(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    // There is no such table yet. Anything else shows when it is made.
    return [];
  }
}
