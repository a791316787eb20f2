import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { ArchiveUnusable } from '../../model/errors.ts';
import { trusted } from '../../model/trusted-text.ts';
import type { Engine } from '../engine.ts';
import { archiveFile } from './archive-file.ts';
import { damaged, isDamage, reasonOf, unusable, usingFile } from './failures.ts';
import { APPLICATION_ID, OWNER_ONLY, wasArchive } from './header.ts';
import { leaseBeside, leaseUntil } from './lease.ts';
import { refuseOthersFile, refuseOthersFolder, refuseOthersLink, warningsAbout } from './ownership.ts';
import { flawsOf, readFirstRows } from './soundness.ts';
import { wipe } from './wipe.ts';
import { sqliteWordIndex } from './word-index.ts';

/** SQLite waits with the whole process standing still. Who wants to wait longer does so in `despiteLocks`. */
const BUSY_TIMEOUT_MILLIS = 100;

/**
 * Opens the SQLite file of an archive, or a new one, or a database in memory (`:memory:`). Throws ArchiveUnusable when
 * the file is not an archive or cannot be written, and ArchiveDamaged when it was an archive.
 */
export function openSqlite(location: string): Engine {
  const dialect = dialectOf(location);
  return {
    dialect,
    bytes: 'blob',
    holdsOneDesk: true,
    // Every transaction begins as a writer (forKysely).
    excludeWriters: () => Promise.resolve(),
    words: sqliteWordIndex,
    leaseSync: () => Promise.resolve(location === ':memory:' ? leaseUntil(() => undefined) : leaseBeside(location)),
    wipe,
    flaws: flawsOf,
    ...fileAt(location),
  };
}

function fileAt(location: string): Pick<Engine, 'warnings' | 'bytesHeld' | 'file'> {
  if (location === ':memory:') return { warnings: [], bytesHeld: () => Promise.resolve(0) };
  const file = archiveFile(realpathSync(location));
  return { file, warnings: warningsAbout(location), bytesHeld: () => Promise.resolve(file.bytes()) };
}

function dialectOf(location: string): SqliteDialect {
  try {
    if (location === ':memory:') return new ArchiveDialect({ database: forKysely(new DatabaseSync(location)) });
    mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
    refuseOthersFolder(dirname(location));
    refuseOthersLink(location);
    makeFile(location);
    refuseOthersFile(location);
    const database = new DatabaseSync(location, { timeout: BUSY_TIMEOUT_MILLIS });
    try {
      claim(database);
      hide(location);
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
      // What is removed is written over, instead of being left until something else takes its place.
      database.exec('PRAGMA secure_delete = ON');
      readFirstRows(database);
    } catch (error) {
      database.close();
      throw error;
    }
    return new ArchiveDialect({ database: forKysely(database) });
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    if (isDamage(error) && wasArchive(location)) throw damaged();
    throw unusable(
      reasonOf(error) ?? trusted`it cannot be opened`,
      trusted`Mend that, or name another file with --archive or CHAT_OPERATIONS_ARCHIVE, or use the value memory. The file was not changed.`,
    );
  }
}

/** SQLite would make it readable for whom the umask lets, and gives its -wal and -shm the mode of the file. */
function makeFile(location: string): void {
  // A file that is there already is not even opened: closing it would drop the locks that this process has on it.
  if (!existsSync(location)) closeSync(openSync(location, 'a', OWNER_ONLY));
}

/** An archive of an earlier version may be readable for others. */
function hide(location: string): void {
  for (const file of [location, `${location}-wal`, `${location}-shm`]) {
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // It is not there, or not ours to hide: then its owner has chosen who may read it.
    }
  }
}

/** SQLite rolls back tables, too. Kysely does not take it for granted, and would migrate without a transaction. */
class ArchiveDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function claim(database: DatabaseSync): void {
  // In this order: another process that makes an archive of the file now writes the id before any table.
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get()?.['count'];
  const id = database.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id === APPLICATION_ID) return;
  if (id !== 0 || tables !== 0) {
    throw new ArchiveUnusable(
      'The archive file is a database of another program.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. The file was not changed.',
    );
  }
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}

function forKysely(database: DatabaseSync): SqliteDatabase {
  const prepare = (sql: string): SqliteStatement => {
    const statement = usingFile(() => database.prepare(sql));
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => usingFile(() => statement.all(...parameters.map(asInput))),
      run: (parameters) => usingFile(() => statement.run(...parameters.map(asInput))),
      iterate: (parameters) => statement.iterate(...parameters.map(asInput)),
    };
  };
  return {
    close: () => {
      database.close();
    },
    prepare: (sql) => {
      // After some failures, such as a full disk, SQLite has rolled back already, and would call another one an error.
      if (sql === 'rollback' && !database.isTransaction) return prepare('select 1');
      // Kysely begins transactions as readers. Two processes that read first and then write would fail at once
      // instead of waiting for each other, so every transaction begins as a writer.
      return prepare(sql === 'begin' ? 'begin immediate' : sql);
    },
  };
}

function asInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`The archive stores numbers, text, bytes and null, not ${typeof value}`);
}
