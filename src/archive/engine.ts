import type { Dialect, Kysely } from 'kysely';
import type { AccountKey, Schema } from './schema.ts';

/** A database or a transaction on one. */
export type Connection = Kysely<Schema>;

/** What differs between the databases an archive may lie in: a SQLite file or memory, and PostgreSQL. */
export interface Engine {
  readonly dialect: Dialect;
  /** The type of a column of bytes. */
  readonly bytes: 'blob' | 'bytea';
  /** The schema that the tables lie in, where the engine has such. */
  readonly schema?: string;
  /** Whether it belongs to one desk alone. Else each desk is found by its origin and login. */
  readonly holdsOneDesk: boolean;
  /**
   * Keeps everybody else from writing to a desk, or (0) from setting up the archive, until a transaction ends: what it
   * reads stays true until it writes. Called first in each.
   */
  readonly excludeWriters: (transaction: Connection, account: AccountKey | 0) => Promise<void>;
  /**
   * The clock that everybody shares who has the archive open, in milliseconds: it may be set, which that of one
   * machine (upstream/uptime.ts) may not. None where they all are on one machine.
   */
  readonly now?: (connection: Connection) => Promise<number>;
}
