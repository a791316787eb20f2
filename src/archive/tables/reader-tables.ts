import type { AccountKey, Connection, Schema, WantRow } from '../schema/schema.ts';

type Purpose = Schema['leases']['purpose'];

/** A lease that ends later than this was given before the machine's steady clock began anew. */
const LONGEST_LEASE = 60_000;

/** The writes to the tables of the reader: leases, wants and walks. None of them is a change of a record. */
export function makeReaderTables(connection: Connection, account: AccountKey) {
  return {
    /** Takes a lease that is free, or that the holder has. Returns its state; undefined while somebody else has it. */
    takeLease: async (purpose: Purpose, holder: string, now: number, until: number): Promise<string | undefined> => {
      const row = await connection
        .insertInto('leases')
        .values({ account, purpose, holder, held_until: until, state: '{}' })
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'purpose'])
            .doUpdateSet({ holder, held_until: until })
            .where((row) =>
              row.or([
                row('leases.held_until', '<=', now),
                row('leases.held_until', '>', now + LONGEST_LEASE),
                row('leases.holder', '=', holder),
              ]),
            ),
        )
        .returning('state')
        .executeTakeFirst();
      return row?.state;
    },
    /** Renews a lease, or (until 0) gives it back, and leaves the state for the next holder. Returns whether the holder still has it. */
    holdLease: async (purpose: Purpose, holder: string, until: number, state?: string): Promise<boolean> => {
      const { numUpdatedRows } = await connection
        .updateTable('leases')
        .set({ held_until: until, ...(state !== undefined && { state }) })
        .where('account', '=', account)
        .where('purpose', '=', purpose)
        .where('holder', '=', holder)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Changes the state of a lease that nobody has. */
    leaveState: async (purpose: Purpose, now: number, state: string): Promise<void> => {
      await connection
        .insertInto('leases')
        .values({ account, purpose, holder: '', held_until: 0, state })
        .onConflict((conflict) =>
          conflict.columns(['account', 'purpose']).doUpdateSet({ state }).where('leases.held_until', '<=', now),
        )
        .execute();
    },
    addWant: async (want: Omit<WantRow, 'account'>): Promise<void> => {
      await connection
        .insertInto('wants')
        .values({ account, ...want })
        .execute();
    },
    changeWants: async (wants: readonly string[] | 'all', change: Partial<WantRow>): Promise<void> => {
      const update = connection.updateTable('wants').set(change).where('account', '=', account);
      if (wants === 'all') await update.where('ended', 'is', null).execute();
      else if (wants.length > 0) await update.where('want', 'in', wants).execute();
    },
    /** Counts a request that is made for some wants. */
    countRequest: async (wants: readonly string[]): Promise<void> => {
      await connection
        .updateTable('wants')
        .set((row) => ({ requests: row('requests', '+', 1), opens_at: null }))
        .where('account', '=', account)
        .where('want', 'in', wants)
        .execute();
    },
    removeWants: async (wants: readonly string[]): Promise<void> => {
      if (wants.length === 0) return;
      await connection.deleteFrom('wants').where('account', '=', account).where('want', 'in', wants).execute();
    },
    beginWalk: async (walk: Omit<Schema['walks'], 'account'>): Promise<void> => {
      await connection
        .insertInto('walks')
        .values({ account, ...walk })
        .execute();
    },
    addLook: async (look: Omit<Schema['looks'], 'account'>): Promise<void> => {
      await connection
        .insertInto('looks')
        .values({ account, ...look })
        .execute();
    },
    /** Forgets a walk, and what it has looked at. */
    forgetWalk: async (walk: string): Promise<void> => {
      await connection.deleteFrom('looks').where('account', '=', account).where('walk', '=', walk).execute();
      await connection.deleteFrom('walks').where('account', '=', account).where('walk', '=', walk).execute();
    },
  };
}
