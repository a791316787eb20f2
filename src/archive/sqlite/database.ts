import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { ArchiveUnusable } from '../../model/errors.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Connection } from '../schema/schema.ts';
import type { Engine } from '../tables/engine.ts';
import { damageFinder, refuseDamageMet } from './damage/damage-met.ts';
import { isEarlier } from './damage/earlier.ts';
import { flawsOf, isDescribedBy, readFirstRows, refuseUnwritableFormat } from './damage/soundness.ts';
import { ATTACHED, backUpDecisions, flawsOfDecisions, makeDecisions } from './decisions-file.ts';
import { dialectOver } from './dialect.ts';
import { damaged, DecisionsDamaged, EarlierArchive, isDamage, isMisdescribed, reasonOf, unusable } from './failures.ts';
import { copiesOf, removeCopies, setAsideAt } from './file/copies.ts';
import { APPLICATION_ID, OWNER_ONLY, wasArchive } from './file/header.ts';
import { leaseBeside, leaseUntil } from './file/lease.ts';
import { refuseOthersFile, refuseOthersFolder, refuseOthersLink, warningsAbout } from './file/ownership.ts';
import { backupBeside, decisionsBeside, pathOf } from './file/path.ts';
import { wipe } from './file/wipe.ts';
import { fileNeighbours, NO_NEIGHBOURS } from './neighbours.ts';
import { sqliteWordIndex } from './word-index.ts';

/** SQLite waits with the whole process standing still. Who wants to wait longer does so in `retryWhileLocked`. */
const BUSY_TIMEOUT_MILLIS = 100;

/** The places of the files of an archive. */
interface Place {
  readonly path: string;
  readonly decisions: string;
  readonly backup: string;
  readonly isReadOnly: boolean;
}

/**
 * Opens the SQLite file of an archive with the decisions beside it, or new ones where they may be made, or databases in memory
 * (`:memory:`). Throws ArchiveUnusable when the file is not an archive or cannot be used, ArchiveDamaged when it was an archive,
 * DecisionsDamaged when the decisions are not whole, and EarlierArchive.
 */
export function openSqlite(location: string, mayMake: boolean): Engine {
  const place = location === ':memory:' ? undefined : placeAt(location, mayMake);
  const database = place === undefined ? openInMemory() : openFiles(location, place, mayMake);
  return {
    name: 'sqlite',
    dialect: dialectOver(database),
    decisionSchema: ATTACHED,
    holdsOneDesk: true,
    // Every transaction begins as a writer (asKyselyDatabase).
    excludeWriters: () => Promise.resolve(),
    isAmong: (column, ids) => sql<boolean>`${column} IN (SELECT value FROM json_each(${ids}))`,
    words: sqliteWordIndex,
    isDescribedBy,
    neighbours: (db) => (place === undefined ? NO_NEIGHBOURS : fileNeighbours(db)),
    leaseSync: () => Promise.resolve(place === undefined ? leaseUntil(() => undefined) : leaseBeside(location)),
    wipe,
    flaws: async (db) => [
      ...flawsOfDecisions(database, ATTACHED).map((flaw) => `the saved decisions: ${flaw}`),
      ...(await flawsOf(db)),
    ],
    ...(place === undefined ? IN_MEMORY : ofFile(place, () => flawsOfDecisions(database, ATTACHED))),
  };
}

const IN_MEMORY: Pick<Engine, 'warnings' | 'bytesHeld'> = { warnings: [], bytesHeld: () => Promise.resolve(0) };

