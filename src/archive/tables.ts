import { sql, type Kysely } from 'kysely';
import type { AccountKey, Schema } from './schema.ts';

/** A database or a transaction on one. */
type Connection = Kysely<Schema>;

/**
 * The tables of one account. Rooms inside the archive read through this and never through the database, so that no
 * query can forget whose rows it reads; what is written carries `account` in its row type.
 */
function tablesOf(connection: Connection, account: AccountKey) {
  return {
    account,
    agents: () => connection.selectFrom('agents').where('agents.account', '=', account),
    chats: () => connection.selectFrom('chats').where('chats.account', '=', account),
    transcripts: () => connection.selectFrom('transcripts').where('transcripts.account', '=', account),
    messages: () => connection.selectFrom('messages').where('messages.account', '=', account),
    offlineMessages: () => connection.selectFrom('offline_messages').where('offline_messages.account', '=', account),
    offlineThreads: () => connection.selectFrom('offline_threads').where('offline_threads.account', '=', account),
    offlineReplies: () => connection.selectFrom('offline_replies').where('offline_replies.account', '=', account),
    visitors: () => connection.selectFrom('visitors').where('visitors.account', '=', account),
    visitorProfiles: () => connection.selectFrom('visitor_profiles').where('visitor_profiles.account', '=', account),
    coveredDays: () => connection.selectFrom('covered_days').where('covered_days.account', '=', account),
    coveredLists: () => connection.selectFrom('covered_lists').where('covered_lists.account', '=', account),
    unfinishedWalks: () => connection.selectFrom('unfinished_walks').where('unfinished_walks.account', '=', account),
    forgetWalk: (walk: string) =>
      connection.deleteFrom('unfinished_walks').where('account', '=', account).where('walk', '=', walk),
    /** Removes the rows of records that the service has no more, each with all that belongs to it. */
    forget: (table: keyof typeof BELONGINGS, ids: readonly number[]) => forget(connection, account, table, ids),
    /** Rows are chunked, because an engine binds only so many values in one statement. */
    upsert: <Table extends keyof typeof KEYS>(table: Table, rows: readonly Schema[Table][]) =>
      upsert(connection, table, rows),
  };
}

export type Tables = ReturnType<typeof tablesOf>;

/** One account's part of the archive. */
export interface AccountTables extends Tables {
  /** What is written in `work` is kept together or not at all. */
  transaction<T>(work: (tables: Tables) => Promise<T>): Promise<T>;
}

export function accountTables(db: Kysely<Schema>, account: AccountKey): AccountTables {
  return {
    ...tablesOf(db, account),
    transaction: (work) => db.transaction().execute((transaction) => work(tablesOf(transaction, account))),
  };
}

const KEYS = {
  agents: ['agent_id'],
  chats: ['chat_id'],
  transcripts: ['chat_id'],
  messages: ['chat_id', 'position'],
  offline_messages: ['offline_message_id'],
  offline_threads: ['offline_message_id'],
  offline_replies: ['offline_message_id', 'position'],
  visitors: ['visitor_id'],
  visitor_profiles: ['visitor_id'],
  covered_days: ['day', 'agent_id'],
  covered_lists: ['list'],
  unfinished_walks: ['walk'],
} as const satisfies { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

/** What goes when a record goes: its own table and those that hang on it, by the column with its id. */
const BELONGINGS = {
  agents: ['agent_id', ['agents']],
  chats: ['chat_id', ['messages', 'transcripts', 'chats']],
  offline_messages: ['offline_message_id', ['offline_replies', 'offline_threads', 'offline_messages']],
  visitors: ['visitor_id', ['visitor_profiles', 'visitors']],
} as const satisfies { readonly [Table in keyof Schema]?: readonly [string, readonly (keyof Schema)[]] };

async function forget(
  connection: Connection,
  account: AccountKey,
  record: keyof typeof BELONGINGS,
  ids: readonly number[],
): Promise<void> {
  const [column, tables] = BELONGINGS[record];
  for (let start = 0; start < ids.length; start += ROWS_PER_STATEMENT) {
    const some = sql.join(ids.slice(start, start + ROWS_PER_STATEMENT));
    for (const table of tables) {
      await sql`DELETE FROM ${sql.table(table)} WHERE account = ${account} AND ${sql.ref(column)} IN (${some})`.execute(
        connection,
      );
    }
  }
}

const ROWS_PER_STATEMENT = 500;

async function upsert<Table extends keyof typeof KEYS>(
  connection: Connection,
  table: Table,
  rows: readonly Schema[Table][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const keys: readonly string[] = ['account', ...KEYS[table]];
  const names = (of: readonly string[]) => sql.join(of.map((column) => sql.ref(column)));
  const updates = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((row): Readonly<Record<string, unknown>> => ({ ...row }))
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`INSERT INTO ${sql.table(table)} (${names(columns)}) VALUES ${sql.join(values)}
      ON CONFLICT (${names(keys)}) DO UPDATE SET ${updates}`.execute(connection);
  }
}
