import { sql } from 'kysely';
import type { Connection } from './engine.ts';
import type { AccountKey, Schema } from './schema.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

// The archive says that it is unchanged: what was made of it is as it would be made again.

/**
 * What may be unchanged: chats, of which columns are made; all records, of which words are made, too; and looks, which tell how
 * much of them is covered, and as of when. A desk that nothing has happened to is looked at every minute while somebody asks, and
 * a sync reads a transcript every second: what was made of chats stays as it was.
 */
export type Subject = 'chats' | 'records' | 'looks';

/** What is counted, each for itself. */
type Counted = 'chats' | 'others' | 'looks';

const LOOKS: ReadonlySet<keyof Schema> = new Set(['covered_days', 'covered_lists']);

/** Nothing is made of these, or they are made of others: how far walks have come, what was sent and done. A new table counts. */
const UNCOUNTED: ReadonlySet<keyof Schema> = new Set([
  'audit',
  'daily_totals',
  'foldings',
  'packed_days',
  'page_sizes',
  'request_histories',
  'unfinished_walks',
  'walked_pages',
]);

const COLUMNS = ['chats', 'others', 'looks'] as const satisfies readonly Counted[];

/** Raises the numbers of an account, each at most once in a transaction. */
export class Revision {
  readonly #connection: Connection;
  readonly #account: AccountKey;
  readonly #raised = new Set<Counted>();

  constructor(connection: Connection, account: AccountKey) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Called after something in a table was changed, added or removed. */
  async raise(table: keyof Schema): Promise<void> {
    if (UNCOUNTED.has(table)) return;
    const counted: Counted = table === 'chats' ? 'chats' : LOOKS.has(table) ? 'looks' : 'others';
    if (this.#raised.has(counted) && this.#connection.isTransaction) return;
    this.#raised.add(counted);
    const column = sql.ref(counted);
    const first = COLUMNS.map((name) => (name === counted ? 1 : 0));
    await sql`INSERT INTO revisions (account, ${sql.join(COLUMNS.map((name) => sql.ref(name)))})
      VALUES (${this.#account}, ${sql.join(first)})
      ON CONFLICT (account) DO UPDATE SET ${column} = revisions.${column} + 1`.execute(this.#connection);
  }
}

const REVISIONS = statement((tables) => tables.revisions().select(COLUMNS));

/**
 * How often something has changed, by whichever process. As long as it is the same, whoever reads anything reads the same:
 * what is made of it may be kept by the number that was read before it. Throws ArchiveUnusable.
 */
export async function revisionOf(tables: Tables, subject: Subject): Promise<number> {
  const [{ chats, others, looks } = { chats: 0, others: 0, looks: 0 }] = await REVISIONS(tables, {});
  return { chats, records: chats + others, looks }[subject];
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