function ofFile({ path, decisions, backup, isReadOnly }: Place, flawsOfOwn: () => readonly string[]) {
  const parts = [path, `${path}-wal`, `${path}-shm`, decisions, backup];
  return {
    warnings: warningsAbout(path),
    bytesHeld: () => Promise.resolve(parts.reduce((sum, part) => sum + sizeOf(part), 0)),
    backUpDecisions: (db: Connection) => (isReadOnly ? Promise.resolve() : backUpDecisions(db, backup)),
    file: {
      path,
      isReadOnly,
      copies: () => copiesOf(path),
      removeCopies: () => removeCopies(path),
      setAsideAt: () => setAsideAt(path),
      refuseDamageMet: (db: Connection) => refuseDamageMet(db, path),
      damageBehind: damageFinder(path, flawsOfOwn),
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function openInMemory(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(`ATTACH ':memory:' AS ${ATTACHED}`);
  return database;
}

function placeAt(location: string, mayMake: boolean): Place {
  return translated(location, () => {
    if (mayMake) mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
    refuseOthersFolder(dirname(location));
    refuseOthersLink(location);
    const path = pathOf(location);
    return {
      path,
      decisions: decisionsBeside(path),
      backup: backupBeside(path),
      isReadOnly: existsSync(path) && !isWritable(path),
    };
  });
}

/** Whether a file may be written. If only its mode forbids that, its owner learns so. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function openFiles(location: string, place: Place, mayMake: boolean): DatabaseSync {
  return translated(location, () => {
    const { path, decisions, isReadOnly } = place;
    if (!isReadOnly) makeFiles(place, mayMake);
    refuseOthersFile(location);
    const database = isReadOnly ? openToRead(path) : new DatabaseSync(location, { timeout: BUSY_TIMEOUT_MILLIS });
    try {
      claim(database);
      if (isEarlier(database)) throw new EarlierArchive();
      attach(database, place);
      if (isReadOnly) return database;
      hideFromOthers([path, `${path}-wal`, `${path}-shm`, decisions, place.backup]);
      database.exec('PRAGMA main.journal_mode = WAL; PRAGMA main.synchronous = NORMAL');
      // A decision is on the disk before it is confirmed, and in one file: a log beside it could lose its end.
      database.exec(`PRAGMA ${ATTACHED}.journal_mode = DELETE; PRAGMA ${ATTACHED}.synchronous = FULL`);
      // What is removed is written over, instead of being left until something else takes its place.
      database.exec(`PRAGMA main.secure_delete = ON; PRAGMA ${ATTACHED}.secure_delete = ON`);
      readFirstRows(database);
      refuseUnwritableFormat(database, location);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** A file that may only be read is opened without the files beside it that SQLite would make. */
function openToRead(path: string): DatabaseSync {
  if (sizeOf(`${path}-wal`) > 0) {
    throw new ArchiveUnusable(
      'The archive may only be read, not written, and a server did not come to its end there: what was written last lies beside it.',
      'Copy its files to a place that may be written, and name that archive; or let a server open it once where it may be written.',
    );
  }
  return new DatabaseSync(addressOf(path), { readOnly: true });
}

function addressOf(path: string): URL {
  const address = pathToFileURL(path);
  address.search = '?immutable=1';
  return address;
}

/** Attaches the decisions, and reads them through. Throws DecisionsDamaged. */
function attach(database: DatabaseSync, { decisions, isReadOnly }: Place): void {
  if (!existsSync(decisions)) throw new DecisionsDamaged();
  try {
    database.prepare(`ATTACH ? AS ${ATTACHED}`).run(isReadOnly ? addressOf(decisions).href : decisions);
  } catch (error) {
    if (isDamage(error)) throw new DecisionsDamaged();
    throw error;
  }
  if (flawsOfDecisions(database, ATTACHED).length > 0) throw new DecisionsDamaged();
}

/**
 * Makes the files that are not there. First the decisions: an archive without them has lost them, or was made by an earlier version,
 * which is seen when it is opened.
 */
function makeFiles({ path, decisions, backup }: Place, mayMake: boolean): void {
  const isNothingThere = ![path, decisions, backup].some((file) => existsSync(file));
  if (isNothingThere && mayMake) makeDecisions(decisions);
  if (!existsSync(path) && !existsSync(decisions)) throw new DecisionsDamaged();
  // SQLite would make it as readable as the umask allows. One that is there already is not even opened: closing it would drop the
  // locks that this process has on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
}

/** Says in our words why a file cannot be opened. */
function translated<T>(location: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    if ((isDamage(error) || isMisdescribed(error)) && isArchive(location)) throw damaged();
    throw unusable(
      reasonOf(error) ?? trusted`it cannot be opened`,
      trusted`Fix that, name another file with --archive or CHAT_OPERATIONS_ARCHIVE, or use the value memory. The file was not changed.`,
    );
  }
}

function isArchive(location: string): boolean {
  return wasArchive(location) || existsSync(decisionsBeside(pathOf(location)));
}

/** The folder may be open to other users. */
function hideFromOthers(files: readonly string[]): void {
  for (const file of files) {
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // It is not there, or not ours to hide: then its owner has chosen who may read it.
    }
  }
}

/** Whether a database is an archive that has lost its mark: no other program has all of these. */
function hasOurTables(database: DatabaseSync): boolean {
  const names = `('held_desks', 'covered_days', 'covered_lists', 'unfinished_walks', 'offline_threads')`;
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
