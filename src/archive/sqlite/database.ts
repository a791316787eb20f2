import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely';
import { ArchiveUnusable } from '../../model/errors.ts';

/** Written into the file's header, so that a database of another program is never taken for an archive. */
const APPLICATION_ID = 0x43_4f_41_52;
const BUSY_TIMEOUT_MILLIS = 5000;

/**
 * Opens the SQLite file of an archive, or a new one, or a database in memory (`:memory:`), as a Kysely dialect.
 * Throws ArchiveUnusable when the file is not an archive, is damaged, or cannot be written.
 */
export function openSqlite(location: string): SqliteDialect {
  const inMemory = location === ':memory:';
  try {
    if (!inMemory) mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(location, { timeout: BUSY_TIMEOUT_MILLIS });
    claim(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    return new ArchiveDialect({ database: forKysely(database) });
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      `The archive file cannot be used: ${reasonOf(error)}.`,
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE, or use the value memory. The file was not changed.',
    );
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
    database.close();
    throw new ArchiveUnusable(
      'The archive file is a database of another program.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. The file was not changed.',
    );
  }
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}

const REASONS: Readonly<Record<number, string>> = {
  5: 'another process keeps it locked',
  6: 'another process keeps it locked',
  8: 'it may only be read, not written',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened; check that the folder exists and may be written',
  26: 'it is not an archive',
};

function reasonOf(error: unknown): string {
  // node:sqlite gives SQLite's own result code; its low byte is the kind, the rest the details.
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') return 'its folder may not be written';
    if (error.code === 'ENOTDIR' || error.code === 'EEXIST') return 'its folder cannot be made, a part of it is a file';
  }
  return REASONS[code % 256] ?? 'it cannot be opened';
}

function forKysely(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => {
      database.close();
    },
    prepare: (sql) => {
      // Kysely begins transactions as readers. Two processes that read first and then write would fail at once
      // instead of waiting for each other, so every transaction begins as a writer.
      const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(asInput)),
        run: (parameters) => statement.run(...parameters.map(asInput)),
        iterate: (parameters) => statement.iterate(...parameters.map(asInput)),
      };
    },
  };
}

function asInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  throw new TypeError(`The archive stores numbers, text and null, not ${typeof value}`);
}
