import { sql } from 'kysely';
import type { Connection } from './engine.ts';
import type { AccountKey, Schema } from './schema.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

// The archive says that it is unchanged: what was made of it is as it would be made again.

/**
 * What is counted, each for itself: records, of which figures and words are made; and looks, which tell how much of them is
 * covered, and as of when. A desk that nothing has happened to is looked at every minute while somebody asks, and what was
 * made of its records stays as it was.
 */
export type Subject = 'records' | 'looks';

const LOOKS: ReadonlySet<keyof Schema> = new Set(['covered_days', 'covered_lists']);

/** Nothing is made of these, or they are made of others: how far walks have come, what was sent and done. A new table counts. */
const UNCOUNTED: ReadonlySet<keyof Schema> = new Set([
  'audit',
  'daily_totals',
  'packed_days',
  'page_sizes',
  'request_histories',
  'unfinished_walks',
  'walked_pages',
]);

/** Raises the numbers of an account, each at most once in a transaction. */
export class Revision {
  readonly #connection: Connection;
  readonly #account: AccountKey;
  readonly #raised = new Set<Subject>();

  constructor(connection: Connection, account: AccountKey) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Called after something in a table was changed, added or removed. */
  async raise(table: keyof Schema): Promise<void> {
    if (UNCOUNTED.has(table)) return;
    const subject: Subject = LOOKS.has(table) ? 'looks' : 'records';
    if (this.#raised.has(subject) && this.#connection.isTransaction) return;
    this.#raised.add(subject);
    const column = sql.ref(subject);
    await sql`INSERT INTO revisions (account, records, looks)
      VALUES (${this.#account}, ${subject === 'records' ? 1 : 0}, ${subject === 'looks' ? 1 : 0})
      ON CONFLICT (account) DO UPDATE SET ${column} = revisions.${column} + 1`.execute(this.#connection);
  }
}

const REVISIONS = statement((tables) => tables.revisions().select(['records', 'looks']));

/**
 * How often something has changed, by whichever process. As long as it is the same, whoever reads anything reads the same:
 * what is made of it may be kept by the number that was read before it. Throws ArchiveUnusable.
 */
export async function revisionOf(tables: Tables, subject: Subject): Promise<number> {
  const [row] = await REVISIONS(tables, {});
  return row?.[subject] ?? 0;
}

/** Keeps what was made last, for as long as the number is the one before it. */
export function whileUnchanged<Value>(
  tables: Tables,
  subject: Subject,
  make: () => Promise<Value>,
): () => Promise<Value> {
  let last: { readonly revision: number; readonly made: Promise<Value> } | undefined;
  return async () => {
    const revision = await revisionOf(tables, subject);
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
