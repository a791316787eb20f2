import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WireAgent } from '../../../src/upstream/wire/agents.ts';
import { WireChat, WireTranscript } from '../../../src/upstream/wire/chats.ts';
import { WireOfflineMessage, WireOfflineMessageThread } from '../../../src/upstream/wire/offline-messages.ts';
import { readRows } from '../../../src/upstream/wire/values.ts';
import { WireVisitor, WireVisitorProfile } from '../../../src/upstream/wire/visitors.ts';

const REQUESTED = Date.UTC(2026, 10, 19, 10);

const chat = {
  chat_id: 901,
  chat_request_time: REQUESTED,
  is_missed: 0,
  chat_started_by: 1,
  is_chat_transferred: 0,
  conversation_start_time: REQUESTED + 5000,
  conversation_end_time: REQUESTED + 65_000,
  chat_ended_by: 2,
  visitor_id: 77,
  visitor_email: 'zoë@example.com',
  visitor_name: 'Zoë 李 👩‍🚀',
  visitor_phone: '+49 30 1234',
  agent_id: 5,
  first_name: 'Ann',
  last_name: 'Other',
  email: 'ann@example.com',
  rating: 4,
};

const CODES = {
  is_missed: null,
  chat_started_by: '',
  is_chat_transferred: [],
  chat_ended_by: 'visitor',
  rating: undefined,
};

describe('a chat of the list', () => {
  test('is read field by field', () => {
    expect(WireChat.parse(chat)).toStrictEqual({
      chatId: 901,
      requestedAt: REQUESTED,
      startedAt: REQUESTED + 5000,
      endedAt: REQUESTED + 65_000,
      missedCode: 0,
      startedByCode: 1,
      transferredCode: 0,
      endedByCode: 2,
      ratingCode: 4,
      visitor: { visitorId: 77, name: 'Zoë 李 👩‍🚀', email: 'zoë@example.com', phone: '+49 30 1234' },
      agent: { agentId: 5, firstName: 'Ann', lastName: 'Other', email: 'ann@example.com' },
    });
  });

  test('may come as text, with other names and with more keys', () => {
    const asText = Object.fromEntries(Object.entries(chat).map(([key, value]) => [key, String(value)]));
    expect(WireChat.parse({ ...asText, shoe_size: 43 })).toStrictEqual(WireChat.parse(chat));
    const { is_missed, ...renamed } = chat;
    expect(WireChat.parse({ ...renamed, is_missed_chat: is_missed })).toStrictEqual(WireChat.parse(chat));
  });

  test.each([undefined, null, '', ' ', 0, -1, 'Not set'])('needs no more than id and time: %j', (nothing) => {
    const empty = Object.fromEntries(Object.keys(chat).map((key) => [key, nothing]));
    const row = {
      ...empty,
      ...CODES,
      chat_id: 901,
      chat_request_time: REQUESTED,
      visitor_phone: '-',
      email: 'ann@example.com',
    };
    expect(WireChat.parse({ ...row, visitor_email: null, visitor_name: 'N/A' })).toStrictEqual({
      chatId: 901,
      requestedAt: REQUESTED,
      visitor: {},
    });
  });

  test.each([0, -1, 1_700_000_000, 946_684_799_999, 9e15, 'soon'])('has no end when its time is %j', (time) => {
    const { endedAt, ...rest } = WireChat.parse(chat);
    expect(endedAt).toBeDefined();
    expect(WireChat.parse({ ...chat, conversation_end_time: time })).toStrictEqual(rest);
  });

  test.each([
    { ...chat, chat_id: undefined },
    { ...chat, chat_id: 0 },
    { ...chat, chat_id: 'A12' },
    { ...chat, chat_id: 2 ** 53 },
    { ...chat, chat_request_time: 0 },
    { ...chat, chat_request_time: 'yesterday' },
    null,
    [],
    'chat',
  ])('is unreadable without id or time: %j', (row) => {
    expect(WireChat.safeParse(row).success).toBe(false);
  });
});

