// What bench/event-loop.ts lets a service send: answers of up to 20 MB, by size and by shape.

const MB = 1024 * 1024;
/** Just below what is read of an answer at most. */
const LARGEST = 19.5 * MB;
const NOW = Date.UTC(2026, 8, 18, 15, 30);

/** The answer to one path; every other path has the usual one. */
export interface HostileBody {
  readonly path: 'chats' | 'chat' | 'offlinemessages' | 'offlinemessage' | 'visitors' | 'visitor' | 'agents';
  readonly body: () => string;
  /** The tool that asks for it, and how. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const chatRow = (id: number, rest: object = {}): object => ({
  chat_id: id,
  chat_request_time: NOW - id * 1000,
  conversation_start_time: NOW - id * 1000 + 100,
  conversation_end_time: NOW - id * 1000 + 900,
  is_missed: 0,
  chat_started_by: 1,
  is_chat_transferred: 0,
  chat_ended_by: 1,
  visitor_id: id,
  visitor_name: `Visitor ${id}`,
  visitor_email: `visitor${id}@example.com`,
  visitor_phone: '+46 70 123 45 67',
  agent_id: 1,
  first_name: 'Ann',
  last_name: 'Berg',
  email: 'ann@example.com',
  rating: 0,
  ...rest,
});

const message = (text: string, at = NOW): object => ({
  author_name: 'Visitor 2',
  message: text,
  message_time: at,
  user_type: 1,
  message_type: 'chat',
});

const offlineRow = (id: number, rest: object = {}): object => ({
  offline_message_id: id,
  visitor_id: id,
  visitor_name: `Visitor ${id}`,
  visitor_email: `visitor${id}@example.com`,
  subject: 'Where is my order?',
  message: 'I have been waiting for two weeks.',
  received_time: NOW - id * 1000,
  unread: 1,
  reply_message_count: 0,
  ...rest,
});

const visitorRow = (id: number, rest: object = {}): object => ({
  visitor_id: id,
  name: `Visitor ${id}`,
  email: `visitor${id}@example.com`,
  first_visit_time: NOW - id * 1000,
  ...rest,
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

/** No word of it is in another message. */
const differentWords = (id: number): object =>
  message(Array.from({ length: 10 }, (_, n) => `w${id * 10 + n}`).join(' '), NOW + id);

const chatWith = (messages: string): string =>
  JSON.stringify(chatRow(2, { messages: [] })).replace('"messages":[]', `"messages":${messages}`);
const chatOf = (bytes: number, text: string): string => chatWith(listOf(bytes, (id) => message(text, NOW + id)));

const DAYS = { from: '2026-09-17', to: '2026-09-18' };
const asked = {
  chats: { path: 'chats', tool: 'list_chats', args: DAYS },
  performance: { path: 'chats', tool: 'get_support_performance', args: DAYS },
  chat: { path: 'chat', tool: 'get_chat_transcript', args: { chat_id: 2 } },
  offlineMessages: { path: 'offlinemessages', tool: 'list_offline_messages', args: {} },
  offlineMessage: { path: 'offlinemessage', tool: 'get_offline_message', args: { offline_message_id: 2 } },
  visitors: { path: 'visitors', tool: 'list_visitors', args: { query: 'jane' } },
  visitor: { path: 'visitor', tool: 'get_visitor_stats', args: { visitor: '2' } },
  agents: { path: 'agents', tool: 'list_support_agents', args: {} },
} as const;

const ADDRESSES = 'a@'.repeat(10_000);

/** By name, each in a few words. */
export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  'list of chats: 19.5 MB of {}': { ...asked.chats, body: () => `[${'{},'.repeat(LARGEST / 3)}{}]` },
  'list of chats: 4,900 rows': { ...asked.chats, body: () => rowsOf(4900, chatRow) },
  'list of chats: 4,900 rows, report': { ...asked.performance, body: () => rowsOf(4900, chatRow) },
  'list of chats: 18.8 MB of rows': { ...asked.chats, body: () => listOf(18.8 * MB, chatRow) },
  'list of chats: 18.8 MB of rows, report': { ...asked.performance, body: () => listOf(18.8 * MB, chatRow) },
  'list of chats: 19.5 MB of [': { ...asked.chats, body: () => '['.repeat(LARGEST) },
  'list of chats: a row of 19.5 MB of nested lists': {
    ...asked.chats,
    body: () => `[{"chat_id":1,"x":${'['.repeat(LARGEST / 2)}${']'.repeat(LARGEST / 2)}}]`,
  },
  'list of chats: a row of 2 million fields': {
    ...asked.chats,
    body: () => `[{${Array.from({ length: 1_600_000 }, (_, n) => `"f${n}":0`).join(',')}}]`,
  },
  'list of chats: names of 20 kB': {
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
  'chat: 9,900 messages of 10 words, search': {
    ...asked.chat,
    tool: 'search_transcripts',
    args: { query: 'refund order w*', ...DAYS },
    body: () => chatWith(rowsOf(9900, differentWords)),
  },
  'chat: 19.5 MB of {}': { ...asked.chat, body: () => chatWith(`[${'{},'.repeat(LARGEST / 3 - 200)}{}]`) },
  ...Object.fromEntries(
    [1, 10, 19.5].flatMap((size): [string, HostileBody][] => {
      const words = 'señor é ½ 1 '.repeat((size * MB) / 15);
      const addresses = 'a@'.repeat((size * MB) / 2);
      return [
        [`chat: a message of ${size} MB of words`, { ...asked.chat, body: () => chatOf(1, words) }],
        [`chat: a message of ${size} MB of a@`, { ...asked.chat, body: () => chatOf(1, addresses) }],
        [
          `list of offline messages: a message of ${size} MB of words`,
          { ...asked.offlineMessages, body: () => JSON.stringify([offlineRow(1, { message: words })]) },
        ],
        [
          `offline message: a message of ${size} MB of a@`,
          { ...asked.offlineMessage, body: () => JSON.stringify(offlineRow(2, { message: addresses })) },
        ],
        [
          `list of visitors: a name of ${size} MB`,
          { ...asked.visitors, body: () => JSON.stringify([visitorRow(1, { name: words })]) },
        ],
      ];
    }),
  ),
  'list of offline messages: 19.5 MB in texts of 20 kB': {
    ...asked.offlineMessages,
    body: () => listOf(LARGEST, (id) => offlineRow(id, { message: 'señor é ½ 1 '.repeat(1600) })),
  },
  'list of offline messages: 4,900 rows': { ...asked.offlineMessages, body: () => rowsOf(4900, offlineRow) },
  'list of visitors: 4,900 rows': { ...asked.visitors, body: () => rowsOf(4900, visitorRow) },
  'list of offline messages: 19.5 MB in rows': { ...asked.offlineMessages, body: () => listOf(LARGEST, offlineRow) },
  'offline message: 19.5 MB in replies of 20 kB': {
    ...asked.offlineMessage,
    body: () =>
      JSON.stringify(offlineRow(2, { reply_messages: [] })).replace(
        '"reply_messages":[]',
        `"reply_messages":${listOf(LARGEST, () => ({ reply_message: ADDRESSES, message_reply_time: NOW, agent_id: 1 }))}`,
      ),
  },
  'list of visitors: 19.5 MB in rows': { ...asked.visitors, body: () => listOf(LARGEST, visitorRow) },
  'visitor: 19.5 MB in records': {
    ...asked.visitor,
    body: () =>
      JSON.stringify({ visitor_id: 2, visitor_records: [] }).replace(
        '"visitor_records":[]',
        `"visitor_records":${listOf(LARGEST, (id) => ({ visitor_name: `Visitor ${id}`, country: 'Norway' }))}`,
      ),
  },
  'list of agents: 19.5 MB in rows': {
    ...asked.agents,
    body: () => listOf(LARGEST, (id) => ({ agent_id: id, first_name: 'Ann', last_name: `Berg ${id}` })),
  },
};

/** The answers of the service to everything else: one short record each. */
export const USUAL_BODIES: Readonly<Record<HostileBody['path'], string>> = {
  agents: JSON.stringify([{ agent_id: 1, first_name: 'Ann', last_name: 'Berg', email: 'ann@example.com' }]),
  chats: JSON.stringify([chatRow(2)]),
  chat: chatWith(JSON.stringify([message('Where is my order? Write to ana@example.com or +46 70 123 45 67.')])),
  offlinemessages: JSON.stringify([offlineRow(1)]),
  offlinemessage: JSON.stringify(offlineRow(2)),
  visitors: JSON.stringify([visitorRow(1)]),
  visitor: JSON.stringify({ visitor_id: 2, visitor_records: [{ visitor_name: 'Ana' }] }),
};
