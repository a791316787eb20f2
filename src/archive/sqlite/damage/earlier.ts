import { DatabaseSync } from 'node:sqlite';
import { SUMMED_TABLES, type SummedTable } from '../../decisions/row-sum.ts';
import type { Found, Row } from '../decisions-file.ts';

// Before the first release, an archive had its decisions among all other rows, and a second copy of them as text beside it.

/** The suffix of that second copy. */
export const EARLIER_COPY = '-decisions';

/** Whether a file is such an archive. */
export function isEarlier(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get() !== undefined;
}

/** Reads what was decided in it. A table that SQLite finds broken is not whole. */
export function lookIntoEarlier(path: string): Found {
  using database = new DatabaseSync(path, { readOnly: true });
  const rows = new Map<SummedTable, readonly Row[]>();
  const whole = new Set<SummedTable>();
  for (const table of SUMMED_TABLES) {
    try {
      // The first versions had fewer.
      const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
      rows.set(table, isThere ? rowsOf(database, table) : []);
      if (!isThere || isSound(database, table)) whole.add(table);
    } catch {
      // What cannot be read is missing.
    }
  }
  return { rows, whole };
}

function rowsOf(database: DatabaseSync, table: SummedTable): Row[] {
  const rows: Row[] = database.prepare(`SELECT * FROM ${table}`).all();
  return table === 'erased_visitors' ? rows.map((row) => ({ ...row, finished_at: row['erased_at'] })) : rows;
}

function isSound(database: DatabaseSync, table: SummedTable): boolean {
  return database.prepare(`PRAGMA integrity_check(${table})`).get()?.['integrity_check'] === 'ok';
}
