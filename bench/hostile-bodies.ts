// What bench/event-loop.ts lets a service send: answers of up to 20 MB, by size and by shape.
import { USUAL_DIALECT } from '../src/sandbox/dialects.ts';
import { createWire } from '../src/sandbox/wire.ts';
import { createWorld } from '../src/sandbox/world/world.ts';

const DAY = 86_400_000;
const DAYS_AGO = 30;
const MB = 1024 * 1024;
/** Just below what is read of an answer at most. */
const LARGEST = 19.5 * MB;
/** Just below what is read of a page at most. */
const MOST_ROWS = 4900;

/** The world of the service that sends them, with records in their usual form. */
export const WORLD = createWorld({ seed: 7, size: 'small', now: Date.now() });
const wire = createWire(WORLD, USUAL_DIALECT);

/** The answer to one path; every other path has the usual one. */
export interface HostileBody {
  readonly path: 'chats' | 'chat' | 'offlinemessages' | 'offlinemessage' | 'visitors' | 'visitor' | 'agents';
  readonly body: () => string;
  /** The tool that asks for it, and how. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('The world is empty');
  return item;
}

const CHAT = first(WORLD.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
const MESSAGE = first(WORLD.offlineMessages);
const VISITOR = first(WORLD.visitors);

const chatRow = (id: number, rest: object = {}): object => ({
  ...wire.chatItem(CHAT),
  chat_id: id,
  chat_request_time: WORLD.now - DAYS_AGO * DAY - id * 1000,
  ...rest,
});
const offlineRow = (id: number, rest: object = {}): object => ({
  ...wire.offlineMessageItem(MESSAGE),
  offline_message_id: id,
  ...rest,
});
const visitorRow = (id: number, rest: object = {}): object => ({
  ...wire.visitorItem(VISITOR),
  visitor_id: id,
  ...rest,
});
const said = (text: string, at = 0): object => ({
  author_name: 'Visitor 2',
  message: text,
  message_time: WORLD.now + at,
  user_type: 1,
  message_type: 'chat',
});

/** A list with as many rows as `bytes` hold. */
function listOf(bytes: number, row: (id: number) => object): string {
  const rows: string[] = [];
  let size = 2;
  do {
    const text = JSON.stringify(row(rows.length + 1));
    size += Buffer.byteLength(text) + 1;
    rows.push(text);
  } while (size < bytes);
  return `[${rows.join(',')}]`;
}

const rowsOf = (count: number, row: (id: number) => object): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => row(index + 1)));
const withList = (record: object, name: string, list: string): string =>
  JSON.stringify({ ...record, [name]: [] }).replace(`"${name}":[]`, `"${name}":${list}`);
const chatWith = (messages: string): string => withList(wire.chatDetail(CHAT), 'messages', messages);
const chatOf = (bytes: number, text: string): string => chatWith(listOf(bytes, (id) => said(text, id)));

const day = (ago: number): string => new Date(WORLD.now - ago * DAY).toISOString().slice(0, 10);
/** Nothing else asks about these. */
const DAYS = { from: day(DAYS_AGO + 1), to: day(DAYS_AGO) };
const asked = {
  chats: { path: 'chats', tool: 'list_chats', args: DAYS },
  performance: { path: 'chats', tool: 'get_support_performance', args: DAYS },
  chat: { path: 'chat', tool: 'get_chat_transcript', args: { chat_id: CHAT.chatId } },
  offlineMessages: { path: 'offlinemessages', tool: 'list_offline_messages', args: {} },
  offlineMessage: {
    path: 'offlinemessage',
    tool: 'get_offline_message',
    args: { offline_message_id: MESSAGE.offlineMessageId },
  },
  visitors: { path: 'visitors', tool: 'list_visitors', args: { query: 'jane' } },
  visitor: { path: 'visitor', tool: 'get_visitor_stats', args: { visitor: String(VISITOR.visitorId) } },
  agents: { path: 'agents', tool: 'list_support_agents', args: {} },
} as const;

const WORDS = 'señor é ½ 1 ';
const ADDRESSES = 'a@'.repeat(10_000);
/** No word of it is in another message. */
const differentWords = (id: number): object =>
  said(Array.from({ length: 10 }, (_, n) => `w${id * 10 + n}`).join(' '), id);
const search = { tool: 'search_transcripts', args: { query: 'refund order w*', ...DAYS } };

