import type { PostgresPool } from 'kysely';
import { z } from 'zod';
import type { SyncLease } from '../tables/engine.ts';
import type { AccountKey } from '../schema/schema.ts';
import { translateServerErrors } from './failures.ts';
import { LockingConnection } from './locking-connection.ts';

/** The first key of this advisory lock, among those of other programs on the same database. */
const SYNCING = 0x43_4f_53_59;

/** Whether somebody has the lock. */
const IS_LEASED = `SELECT EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND classid = $1::integer::oid AND objid = $2::integer::oid AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS leased`;

const Leased = z.object({ rows: z.tuple([z.object({ leased: z.boolean() })]) });

/**
 * The rights to be the only sync of a desk, of the desks in one database: locks of one connection, which the server drops with it,
 * at once where a process is killed. It is open while there is one of them.
 */
export class SyncLeases {
  readonly #address: string;
  /** A connection would get a lock again that it has. */
  readonly #taken = new Set<AccountKey>();
  #connection: LockingConnection | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /**
   * Takes the right to a desk; undefined while it is taken, here or elsewhere: those who wait for it ask the pool, and open no
   * connection each time. Throws ArchiveUnusable.
   */
  async take(pool: PostgresPool, account: AccountKey): Promise<SyncLease | undefined> {
    if (this.#taken.has(account)) return undefined;
    this.#taken.add(account);
    let lease: SyncLease | undefined;
    try {
      lease = await translateServerErrors(async () =>
        (await isLeased(pool, account)) ? undefined : this.#lock(account),
      );
    } finally {
      if (lease === undefined) this.#taken.delete(account);
    }
    return lease;
  }

  async #lock(account: AccountKey): Promise<SyncLease | undefined> {
    if (this.#connection?.isOver !== false) this.#connection = new LockingConnection(this.#address);
    const lock = await this.#connection.lock(SYNCING, account);
    if (lock === undefined) return undefined;
    return {
      lost: lock.lost,
      release: async () => {
        await lock.release();
        this.#taken.delete(account);
      },
    };
  }
}

async function isLeased(pool: PostgresPool, account: AccountKey): Promise<boolean> {
  const client = await pool.connect();
  try {
    const [{ leased }] = Leased.parse(await client.query(IS_LEASED, [SYNCING, account])).rows;
    return leased;
  } finally {
    client.release();
  }
}
