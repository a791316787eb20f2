import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { ArchiveLocked } from '../tables/locked.ts';
import { translateFileErrors } from './failures.ts';
import { PreparedStatements } from './prepared.ts';

/** Makes the dialect by which the archive's queries reach a database. */
export function dialectOver(database: DatabaseSync): SqliteDialect {
  return new ArchiveDialect({ database: asKyselyDatabase(database) });
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

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new PreparedStatements(database);
  const prepare = (sql: string): SqliteStatement => {
    const { statement, isReader } = translateFileErrors(() => statements.of(sql));
    return {
      reader: isReader,
      all: (parameters) => patiently(database, () => statement.all(...parameters.map(asInput))),
      run: (parameters) => translateFileErrors(() => statement.run(...parameters.map(asInput))),
      // Who goes on with its rows later needs one of its own.
      iterate: (parameters) => database.prepare(sql).iterate(...parameters.map(asInput)),
    };
  };
  return {
    close: () => {
      statements.clear();
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

/**
 * Reads although another process just writes what was decided to the disk, which has no log beside it to be read from meanwhile. Who
 * writes begins the whole transaction anew.
 */
function patiently<T>(database: DatabaseSync, read: () => T): T {
  for (let tries = 1; ; tries += 1) {
    try {
      return translateFileErrors(read);
    } catch (error) {
      if (!(error instanceof ArchiveLocked) || database.isTransaction || tries === MOST_TRIES) throw error;
    }
  }
}

/** Each takes as long as SQLite itself waits. */
const MOST_TRIES = 5;

/** A value as a statement takes it. */
export function asInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  // Some numbers at once are taken apart by a statement itself (database.ts).
  if (Array.isArray(value)) return JSON.stringify(value);
  throw new TypeError(`The archive stores numbers, text, bytes and null, not ${typeof value}`);
}
