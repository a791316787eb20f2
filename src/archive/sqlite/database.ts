import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type SqliteDialect } from 'kysely';
import { ArchiveUnusable } from '../../model/errors.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Engine } from '../tables/engine.ts';
import { archiveFile } from './archive-file.ts';
import { DecisionFile, deskOfDecisions } from './decision-file.ts';
import { pathOf, DECISIONS } from './file/path.ts';
import { dialectOver } from './dialect.ts';
import { damaged, isDamage, isMisdescribed, reasonOf, unusable } from './failures.ts';
import { fileNeighbours, NO_NEIGHBOURS } from './neighbours.ts';
import { APPLICATION_ID, OWNER_ONLY, wasArchive } from './file/header.ts';
import { leaseBeside, leaseUntil } from './file/lease.ts';
import { refuseOthersFile, refuseOthersFolder, refuseOthersLink, warningsAbout } from './file/ownership.ts';
import { flawsOf, isDescribedBy, readFirstRows, refuseUnwritableFormat } from './damage/soundness.ts';
import { isEarlier } from './file/format.ts';
import { wipe } from './file/wipe.ts';
import { sqliteWordIndex } from './word-index.ts';

/** SQLite waits with the whole process standing still. Who wants to wait longer does so in `retryWhileLocked`. */
const BUSY_TIMEOUT_MILLIS = 100;

/**
 * Opens the SQLite file of an archive, or a new one, or a database in memory (`:memory:`), for a desk by its `deskHash` where
 * one may be made. Throws ArchiveUnusable when
 * the file is not an archive or cannot be written, and ArchiveDamaged when it was an archive.
 */
export function openSqlite(location: string, desk?: string): Engine {
  const { dialect, hadCopy } = openFile(location, desk);
  return {
    name: 'sqlite',
    dialect,
    holdsOneDesk: true,
    // Every transaction begins as a writer (asKyselyDatabase).
    excludeWriters: () => Promise.resolve(),
    isAmong: (column, ids) => sql<boolean>`${column} IN (SELECT value FROM json_each(${ids}))`,
    words: sqliteWordIndex,
    isDescribedBy,
    neighbours: (db) => (location === ':memory:' ? NO_NEIGHBOURS : fileNeighbours(db)),
    leaseSync: () => Promise.resolve(location === ':memory:' ? leaseUntil(() => undefined) : leaseBeside(location)),
    wipe,
    flaws: flawsOf,
    ...fileAt(location, hadCopy),
  };
}

function fileAt(location: string, hadCopy: boolean): Pick<Engine, 'warnings' | 'bytesHeld' | 'file'> {
  if (location === ':memory:') return { warnings: [], bytesHeld: () => Promise.resolve(0) };
  const file = archiveFile(realpathSync(location), hadCopy);
  return { file, warnings: warningsAbout(location), bytesHeld: () => Promise.resolve(file.bytes()) };
}

function openFile(location: string, desk: string | undefined): { dialect: SqliteDialect; hadCopy: boolean } {
  try {
    if (location === ':memory:') {
      return { dialect: dialectOver(new DatabaseSync(location)), hadCopy: false };
    }
    mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
    refuseOthersFolder(dirname(location));
    refuseOthersLink(location);
    makeFile(location, desk);
    refuseOthersFile(location);
    refuseEmptied(location, desk);
    const database = new DatabaseSync(location, { timeout: BUSY_TIMEOUT_MILLIS });
    try {
      claim(database);
      hideFromOthers(location);
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
      // What is removed is written over, instead of being left until something else takes its place.
      database.exec('PRAGMA secure_delete = ON');
      readFirstRows(database);
      // It is set aside like a damaged one, and what was decided in it goes on.
      if (isEarlier(database)) throw damaged();
      refuseUnwritableFormat(database, location);
      return { dialect: dialectOver(database), hadCopy: true };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    if (
      (isDamage(error) || isMisdescribed(error)) &&
      (wasArchive(location) || deskOfDecisions(pathOf(location)) !== undefined)
    )
      throw damaged();
    throw unusable(
      reasonOf(error) ?? trusted`it cannot be opened`,
      trusted`Fix that, name another file with --archive or CHAT_OPERATIONS_ARCHIVE, or use the value memory. The file was not changed.`,
    );
  }
}

/** SQLite would make it readable for whom the umask lets, and gives its -wal and -shm the mode of the file. */
function makeFile(location: string, desk: string | undefined): void {
  // A file that is there already is not even opened: closing it would drop the locks that this process has on it.
  if (existsSync(location)) return;
  // First the copy, so that an empty file without one was not left by a server that was killed here.
  const copy = desk === undefined ? undefined : new DecisionFile(pathOf(location), desk);
  const state = copy?.read().state;
  // It outlived the file that it belongs to, and does not tell everything any more.
  if (state === 'broken') throw damaged();
  if (state === 'missing') copy?.begin();
  closeSync(openSync(location, 'a', OWNER_ONLY));
}

/** Throws ArchiveDamaged for a file that holds nothing, where nothing whole tells what was decided in it. */
function refuseEmptied(location: string, desk: string | undefined): void {
  if (statSync(location).size > 0) return;
  if (desk === undefined || new DecisionFile(realpathSync(location), desk).read().state !== 'whole') throw damaged();
}

/** An archive of an earlier version may be readable for others. */
function hideFromOthers(location: string): void {
  for (const file of [location, `${location}-wal`, `${location}-shm`, location + DECISIONS]) {
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // It is not there, or not ours to hide: then its owner has chosen who may read it.
    }
  }
}

/** Whether a database is an archive that has lost its mark: no other program has all of these. */
function hasOurTables(database: DatabaseSync): boolean {
  const names = `('accounts', 'covered_days', 'covered_lists', 'unfinished_walks', 'offline_threads')`;
  return database.prepare(`SELECT count(*) AS count FROM sqlite_schema WHERE name IN ${names}`).get()?.['count'] === 5;
}

function claim(database: DatabaseSync): void {
  // In this order: another process that makes an archive of the file now writes the id before any table.
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get()?.['count'];
  const id = database.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id === APPLICATION_ID) return;
  if ((id !== 0 || tables !== 0) && !hasOurTables(database)) {
    throw new ArchiveUnusable(
      'The archive file is a database of another program.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. The file was not changed.',
    );
  }
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}
