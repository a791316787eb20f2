import { accessSync, constants } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { z } from 'zod';
import { DECISION_TABLES } from '../../model/decided-here.ts';
import type { Connection } from '../engine.ts';
import { damaged, isLocked, isReadOnly } from './failures.ts';
import { mistypedRows } from './row-types.ts';

const Names = z.array(z.object({ name: z.string() }));
const Findings = z.array(z.object({ integrity_check: z.string() }));

/**
 * Reads the first row of each table, which takes a fraction of a millisecond each. A file that was cut off or written
 * over at its beginning is found damaged by this, before anybody rests on it; SQLite itself compares its length with
 * its header.
 */
export function readFirstRows(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
  for (const { name } of Names.parse(tables)) database.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
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

/** Throws ArchiveDamaged where a table of what was decided is broken, or its index tells otherwise. They are small. */
export async function refuseBrokenDecisions(db: Connection): Promise<void> {
  for (const table of DECISION_TABLES) {
    const { rows } = await sql`PRAGMA integrity_check(${sql.lit(table)})`.execute(db);
    if (Findings.parse(rows).some(({ integrity_check: finding }) => finding !== 'ok')) throw damaged();
  }
}

/** Whether SQLite finds nothing wrong in a file. */
export function isSoundFile(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const findings = Findings.parse(database.prepare('PRAGMA integrity_check').all());
      return findings.every(({ integrity_check: finding }) => finding === 'ok');
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Reads every page there is, and compares each table with its indexes. Answers what is wrong, in SQLite's words; nothing when all is sound. */
export async function flawsOf(db: Connection): Promise<readonly string[]> {
  const { rows } = await sql`PRAGMA integrity_check`.execute(db);
  const found = Findings.parse(rows).map(({ integrity_check: finding }) => finding);
  return [...found.filter((finding) => finding !== 'ok'), ...(await mistypedRows(db))];
}
