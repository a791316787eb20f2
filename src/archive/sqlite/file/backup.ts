import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { BACKUP } from './copies.ts';
import { translateFileErrors } from '../failures.ts';
import { OWNER_ONLY } from './header.ts';
import type { Connection } from '../../schema/schema.ts';

/**
 * Keeps a copy of an archive as it is before a migration changes it, unless there is one already. Returns its path;
 * undefined when another process has changed the archive meanwhile. Throws ArchiveUnusable.
 */
export async function backUp(db: Connection, path: string, migration: string): Promise<string | undefined> {
  const backup = `${path}${BACKUP}${migration}`;
  // One that is there was made before the same migration failed, or was done without; it holds at least as much of use.
  if (existsSync(backup)) return backup;
  const partial = `${backup}.partial-${randomUUID().slice(0, 8)}`;
  try {
    // SQLite would make it readable for whom the umask lets.
    translateFileErrors(() => closeSync(openSync(partial, 'w', OWNER_ONLY)));
    await sql`VACUUM INTO ${partial}`.execute(db);
    if (hasMigrated(partial, migration)) return undefined;
    translateFileErrors(() => renameSync(partial, backup));
    return backup;
  } finally {
    rmSync(partial, { force: true });
  }
}

function hasMigrated(path: string, migration: string): boolean {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = copy.prepare('SELECT name FROM kysely_migration WHERE name >= ?').all(migration);
    return rows.length > 0;
  } finally {
    copy.close();
  }
}
