import { Kysely } from 'kysely';
import { ArchiveUnusable } from '../model/errors.ts';
import { memoryLedger, type Ledger } from '../upstream/ledger.ts';
import { bindAccount, type Owner } from './account.ts';
import type { Engine } from './engine.ts';
import { despiteLocks } from './locked.ts';
import { migrate } from './migrations.ts';
import { requestLedger } from './request-ledger.ts';
import type { Schema } from './schema.ts';
import { SharedTime } from './shared-time.ts';
import { accountTables, type AccountTables } from './tables.ts';

/** Where the records of one desk lie, and what is known of the budget for more. */
export interface Store {
  readonly tables: AccountTables;
  /** Shared by every process that has the same archive open. */
  readonly ledger: Ledger;
  /** Steady milliseconds that all of those count alike. */
  readonly now: () => number;
  close(): Promise<void>;
}

/**
 * Opens the database of an archive, or makes one, for the desk that it belongs to: a file, `memory`, or the address of
 * a PostgreSQL database. Throws ArchiveUnusable with what to do about it.
 */
export async function openStore(location: string, owner: Owner): Promise<Store> {
  const engine = await engineAt(location);
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  try {
    await despiteLocks(() => migrate(db, engine));
    const account = await despiteLocks(() => bindAccount(db, engine, owner));
    const tables = accountTables(db, engine, account);
    const time = new SharedTime();
    await time.adjust(tables);
    const ledger = location === 'memory' ? memoryLedger() : requestLedger(tables, time);
    return { tables, ledger, now: time.now, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      'The archive could not be opened: it is damaged.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
    );
  }
}

/** Loaded only when it is used: who has a file needs no client of a server. */
async function engineAt(location: string): Promise<Engine> {
  if (/^postgres(?:ql)?:\/\//i.test(location)) {
    const { openPostgres } = await import('./postgres/database.ts');
    return openPostgres(location);
  }
  const { openSqlite } = await import('./sqlite/database.ts');
  return despiteLocks(() => openSqlite(location === 'memory' ? ':memory:' : location));
}
