import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Schema } from '../../schema/schema.ts';
import { formatIn, type FormatState } from '../../set-up.ts';
import { dialectOver } from '../dialect.ts';

/**
 * Tells the format of a file without changing anything; `none` where it cannot be read. Not to be asked of a file that this process
 * has open: closing it would drop the locks on it.
 */
export async function formatOfFile(path: string): Promise<FormatState> {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    const db = new Kysely<Schema>({ dialect: dialectOver(database) });
    try {
      return isEarlier(database) ? 'older' : await formatIn(db, 'sqlite');
    } finally {
      await db.destroy();
    }
  } catch {
    // Why it cannot be read shows when it is opened.
    return 'none';
  }
}

/** Whether a file is an archive of before there was one schema. */
export function isEarlier(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get() !== undefined;
}
