import type { Schema } from './schema.ts';

/** The key of each table, behind the account. */
export const KEYS = {
  accounts: [],
  held_desks: [],
  agents: ['agent_id'],
  chats: ['chat_id'],
  transcripts: ['chat_id'],
  messages: ['chat_id', 'position'],
  offline_messages: ['offline_message_id'],
  offline_threads: ['offline_message_id'],
  offline_replies: ['offline_message_id', 'position'],
  triage: ['offline_message_id'],
  visitors: ['visitor_id'],
  visitor_profiles: ['visitor_id'],
  day_sums: ['day'],
  covered_days: ['day', 'agent_id'],
  covered_lists: ['list'],
  unfinished_walks: ['walk'],
  walked_pages: ['walk', 'step'],
  page_sizes: ['list'],
  request_histories: [],
  packed_days: ['day'],
  daily_totals: ['day'],
  revisions: [],
  erased_visitors: ['visitor_id'],
  audit: ['entry'],
  calls: ['at', 'node', 'entry'],
  account_keys: ['purpose'],
  code_meanings: ['code', 'value'],
  tokens: ['name'],
  foldings: ['made'],
  confirmations: ['confirmation'],
  confirmation_seals: [],
  notices: ['notice'],
} as const satisfies { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

export type KeyedTable = keyof typeof KEYS;

/** The values of a row's key, in the order of its columns. */
export type Key = readonly (number | string)[];

/** The key of a row. */
export function keyOf<Table extends KeyedTable>(table: Table, row: Schema[Table]): Key {
  const values = new Map<string, unknown>(Object.entries(row));
  return KEYS[table].map((column) => {
    const value = values.get(column);
    if (typeof value === 'number' || typeof value === 'string') return value;
    throw new TypeError(`${table} has a row without ${column}`);
  });
}
