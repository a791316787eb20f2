import { Kysely } from 'kysely';
import { ArchiveUnusable } from '../model/errors.ts';
import { memoryLedger, type Ledger } from '../upstream/ledger.ts';
import { bindAccount } from './account.ts';
import { despiteLocks } from './locked.ts';
import { migrate } from './migrations.ts';
import { requestLedger } from './request-ledger.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite/database.ts';
import { accountTables, type AccountTables } from './tables.ts';

/** Where the records of one desk lie, and what is known of the budget for more. */
export interface Store {
  readonly tables: AccountTables;
  /** Shared by every process that has the same archive open. */
  readonly ledger: Ledger;
  close(): Promise<void>;
}

interface Owner {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly login: string;
}

/**
 * Opens the database of an archive, a file or `memory`, or makes one, for the desk that it belongs to. Throws
 * ArchiveUnusable with what to do about it.
 */
export async function openStore(location: string, { origin, login }: Owner): Promise<Store> {
  const isMemory = location === 'memory';
  const db = new Kysely<Schema>({ dialect: await despiteLocks(() => openSqlite(isMemory ? ':memory:' : location)) });
  try {
    await despiteLocks(() => migrate(db));
    const tables = accountTables(db, await despiteLocks(() => bindAccount(db, origin, login)));
    const ledger = isMemory ? memoryLedger() : requestLedger(tables);
    return { tables, ledger, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      'The archive could not be opened: it is damaged.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
    );
  }
}