describe('a single chat', () => {
  test('carries the transcript in time order and where the visitor was', async () => {
    const { email, ...rest } = chat;
    const messages = [
      { author_name: 'Ann', message: 'third', message_time: REQUESTED + 9000, user_type: 2, message_type: 'chat' },
      { author_name: 'N/A', message: '-', message_time: String(REQUESTED + 6000), user_type: '1' },
      { message: null, message_time: 0, message_type: 'typing' },
      'junk',
    ];
    const read = await WireTranscript.parseAsync({
      ...rest,
      agent_email: email,
      first_visit_time: REQUESTED - 1,
      ip_address: '203.0.113.9',
      country: 'Not set',
      city: 'Köln',
      latitude: 50.9,
      messages,
    });
    expect(read).toStrictEqual({
      chat: WireChat.parse(chat),
      context: { ipAddress: '203.0.113.9', city: 'Köln', latitude: '50.9' },
      firstVisitAt: REQUESTED - 1,
      messages: [
        { text: '-', at: REQUESTED + 6000, userTypeCode: 1 },
        { text: '', messageType: 'typing' },
        { authorName: 'Ann', text: 'third', at: REQUESTED + 9000, userTypeCode: 2, messageType: 'chat' },
      ],
    });
  });

  test('may have no messages', async () => {
    expect(await WireTranscript.parseAsync({ ...chat, messages: null })).toMatchObject({ messages: [] });
  });
});

test('a name of an agent that nobody has is cut, and says so', () => {
  const { firstName } = WireAgent.parse({ agent_id: 5, first_name: `${'a'.repeat(499)}😀${'b'.repeat(20_000)}` });
  expect(firstName).toBe(`${'a'.repeat(499)}\uFFFD…`);
});

test('an agent, with placeholders and a create_time that is kept as it came', () => {
  const agent = {
    agent_id: 5,
    first_name: 'Ann',
    last_name: 'null',
    email: 'ann@example.com',
    phone_no: 491234,
    role: 'Super Admin',
    status: 'Online',
    last_login_time: REQUESTED,
    concurrent_chat_limit: '6',
    create_time: 2019,
    designation: 'Not set',
    additional_info: '-',
    enabled: 1,
  };
  expect(WireAgent.parse(agent)).toStrictEqual({
    agentId: 5,
    firstName: 'Ann',
    email: 'ann@example.com',
    phone: '491234',
    role: 'Super Admin',
    status: 'Online',
    lastLoginAt: REQUESTED,
    concurrentChatLimit: 6,
    createTime: '2019',
    enabledCode: 1,
  });
});

test('an offline message of the list, and with its replies', async () => {
  const message = {
    offline_message_id: 31,
    visitor_id: 0,
    visitor_name: '',
    subject: 'none',
    message: 'Where is my order?',
    received_time: REQUESTED,
    unread: 1,
  };
  const expected = {
    offlineMessageId: 31,
    visitor: {},
    subject: 'none',
    text: 'Where is my order?',
    receivedAt: REQUESTED,
    unreadCode: 1,
  };
  expect(WireOfflineMessage.parse({ ...message, reply_message_count: 2 })).toStrictEqual({
    ...expected,
    replyCount: 2,
  });

  const replies = [
    { reply_message: 'second', message_reply_time: REQUESTED + 2, agent_id: 0, first_name: 'Ann' },
    { reply_message: 'first', message_reply_time: REQUESTED + 1, agent_id: 5, first_name: 'Ann' },
  ];
  expect(await WireOfflineMessageThread.parseAsync({ ...message, reply_messages: replies })).toStrictEqual({
    message: { ...expected, replyCount: 2 },
    replies: [
      { text: 'first', repliedAt: REQUESTED + 1, agent: { agentId: 5, firstName: 'Ann' } },
      { text: 'second', repliedAt: REQUESTED + 2 },
    ],
  });
});

