import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { z } from 'zod';
import { damaged, isLocked, isReadOnly } from '../failures.ts';
import { mistypedRows } from '../row-types.ts';
import type { Connection } from '../../schema/schema.ts';

const Names = z.array(z.object({ name: z.string() }));
const Texts = z.array(z.object({ sql: z.string() }));
const Findings = z.array(z.object({ integrity_check: z.string() }));

/** Returns what SQLite's check found wrong, in its words. */
function wrongIn(rows: readonly unknown[]): readonly string[] {
  return Findings.parse(rows).flatMap(({ integrity_check: finding }) => (finding === 'ok' ? [] : finding));
}

/**
 * Reads the first row of each table, which takes a fraction of a millisecond each. A file that was cut off or written
 * over at its beginning is found damaged by this, before anybody rests on it; SQLite itself compares its length with
 * its header.
 */
export function readFirstRows(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
  for (const { name } of Names.parse(tables)) database.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
}

/**
 * Whether the text that describes the tables is what made them. SQLite reads it whenever a file is opened, and believes it: a letter
 * that is another one now may be another column, another type, or no table at all, which its checks do not find.
 */
export async function isDescribedBy(db: Connection, statements: readonly string[] | 'nothing'): Promise<boolean> {
  const { rows } = await sql`SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL`.execute(db);
  const described = new Set(Texts.parse(rows).map((row) => row.sql));
  if (statements === 'nothing') return described.size === 0;
  return statements.length > 0 && statements.every((text) => described.has(text));
}

/** Throws ArchiveDamaged where SQLite takes a file that may be written for one of a format that it may not write. */
export function refuseUnwritableFormat(database: DatabaseSync, location: string): void {
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
  } catch (error) {
    // Who waits for another writer does so at the first transaction.
    if (isLocked(error)) return;
    if (!isReadOnly(error)) throw error;
    accessSync(location, constants.W_OK);
    throw damaged();
  }
}

/** Reads every page there is, and compares each table with its indexes. Returns what is wrong, in SQLite's words; nothing when all is sound. */
export async function flawsOf(db: Connection): Promise<readonly string[]> {
  const { rows } = await sql`PRAGMA main.integrity_check`.execute(db);
  return [...wrongIn(rows), ...(await mistypedRows(db))];
}
