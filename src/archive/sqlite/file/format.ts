import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const Names = z.array(z.object({ name: z.string() }));

/**
 * Returns the names of the migrations that made a file what it is, without changing anything; none where they cannot be read. Not to
 * be asked of a file that this process has open: closing it would drop the locks on it.
 */
export function migrationsIn(path: string): string[] {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return Names.parse(database.prepare('SELECT name FROM kysely_migration').all()).map(({ name }) => name);
    } finally {
      database.close();
    }
  } catch {
    // Why it cannot be read shows when it is opened.
    return [];
  }
}
