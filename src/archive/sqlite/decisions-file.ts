import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { z } from 'zod';
import { isAsSummed, SUMMED_TABLES, withSum, type SummedTable } from '../decisions/row-sum.ts';
import { DECISIONS_NUMBER, decisionSteps } from '../schema/definition.ts';
import type { Connection } from '../schema/schema.ts';
import { asInput } from './dialect.ts';
import { translateFileErrors } from './failures.ts';
import { APPLICATION_ID, OWNER_ONLY } from './file/header.ts';

// The database of what no service has. It is small: it is read through whenever it is opened, and copied as a whole.

/** The name under which it is attached to the archive. */
export const ATTACHED = 'decisions';

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a file that are as they were written, and the tables without a missing row. */
export interface Found {
  readonly rows: ReadonlyMap<SummedTable, readonly Row[]>;
  readonly whole: ReadonlySet<SummedTable>;
}

const Findings = z.array(z.object({ integrity_check: z.string() }));
const Described = z.array(z.object({ sql: z.string() }));

/** Makes one that holds nothing, unless another process has done so. Throws ArchiveUnusable. */
export function makeDecisions(path: string): void {
  write(path, new Map(), (partial) => {
    try {
      linkSync(partial, path);
    } catch (error) {
      if (existsSync(path)) return;
      // Some file systems have no second names.
      if (!existsSync(partial)) throw error;
      renameSync(partial, path);
    }
  });
}

/** Puts one with these rows in the place of what is there: as a whole or not at all. Throws ArchiveUnusable. */
export function replaceDecisions(path: string, rows: Found['rows']): void {
  write(path, rows, (partial) => renameSync(partial, path));
}

/** Copies it as it is now, in the place of an earlier copy. Throws ArchiveUnusable. */
export async function backUpDecisions(db: Connection, backup: string): Promise<void> {
  const partial = partialOf(backup);
  try {
    translateFileErrors(() => makeOwn(partial));
    await sql`VACUUM ${sql.ref(ATTACHED)} INTO ${partial}`.execute(db);
    translateFileErrors(() => placeWhole(partial, backup, () => renameSync(partial, backup)));
  } finally {
    rmSync(partial, { force: true });
  }
}

function write(path: string, rows: Found['rows'], place: (partial: string) => void): void {
  const fill = (partial: string): void => {
    using database = new DatabaseSync(partial);
    database.exec(`BEGIN; PRAGMA application_id = ${APPLICATION_ID}; ${decisionSteps('').join(';')}`);
    for (const [table, some] of rows) insert(database, table, some);
    database.exec('COMMIT');
  };
  const partial = partialOf(path);
  translateFileErrors(() => {
    try {
      makeOwn(partial);
      fill(partial);
      placeWhole(partial, path, () => place(partial));
    } finally {
      for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
    }
  });
}

/** Adds rows to a table, each with its checksum. */
export function insert(database: DatabaseSync, table: SummedTable, rows: readonly Row[]): void {
  for (const row of rows) {
    // A damaged description may give a column a name that there is not.
    const columns = Object.entries(withSum(table, row)).filter(([, value]) => value !== null);
    const names = columns.map(([name]) => name).join(', ');
    const places = columns.map(() => '?').join(', ');
    const statement = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`);
    statement.run(...columns.map(([, value]) => asInput(value)));
  }
}

function partialOf(path: string): string {
  return `${path}.partial-${randomUUID().slice(0, 8)}`;
}

/** SQLite would make it as readable as the umask allows. */
function makeOwn(path: string): void {
  closeSync(openSync(path, 'wx', OWNER_ONLY));
}

/** Gives a file its name once it is on the disk. A new name is there when its folder is; Windows keeps it without. */
function placeWhole(partial: string, path: string, place: () => void): void {
  syncToDisk(partial);
  place();
  if (process.platform !== 'win32') syncToDisk(dirname(path));
}

function syncToDisk(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Reads all of it. Returns what is wrong, in words; nothing when all is as it was written, and where a newer version made it, which is
 * refused later.
 */
export function flawsOfDecisions(database: DatabaseSync, schema: string): readonly string[] {
  try {
    const number = database.prepare(`SELECT max(number) AS number FROM ${schema}.decision_steps`).get()?.['number'];
    if (Number(number) > DECISIONS_NUMBER) return [];
    if (!isDescribed(database, schema, Number(number))) return ['the description of its tables is damaged'];
    const flaws = integrityOf(database, `${schema}.integrity_check`);
    return [
      ...flaws,
      ...SUMMED_TABLES.filter((table) => !rowsOf(database, schema, table).isWhole).map(
        (table) => `rows of ${table} are not as they were written`,
      ),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : 'it cannot be read'];
  }
}

/** Reads what is left of a file that no process has open; undefined if nothing is. */
export function look(path: string): Found | undefined {
  if (!existsSync(path)) return undefined;
  try {
    using database = new DatabaseSync(path);
    const isSound = flawsOfDecisions(database, 'main').length === 0;
    const found = SUMMED_TABLES.map((table) => ({ table, ...rowsOf(database, 'main', table) }));
    return {
      rows: new Map(found.map(({ table, rows }) => [table, rows])),
      whole: new Set(
        found
          .filter(({ table, isWhole }) => isWhole && (isSound || isTableSound(database, table)))
          .map(({ table }) => table),
      ),
    };
  } catch {
    return undefined;
  }
}

/** The file describes its tables as the steps up to a number do that make them. */
function isDescribed(database: DatabaseSync, schema: string, number: number): boolean {
  using usual = new DatabaseSync(':memory:');
  usual.exec(decisionSteps('', 0, number).join(';'));
  const query = (of: string): string =>
    `SELECT type || name || tbl_name || coalesce(sql, '') AS sql FROM ${of}.sqlite_schema ORDER BY name`;
  const [is, should] = [database.prepare(query(schema)).all(), usual.prepare(query('main')).all()];
  return JSON.stringify(Described.parse(is)) === JSON.stringify(Described.parse(should));
}

function isTableSound(database: DatabaseSync, table: SummedTable): boolean {
  try {
    return integrityOf(database, `integrity_check(${table})`).length === 0;
  } catch {
    return false;
  }
}

function integrityOf(database: DatabaseSync, pragma: string): readonly string[] {
  const findings = Findings.parse(database.prepare(`PRAGMA ${pragma}`).all());
  return findings.flatMap(({ integrity_check: finding }) => (finding === 'ok' ? [] : finding));
}

/** The rows of a table that are as they were written: from the front, and where that does not come to an end from the back. */
function rowsOf(database: DatabaseSync, schema: string, table: SummedTable): { rows: Row[]; isWhole: boolean } {
  const read = new Map<unknown, Row>();
  const all = `SELECT rowid AS "own rowid", * FROM ${schema}.${table} ORDER BY rowid`;
  const isReadToEnd = readInto(read, database, all) || (readInto(read, database, `${all} DESC`), false);
  const rows = [...read.values()].filter(isAsSummed);
  return { rows, isWhole: isReadToEnd && rows.length === read.size };
}

function readInto(rows: Map<unknown, Row>, database: DatabaseSync, query: string): boolean {
  try {
    for (const { 'own rowid': number, ...row } of database.prepare(query).iterate()) rows.set(number, row);
    return true;
  } catch {
    return false;
  }
}
