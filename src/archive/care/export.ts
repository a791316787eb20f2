import type { AgentId, VisitorId } from '../../model/ids.ts';
import { ABOUT, decisionsAbout } from '../decisions/kinds.ts';
import type { KeyedTable } from '../schema/table-keys.ts';
import type { Tables } from '../tables/tables.ts';
import { idsOf } from './erasure.ts';

/** What an archive holds of somebody, by the tables that it lies in: rows as they are stored, with times as ISO 8601 in UTC. */
export type Export = Readonly<Record<string, readonly object[]>>;

/** Rows of a table that have one of some values in a column. */
type Wanted = readonly [table: KeyedTable, column: string, values: readonly number[]];

/** Everything that is stored of a visitor: what an erasure would remove, and the lines of the audit that name them. Throws ArchiveUnusable. */
export async function exportVisitor(tables: Tables, visitorId: VisitorId): Promise<Export> {
  const { chatIds, messageIds } = await idsOf(tables, visitorId);
  const ids = { chats: chatIds, offline_messages: messageIds };
  const decided = ABOUT.flatMap((kind) =>
    decisionsAbout(kind).map(({ table, column }): Wanted => [table, column, ids[kind]]),
  );
  return rowsOf(tables, [
    ['visitors', 'visitor_id', [visitorId]],
    ['visitor_profiles', 'visitor_id', [visitorId]],
    ['chats', 'chat_id', chatIds],
    ['transcripts', 'chat_id', chatIds],
    ['messages', 'chat_id', chatIds],
    ['offline_messages', 'offline_message_id', messageIds],
    ['offline_replies', 'offline_message_id', messageIds],
    ...decided,
    ['erased_visitors', 'visitor_id', [visitorId]],
    ['audit', 'visitor_id', [visitorId]],
  ]);
}

/**
 * Everything that is stored of an agent: the record, the chats that name them without their visitors, what they wrote there, and their replies
 * to offline messages. Throws ArchiveUnusable.
 */
export async function exportAgent(tables: Tables, agentId: AgentId): Promise<Export> {
  const found = await rowsOf(tables, [
    ['agents', 'agent_id', [agentId]],
    ['chats', 'agent_id', [agentId]],
    ['offline_replies', 'agent_id', [agentId]],
  ]);
  const chats = await tables.kept.chats().where('agent_id', '=', agentId).selectAll().execute();
  const namesIn = new Map(
    chats.map((chat) => {
      const { agent_first_name: first, agent_last_name: last } = chat;
      return [chat.chat_id, new Set<string | null>([first, last, [first, last].filter(Boolean).join(' ')])];
    }),
  );
  const written = await tables.rowsWith('messages', 'chat_id', [...namesIn.keys()]);
  return {
    ...found,
    chats: (found['chats'] ?? []).map(withoutVisitor),
    messages: written
      .filter(({ chat_id: id, author_name: author }) => author !== null && namesIn.get(id)?.has(author))
      .map(told),
  };
}

async function rowsOf(tables: Tables, wanted: readonly Wanted[]): Promise<Export> {
  const found: [string, object[]][] = [];
  for (const [table, column, values] of wanted) {
    found.push([table, (await tables.rowsWith(table, column, values)).map(told)]);
  }
  return Object.fromEntries(found);
}

/** What is derived of other columns, or tells nothing to anybody. */
const LEFT_OUT = new Set(['account', 'authored', 'crc', 'words']);
const JSON_COLUMNS = new Set(['context', 'profile', 'removed']);

function told(row: object): object {
  const columns = Object.entries(row).filter(([column]) => !LEFT_OUT.has(column));
  return Object.fromEntries(columns.map(([column, value]) => [column, valueOf(column, value)]));
}

function valueOf(column: string, value: unknown): unknown {
  if (typeof value === 'string' && JSON_COLUMNS.has(column)) return JSON.parse(value);
  return typeof value === 'number' && /(?:^|_)at$/.test(column) ? new Date(value).toISOString() : value;
}

function withoutVisitor(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('visitor_')));
}