/** By name, each in a few words. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  'chats: 19.5 MB of {}': { ...asked.chats, body: () => `[${'{},'.repeat(LARGEST / 3)}{}]` },
  'chats: 4,900 rows': { ...asked.chats, body: () => rowsOf(MOST_ROWS, chatRow) },
  'chats: 4,900 rows, report': { ...asked.performance, body: () => rowsOf(MOST_ROWS, chatRow) },
  'chats: 18.8 MB of rows': { ...asked.chats, body: () => listOf(18.8 * MB, chatRow) },
  'chats: 18.8 MB of rows, report': { ...asked.performance, body: () => listOf(18.8 * MB, chatRow) },
  'chats: 19.5 MB of [': { ...asked.chats, body: () => '['.repeat(LARGEST) },
  'chats: nested lists': {
    ...asked.chats,
    body: () => `[{"chat_id":1,"x":${'['.repeat(LARGEST / 2)}${']'.repeat(LARGEST / 2)}}]`,
  },
  'chats: a row of 2 million fields': {
    ...asked.chats,
    body: () => `[{${Array.from({ length: 1_600_000 }, (_, n) => `"f${n}":0`).join(',')}}]`,
  },
  'chats: names of 20 kB': {
    ...asked.chats,
    body: () => listOf(LARGEST, (id) => chatRow(id, { visitor_name: 'Ana '.repeat(5000) })),
  },
  'chat: 2.2 MB of a@ in messages of 20 kB': { ...asked.chat, body: () => chatOf(2.2 * MB, ADDRESSES) },
  'chat: 19.4 MB of a@ in messages of 20 kB': { ...asked.chat, body: () => chatOf(19.4 * MB, ADDRESSES) },
  'chat: a million messages': {
    ...asked.chat,
    body: () => chatWith(`[${'{"message":"a@b"},'.repeat(999_999)}{"message":"x"}]`),
  },
  'chat: 9,900 messages of 10 words': { ...asked.chat, body: () => chatWith(rowsOf(9900, differentWords)) },
  'chat: 9,900 messages, search': { path: 'chat', ...search, body: () => chatWith(rowsOf(9900, differentWords)) },
  'chat: 19.5 MB of {}': { ...asked.chat, body: () => chatWith(`[${'{},'.repeat(LARGEST / 3 - 1000)}{}]`) },
  ...Object.fromEntries(
    [1, 10, 19.4].flatMap((size): [string, HostileBody][] => {
      const words = WORDS.repeat((size * MB) / 15);
      const addresses = 'a@'.repeat((size * MB) / 2);
      return [
        [`chat: ${size} MB of words`, { ...asked.chat, body: () => chatOf(1, words) }],
        [`chat: ${size} MB of a@`, { ...asked.chat, body: () => chatOf(1, addresses) }],
        [
          `offline messages: ${size} MB of words`,
          { ...asked.offlineMessages, body: () => JSON.stringify([offlineRow(1, { message: words })]) },
        ],
        [
          `offline message: ${size} MB of a@`,
          {
            ...asked.offlineMessage,
            body: () => JSON.stringify({ ...wire.offlineMessageDetail(MESSAGE), message: addresses }),
          },
        ],
        [
          `visitors: a name of ${size} MB`,
          { ...asked.visitors, body: () => JSON.stringify([visitorRow(1, { name: words })]) },
        ],
      ];
    }),
  ),
  'offline messages: 19.5 MB in texts of 20 kB': {
    ...asked.offlineMessages,
    body: () => listOf(LARGEST, (id) => offlineRow(id, { message: WORDS.repeat(1600) })),
  },
  'offline messages: 4,900 rows': { ...asked.offlineMessages, body: () => rowsOf(MOST_ROWS, offlineRow) },
  'offline messages: 19.5 MB in rows': { ...asked.offlineMessages, body: () => listOf(LARGEST, offlineRow) },
  'offline message: 19.5 MB in replies of 20 kB': {
    ...asked.offlineMessage,
    body: () =>
      withList(
        wire.offlineMessageDetail(MESSAGE),
        'reply_messages',
        listOf(LARGEST, () => ({ reply_message: ADDRESSES, message_reply_time: WORLD.now, agent_id: 1 })),
      ),
  },
  'visitors: 4,900 rows': { ...asked.visitors, body: () => rowsOf(MOST_ROWS, visitorRow) },
  'visitors: 19.5 MB in rows': { ...asked.visitors, body: () => listOf(LARGEST, visitorRow) },
  'visitor: 19.5 MB in records': {
    ...asked.visitor,
    body: () =>
      withList(
        wire.visitorDetail(VISITOR),
        'visitor_records',
        listOf(LARGEST, (id) => ({ visitor_name: `Visitor ${id}`, country: 'Norway' })),
      ),
  },
  'agents: 19.5 MB in rows': {
    ...asked.agents,
    body: () => listOf(LARGEST, (id) => ({ agent_id: id, first_name: 'Ann', last_name: `Berg ${id}` })),
  },
};
