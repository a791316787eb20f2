import { sql } from 'kysely';
import type { ChangeNotes } from './change-notes.ts';
import type { AccountKey, Connection, Schema } from '../schema/schema.ts';

/** The kinds of changes that are counted. */
type Counted = 'chats' | 'others' | 'looks';

const LOOKS: ReadonlySet<keyof Schema> = new Set(['covered_days', 'covered_lists']);

/** Nothing is made of these, or they are made of others: how far walks have come, what was sent and done. A new table counts. */
const UNCOUNTED: ReadonlySet<keyof Schema> = new Set([
  'audit',
  'calls',
  'confirmation_seals',
  'confirmations',
  'daily_totals',
  'day_sums',
  'held_desks',
  'foldings',
  'notices',
  'packed_days',
  'page_sizes',
  'request_histories',
  'tokens',
  'unfinished_walks',
  'walked_pages',
]);

export const COUNTED = ['chats', 'others', 'looks'] as const satisfies readonly Counted[];

/** Raises the numbers of an account, each at most once in a transaction. */
export class RevisionCounter {
  readonly #connection: Connection;
  readonly #account: AccountKey;
  readonly #notes: ChangeNotes;
  readonly #raised = new Set<Counted>();

  constructor(connection: Connection, account: AccountKey, notes: ChangeNotes) {
    this.#connection = connection;
    this.#account = account;
    this.#notes = notes;
  }

  /** Counts a change of a table. Called after something in it was changed, added or removed. */
  async raise(table: keyof Schema): Promise<void> {
    if (UNCOUNTED.has(table)) return;
    this.#notes.noteAny();
    const counted: Counted = table === 'chats' ? 'chats' : LOOKS.has(table) ? 'looks' : 'others';
    if (this.#raised.has(counted) && this.#connection.isTransaction) return;
    this.#raised.add(counted);
    const column = sql.ref(counted);
    const first = COUNTED.map((name) => (name === counted ? 1 : 0));
    await sql`INSERT INTO revisions (account, ${sql.join(COUNTED.map((name) => sql.ref(name)))})
      VALUES (${this.#account}, ${sql.join(first)})
      ON CONFLICT (account) DO UPDATE SET ${column} = revisions.${column} + 1`.execute(this.#connection);
  }
}