describe('a visitor', () => {
  test('of the list', () => {
    const visitor = {
      visitor_id: 77,
      name: 'Zoë',
      email: '',
      first_visit_time: REQUESTED,
      browser_version: '131',
      isp: '-',
    };
    expect(WireVisitor.parse(visitor)).toStrictEqual({
      visitorId: 77,
      name: 'Zoë',
      firstVisitAt: REQUESTED,
      context: { browserVersion: '131' },
    });
  });

  test.each([
    ['at top level', { country: 'Chile', visitor_records: [{ visitor_name: 'Zoë' }] }],
    ['in the records', { visitor_records: [{ visitor_name: 'Zoë', country: 'Chile' }] }],
    ['in both', { country: 'Peru', visitor_records: [{ visitor_name: 'Zoë', country: 'Chile' }] }],
  ])('on its own, the country %s', async (_place, fields) => {
    const totals = { total_views: 9, total_visits: 3, total_chats: '2', total_chat_duration: 61_000 };
    const read = await WireVisitorProfile.parseAsync({ visitor_id: 77, ...totals, last_chat_start_time: 0, ...fields });
    expect(read).toStrictEqual({
      visitorId: 77,
      totalViews: 9,
      totalVisits: 3,
      totalChats: 2,
      totalChatDurationMillis: 61_000,
      records: [{ name: 'Zoë', context: { country: 'Chile' } }],
    });
  });

  test('on its own, one country at top level is not said of several records', async () => {
    const visitor_records = [{ visitor_name: 'Zoë' }, { visitor_name: 'Zoë', country: 'Chile' }];
    const { records } = await WireVisitorProfile.parseAsync({ visitor_id: 77, country: 'Peru', visitor_records });
    expect(records.map(({ context }) => context)).toStrictEqual([{}, { country: 'Chile' }]);
  });
});

describe('any row', () => {
  const rowWires = [WireAgent, WireChat, WireOfflineMessage, WireVisitor];
  const singleWires = [WireTranscript, WireOfflineMessageThread, WireVisitorProfile];
  const junk = fc.oneof(
    fc.anything({ withNullPrototype: true }),
    fc.dictionary(fc.constantFrom(...Object.keys(chat), 'messages', 'visitor_records', '__proto__'), fc.jsonValue()),
  );

  test('of junk never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(junk), async (rows) => {
        for (const wire of rowWires) {
          expect((await readRows<unknown>(wire, rows)).rejected).toBeLessThanOrEqual(rows.length);
        }
        for (const wire of singleWires) {
          for (const row of rows) expect(await wire.safeParseAsync(row)).toHaveProperty('success');
        }
      }),
    );
  });

  test('survives unreadable neighbours', async () => {
    const rejected = fc.constantFrom<unknown>(null, 7, 'x', {}, [], { chat_id: -1, chat_request_time: REQUESTED });
    const good = fc.integer({ min: 1 }).map((id) => ({ ...chat, chat_id: id }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            good.map((row) => ({ row })),
            rejected.map((bad) => ({ bad })),
          ),
        ),
        async (entries) => {
          const list = entries.map((entry) => ('row' in entry ? entry.row : entry.bad));
          const ids = entries.flatMap((entry) => ('row' in entry ? [entry.row.chat_id] : []));
          const read = await readRows(WireChat, list);
          expect(read.rows.map(({ chatId }) => chatId)).toStrictEqual(ids);
          expect(read.rejected).toBe(list.length - ids.length);
        },
      ),
    );
  });

  test('of many lets everything else go on meanwhile', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ ...chat, chat_id: index + 1 }));
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await readRows(WireChat, rows);
    isRead = true;
    // No machine reads 15,000 in a slice of 10 ms.
    expect(turns).toBeGreaterThan(3);
  });
});
