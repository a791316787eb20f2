import { sql } from 'kysely';
import type { Connection } from './engine.ts';
import type { AccountKey, Schema } from './schema.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

// The archive says that it is unchanged: what was made of it is as it would be made again.

/**
 * Tables that no answer rests on but by what is read anew each time: how far walks have come, what was sent and done, and
 * what is made of other tables. All others count, a new one too: records, and what is covered of them, which each answer
 * tells.
 */
const UNCOUNTED: ReadonlySet<keyof Schema> = new Set([
  'audit',
  'packed_days',
  'page_sizes',
  'request_histories',
  'unfinished_walks',
  'walked_pages',
]);

/** Raises the number of an account, at most once in a transaction. */
export class Revision {
  readonly #connection: Connection;
  readonly #account: AccountKey;
  #isRaised = false;

  constructor(connection: Connection, account: AccountKey) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Called after something was written to a table or removed from it. */
  async raise(table: keyof Schema): Promise<void> {
    if (UNCOUNTED.has(table) || (this.#isRaised && this.#connection.isTransaction)) return;
    this.#isRaised = true;
    await sql`INSERT INTO revisions (account, revision) VALUES (${this.#account}, 1)
      ON CONFLICT (account) DO UPDATE SET revision = revisions.revision + 1`.execute(this.#connection);
  }
}

const REVISION = statement((tables) => tables.revisions().select('revision'));

/**
 * How often what answers rest on has changed. As long as it is the same, whoever reads anything reads the same: what is
 * made of it may be kept by the number that was read before it.
 */
export async function revisionOf(tables: Tables): Promise<number> {
  const [row] = await REVISION(tables, {});
  return row?.revision ?? 0;
}

/** Keeps what was made last, for as long as the revision is the one before it. */
export function whileUnchanged<Value>(tables: Tables, make: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly revision: number; readonly made: Promise<Value> } | undefined;
  return async () => {
    const revision = await revisionOf(tables);
    if (last?.revision === revision) return last.made;
    const kept = { revision, made: make() };
    last = kept;
    try {
      return await kept.made;
    } catch (error) {
      if (last === kept) last = undefined;
      throw error;
    }
  };
}
