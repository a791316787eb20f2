import { DatabaseSync } from 'node:sqlite';
import { DECISION_TABLES, type DecisionTable } from '../../../model/decided-here.ts';
import { Decision } from '../../decisions/decisions.ts';
import { isSound } from './soundness.ts';
import { deskHash } from '../../account.ts';

/** The decisions that can still be read in a damaged archive. */
export interface Salvage {
  readonly decisions: readonly Decision[];
  /** The tables of which nothing is missing, as far as SQLite can tell. */
  readonly whole: ReadonlySet<DecisionTable>;
  /** The `deskHash` of its desk; undefined where that cannot be read. */
  readonly desk: string | undefined;
}

const NOTHING: Salvage = { decisions: [], whole: new Set(), desk: undefined };

/**
 * Reads what was decided out of a damaged file, table by table, row by row: from the front, from the back, and from the index.
 * The file is left as it is.
 */
export function salvage(path: string): Promise<Salvage> {
  return Promise.resolve(salvageFile(path));
}

function salvageFile(path: string): Salvage {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      makeLenient(database);
      const tables = DECISION_TABLES.map((table) => ({ table, ...tableIn(database, table) }));
      return {
        decisions: tables.flatMap(({ decisions }) => decisions),
        whole: new Set(tables.filter(({ isWhole }) => isWhole).map(({ table }) => table)),
        desk: deskIn(database),
      };
    } finally {
      database.close();
    }
  } catch {
    return NOTHING;
  }
}

/** Has SQLite accept a broken description of a table, which would hide the others. */
function makeLenient(database: DatabaseSync): void {
  // Newer versions of Node.js refuse to touch the description unless they are told.
  database.enableDefensive?.(false);
  database.exec('PRAGMA writable_schema = ON');
}

function tableIn(database: DatabaseSync, table: DecisionTable): { decisions: Decision[]; isWhole: boolean } {
  const rows = new Map<string, unknown>();
  const all = `SELECT rowid AS number, * FROM ${table} ORDER BY rowid`;
  const isReadToEnd = read(database, all, rows);
  if (!isReadToEnd) read(database, `${all} DESC`, rows);
  const decisions = decisionsOf(table, rows);
  const isWhole = isReadToEnd && decisions.length === rows.size && isSound(database, table);
  return { decisions: isWhole ? decisions : [...marksInIndex(database, table), ...decisions], isWhole };
}

/** Reads rows by their numbers, as far as that goes. Returns whether it came to the end. */
function read(database: DatabaseSync, query: string, rows: Map<string, unknown>): boolean {
  try {
    for (const row of database.prepare(query).iterate()) rows.set(String(row['number']), row);
    return true;
  } catch {
    return false;
  }
}

function decisionsOf(table: DecisionTable, rows: ReadonlyMap<string, unknown>): Decision[] {
  return [...rows.values()].flatMap((row) => Decision.safeParse({ table, row }).data ?? []);
}

/** The index of who was erased has all of them a second time, but for when that was. */
function marksInIndex(database: DatabaseSync, table: DecisionTable): Decision[] {
  if (table !== 'erased_visitors') return [];
  const rows = new Map<string, unknown>();
  const index = 'sqlite_autoindex_erased_visitors_1';
  read(database, `SELECT visitor_id AS number, visitor_id, 0 AS erased_at FROM ${table} INDEXED BY ${index}`, rows);
  return decisionsOf(table, rows);
}

function deskIn(database: DatabaseSync): string | undefined {
  try {
    const { origin, login } = database.prepare('SELECT origin, login FROM accounts LIMIT 1').get() ?? {};
    return typeof origin === 'string' && typeof login === 'string' ? deskHash({ origin, login }) : undefined;
  } catch {
    return undefined;
  }
}
