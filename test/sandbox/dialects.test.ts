import { assert, asyncProperty, constantFrom, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sandboxAccount } from '../../src/commands/sandbox/sandbox-account.ts';
import { type DialectOptions, DIMENSIONS } from '../../src/sandbox/dialects.ts';
import { createService } from '../../src/sandbox/service.ts';
import type { Chat, World } from '../../src/sandbox/world/world.ts';
import { runs } from '../support/runs.ts';
import { type Answer, basic, type Desk, first, NOW, openDesk, smallWorld } from './desk.ts';

const DAY = 86_400_000;
const Rows = z.array(z.record(z.string(), z.unknown()));
const isRunning = (chat: Chat): boolean => !chat.missed && chat.endedAt === undefined;

async function rowsOf({ get }: Desk, path: string): Promise<Record<string, unknown>[]> {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  return Rows.parse(answer.json);
}

async function chatIds(desk: Desk, query = ''): Promise<number[]> {
  return (await rowsOf(desk, `/api/chats/?${query}`)).map((row) => Number(row['chat_id']));
}

const ids = (chats: readonly Chat[]): number[] => chats.map(({ chatId }) => chatId);

/** The one row of the chat list that shows a chat. */
async function rowOf(desk: Desk, chat: Chat): Promise<Record<string, unknown>> {
  const rows = await rowsOf(desk, '/api/chats/');
  return first(rows.filter((row) => Number(row['chat_id']) === chat.chatId));
}

async function detailOf({ get }: Desk, path: string): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse((await get(path)).json);
}

describe('order', () => {
  test('oldest first is the reverse of newest first, agents too', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { order: 'oldest' } });
    const { chats, agents } = desk.sandbox.world;
    expect(await chatIds(desk)).toEqual(ids(chats));
    const agentRows = await rowsOf(desk, '/api/agents');
    expect(agentRows.map((row) => row['agent_id'])).toEqual(agents.map(({ agentId }) => agentId).toReversed());
  });

  test('shuffled is neither, and the same at each request', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { order: 'shuffled' } });
    const shuffled = await chatIds(desk);
    const oldest = ids(desk.sandbox.world.chats);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(oldest.toSorted((a, b) => a - b));
    const rising = shuffled.filter((id, index) => id > (shuffled[index - 1] ?? 0)).length / shuffled.length;
    expect(rising).toBeGreaterThan(0.3);
    expect(rising).toBeLessThan(0.7);
    expect(await chatIds(desk)).toEqual(shuffled);

    const gone = desk.sandbox.world.chats.splice(100, 1);
    expect(await chatIds(desk)).toEqual(shuffled.filter((id) => id !== gone[0]?.chatId));
  });
});

describe('a page beyond the last', () => {
  const beyond = async (pastEnd: DialectOptions['past_end']): Promise<{ after: Answer; empty: Answer; desk: Desk }> => {
    const desk = await openDesk({ dialect: { past_end: pastEnd } });
    const after = await desk.get('/api/chats/?page_no=7');
    return { desk, after, empty: await desk.get('/api/chats/?date_from=2031-01-01&date_to=2031-01-02') };
  };

  test('empty', async () => {
    const { after, empty } = await beyond('empty');
    for (const { status, json } of [after, empty]) expect({ status, json }).toEqual({ status: 200, json: [] });
  });

  test.each([
    ['404', 404, (page: number) => `No Record found for Page Number = ${page}. Please enter a another Page Number.`],
    ['400', 400, (page: number) => `Invalid Page Number: ${page}. Please enter a valid Page Number.`],
  ] as const)('%s, on page 1 of an empty list too', async (pastEnd, code, words) => {
    const { after, empty, desk } = await beyond(pastEnd);
    expect(after).toMatchObject({ status: code, json: { error: [{ code, message: words(7) }] } });
    expect(empty).toMatchObject({ status: code, json: { error: [{ code, message: words(1) }] } });
    expect(await chatIds(desk, 'page_no=6')).toHaveLength(50);
  });

  test('the last page again; of an empty list, an empty page', async () => {
    const desk = await openDesk({ pageSize: 70, dialect: { past_end: 'last_page' } });
    const oldest = ids(desk.sandbox.world.chats.slice(0, 20)).toReversed();
    for (const page of [5, 6, 900]) expect(await chatIds(desk, `page_no=${page}`)).toEqual(oldest);
    expect(await chatIds(desk, 'date_from=2031-01-01&date_to=2031-01-02')).toEqual([]);
  });
});

describe('what a period selects', () => {
  const from = Date.UTC(2026, 10, 10);
  const days = 'date_from=2026-11-10&date_to=2026-11-12';

  test('date_to exclusive leaves its day out; so does its default, today', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { date_to: 'exclusive', order: 'oldest' } });
    const { chats } = desk.sandbox.world;
    const inside = chats.filter((chat) => chat.requestedAt >= from && chat.requestedAt < from + 2 * DAY);
    expect(await chatIds(desk, days)).toEqual(ids(inside));
    const before = chats.filter((chat) => chat.requestedAt < Date.UTC(2026, 10, 18));
    expect(before.length).toBeLessThan(chats.length);
    expect(await chatIds(desk)).toEqual(ids(before));
  });

  test('filter_time start goes by the start, and by the request where there is none', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { filter_time: 'start', order: 'oldest' } });
    const { chats } = desk.sandbox.world;
    // Accepted after midnight, requested before: by the start, the chat is of the next day.
    const late = first(chats.filter((chat) => chat.startedAt !== undefined && chat.requestedAt >= from));
    late.requestedAt = from - 1;
    late.startedAt = from + 1;
    const missed = first(chats.filter((chat) => chat.missed && chat.requestedAt >= from));
    const expected = chats.filter(({ startedAt, requestedAt }) => {
      const at = startedAt ?? requestedAt;
      return at >= from && at < from + 3 * DAY;
    });
    const listed = await chatIds(desk, days);
    expect(new Set(listed)).toEqual(new Set(ids(expected)));
    expect(listed).toContain(late.chatId);
    expect(listed).toContain(missed.chatId);
  });

  test('running chats may be unlisted; alone they can still be read', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { running_chats: 'unlisted', order: 'oldest' } });
    const { chats } = desk.sandbox.world;
    const running = first(chats.filter(isRunning));
    expect(await chatIds(desk)).toEqual(ids(chats.filter((chat) => !isRunning(chat))));
    expect((await desk.get(`/api/chats/${running.chatId}`)).status).toBe(200);
  });

  test('agent_filter named leaves out what an agent passed on', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { agent_filter: 'named', order: 'oldest' } });
    const { agents, chats } = desk.sandbox.world;
    const [passing, accepting] = agents;
    const chat = first(chats.filter(({ agentId }) => agentId === accepting?.agentId));
    if (passing) chat.transferredFrom = passing.agentId;
    for (const { agentId, email } of agents) {
      const own = ids(chats.filter((row) => row.agentId === agentId));
      expect(await chatIds(desk, `agent_id=${agentId}`)).toEqual(own);
      expect(await chatIds(desk, `agent_email_id=${email}`)).toEqual(own);
    }
  });
});

// Written down a second time, on purpose: whoever changes a code has to change it here too.
const CODES = {
  a: { missed: [0, 1], started: [1, 2], transferred: [0, 1], ended: [0, 1, 2], none: 0, star: 1, author: [1, 2, 3, 4] },
  b: {
    missed: [1, 0],
    started: [2, 1],
    transferred: [1, 0],
    ended: [3, 2, 1],
    none: -1,
    star: 1,
    author: [2, 1, 0, 5],
  },
  c: {
    missed: [-1, 10],
    started: [77, -77],
    transferred: [20, 21],
    ended: [99, 31, 1_000_000],
    none: 99,
    star: 10,
    author: [40, -1, 65_535, 17],
  },
} as const;
const SWITCHES = {
  a: { unread: [0, 1], enabled: [0, 1] },
  b: { unread: [1, 0], enabled: [1, 0] },
  c: { unread: [-5, 50_000], enabled: [12, 11] },
};

describe.each(['a', 'b', 'c'] as const)('codes %s', (set) => {
  test('say on the wire what is true in the world', async () => {
    const desk = await openDesk({ pageSize: 1000, dialect: { codes: set, order: 'oldest' } });
    const { chats, agents, offlineMessages } = desk.sandbox.world;
    const codes = CODES[set];
    const expected = chats.map((chat) => ({
      chat_id: chat.chatId,
      is_missed: codes.missed[chat.missed ? 1 : 0],
      chat_started_by: codes.started[chat.startedBy === 'agent' ? 1 : 0],
      is_chat_transferred: codes.transferred[chat.transferred ? 1 : 0],
      chat_ended_by: codes.ended[chat.endedBy === undefined ? 0 : chat.endedBy === 'visitor' ? 1 : 2],
      rating: chat.rating === undefined ? codes.none : chat.rating * codes.star,
    }));
    expect(await rowsOf(desk, '/api/chats')).toMatchObject(expected);
    expect(new Set(expected.map((row) => row.rating)).size).toBe(6);
    expect(await rowsOf(desk, '/api/offlinemessages')).toMatchObject(
      offlineMessages.map(({ unread }) => ({ unread: SWITCHES[set].unread[unread ? 1 : 0] })),
    );
    first(agents).enabled = true;
    if (agents[1]) agents[1].enabled = false;
    expect((await rowsOf(desk, '/api/agents')).toReversed().slice(0, 2)).toMatchObject(
      [1, 0].map((enabled) => ({ enabled: SWITCHES[set].enabled[enabled] })),
    );
    const chat = first(chats.filter(({ messages }) => new Set(messages.map(({ author }) => author)).size > 2));
    const authors = ['visitor', 'agent', 'bot', 'system'];
    expect(await detailOf(desk, `/api/chats/${chat.chatId}`)).toMatchObject({
      messages: chat.messages.map(({ author }) => ({ user_type: codes.author[authors.indexOf(author)] })),
    });
  });

  test('the settings for them name the same values', async () => {
    const { sandbox } = await openDesk({ dialect: { codes: set } });
    const codes = CODES[set];
    expect(sandboxAccount({ ...sandbox, url: 'http://127.0.0.1' }).codes).toEqual({
      is_missed: { [codes.missed[0]]: 'served', [codes.missed[1]]: 'missed' },
      chat_started_by: { [codes.started[0]]: 'visitor', [codes.started[1]]: 'agent' },
      is_chat_transferred: { [codes.transferred[0]]: 'not transferred', [codes.transferred[1]]: 'transferred' },
      chat_ended_by: { [codes.ended[0]]: 'nobody', [codes.ended[1]]: 'visitor', [codes.ended[2]]: 'agent' },
      unread: { [SWITCHES[set].unread[0] ?? '']: 'read', [SWITCHES[set].unread[1] ?? '']: 'unread' },
      enabled: { [SWITCHES[set].enabled[0] ?? '']: 'disabled', [SWITCHES[set].enabled[1] ?? '']: 'enabled' },
      rating: { [codes.none]: 'not rated' },
      user_type: {
        [codes.author[0]]: 'visitor',
        [codes.author[1]]: 'agent',
        [codes.author[2]]: 'bot',
        [codes.author[3]]: 'system',
      },
    });
  });
});

describe('fields', () => {
  test('missing and null: what has no value is absent or null, each field in both ways; the rest is as it was', async () => {
    const world = smallWorld();
    const odd = await openDesk({ world, pageSize: 1000, dialect: { fields: 'missing_and_null' } });
    const plain = await openDesk({ world, pageSize: 1000 });
    for (const path of ['/api/chats', '/api/visitors', '/api/offlinemessages', '/api/agents']) {
      const rows = await rowsOf(odd, path);
      for (const [index, row] of (await rowsOf(plain, path)).entries()) {
        const shown = rows[index] ?? {};
        for (const [field, value] of Object.entries(row)) {
          if (shown[field] === value) continue;
          expect(value === '' || (value === 0 && /_time$|agent_id$/.test(field))).toBe(true);
          expect([undefined, null]).toContain(shown[field]);
        }
        expect(Object.values(shown)).not.toContain('');
      }
    }
    const missed = (await rowsOf(odd, '/api/chats')).filter((row) => row['is_missed'] === 1);
    for (const field of ['conversation_start_time', 'conversation_end_time', 'agent_id', 'email']) {
      expect(missed.some((row) => row[field] === null)).toBe(true);
      expect(missed.some((row) => !(field in row))).toBe(true);
      expect(missed.every((row) => (row[field] ?? undefined) === undefined)).toBe(true);
    }
    const running = first(world.chats.filter(isRunning));
    const detail = await detailOf(odd, `/api/chats/${running.chatId}`);
    expect(detail['conversation_end_time'] ?? undefined).toBeUndefined();
    expect(detail['conversation_start_time']).toBe(running.startedAt);
    // The same at every request, so that a page that did not change looks as if it did not.
    expect(await detailOf(odd, `/api/chats/${running.chatId}`)).toEqual(detail);
  });

  test('numbers as text: no number is left, nested ones included', async () => {
    const desk = await openDesk({
      pageSize: 1000,
      dialect: { fields: 'numbers_as_text', missed_chats: 'implausible' },
    });
    const { chats, visitors, offlineMessages } = desk.sandbox.world;
    const answered = first(offlineMessages.filter(({ replies }) => replies.length > 0));
    const served = first(chats.filter((chat) => chat.rating !== undefined));
    for (const path of [
      '/api/chats',
      '/api/agents',
      '/api/visitors',
      '/api/offlinemessages',
      `/api/chats/${served.chatId}`,
      `/api/offlinemessages/${answered.offlineMessageId}`,
      `/api/visitors/${first(visitors).visitorId}`,
    ]) {
      expect((await desk.get(path)).text).not.toMatch(/"\w+":-?\d/);
    }
    expect(await detailOf(desk, `/api/chats/${served.chatId}`)).toMatchObject({
      chat_id: String(served.chatId),
      conversation_end_time: String(served.endedAt),
      rating: String(served.rating),
      messages: served.messages.map(({ at, text }) => ({ message_time: String(at), message: text })),
    });
    const [missed] = (await rowsOf(desk, '/api/chats')).filter((row) => row['is_missed'] === '1');
    expect(missed).toMatchObject({ conversation_start_time: '-1', agent_id: '-1' });
  });

  test.each([
    ['is_missed', 'is_missed_chat'],
    ['is_missed_chat', 'is_missed'],
  ] as const)('a single chat calls it %s, and not %s; the list never does', async (missed_name, other) => {
    const desk = await openDesk({ pageSize: 1000, dialect: { missed_name } });
    const chat = first(desk.sandbox.world.chats.filter(({ missed }) => missed));
    const detail = await detailOf(desk, `/api/chats/${chat.chatId}`);
    expect(detail[missed_name]).toBe(1);
    expect(detail).not.toHaveProperty(other);
    expect(await rowOf(desk, chat)).toMatchObject({ is_missed: 1 });
  });

  test.each([
    ['in_records', false, true],
    ['top_level', true, false],
    ['both', true, true],
  ] as const)('a single visitor has its country %s', async (country, atTop, inRecords) => {
    const desk = await openDesk({ dialect: { country } });
    const visitor = first(desk.sandbox.world.visitors);
    const detail = await detailOf(desk, `/api/visitors/${visitor.visitorId}`);
    const countries = visitor.records.map(({ whereabouts }) => whereabouts.country);
    expect(detail['country']).toBe(atTop ? countries.at(-1) : undefined);
    const shown = Rows.parse(detail['visitor_records']).map((record) => record['country']);
    expect(shown).toEqual(countries.map((name) => (inRecords ? name : undefined)));
  });

  test.each([
    ['zero', { start: 0, end: 0, agent: 0, name: '', email: '' }],
    ['absent', { start: undefined, end: undefined, agent: undefined, name: undefined, email: undefined }],
    ['null', { start: null, end: null, agent: null, name: null, email: null }],
    ['implausible', { start: -1, end: Date.UTC(1999, 11, 31), agent: -1, name: '-', email: '-' }],
  ] as const)('a missed chat has %s times and agent', async (missed_chats, { start, end, agent, name, email }) => {
    const desk = await openDesk({ pageSize: 1000, dialect: { missed_chats } });
    const { chats } = desk.sandbox.world;
    const missed = first(chats.filter((chat) => chat.missed));
    const names = { agent_id: agent, first_name: name, last_name: name };
    const none = { conversation_start_time: start, conversation_end_time: end, ...names };
    for (const [row, field] of [
      [await rowOf(desk, missed), 'email'],
      [await detailOf(desk, `/api/chats/${missed.chatId}`), 'agent_email'],
    ] as const) {
      for (const [key, value] of Object.entries({ ...none, [field]: email })) expect(row[key]).toBe(value);
      expect('agent_id' in row).toBe(missed_chats !== 'absent');
    }
    const served = first(chats.filter((chat) => chat.endedAt !== undefined));
    expect(await rowOf(desk, served)).toMatchObject({
      agent_id: served.agentId,
      conversation_start_time: served.startedAt,
    });
  });
});

test.each([
  ['404', 404],
  ['400', 400],
] as const)('several invalid parameters have the status %s', async (several_invalid, status) => {
  const { get } = await openDesk({ dialect: { several_invalid } });
  expect(await get('/api/chats/?page_no=0&date_from=x')).toMatchObject({
    status,
    json: { error: [{ code: 400 }, { code: 400 }] },
  });
  expect((await get('/api/chats/?page_no=0')).status).toBe(400);
});

test('roles, statuses and message types may be others than were observed', async () => {
  const desk = await openDesk({ dialect: { words: 'others', order: 'oldest' } });
  const { agents, chats } = desk.sandbox.world;
  const roles = { 'Super Admin': 'Super Admin', Admin: 'Supervisor', Agent: 'Team Lead' };
  expect((await rowsOf(desk, '/api/agents')).toReversed()).toMatchObject(
    agents.map(({ role, status }) => ({ role: roles[role], status: status === 'Online' ? 'Online' : 'Away' })),
  );
  const chat = first(chats.filter(({ messages }) => messages.some(({ author }) => author === 'bot')));
  const types = { visitor: 'chat', agent: 'chat', bot: 'card', system: 'notice' };
  expect(await detailOf(desk, `/api/chats/${chat.chatId}`)).toMatchObject({
    messages: chat.messages.map(({ author }) => ({ message_type: types[author] })),
  });
});

test.each([
  ['year', (year: number) => year],
  ['milliseconds', (year: number) => Date.UTC(year, 2, 4, 9, 30)],
  ['text', (year: number) => `${year}-03-04 09:30:00.0`],
] as const)("an agent's create_time may be %s", async (create_time, expected) => {
  const { get, sandbox } = await openDesk({ dialect: { create_time } });
  const { agentId, createdInYear } = first(sandbox.world.agents);
  expect((await get(`/api/agents/${agentId}`)).json).toMatchObject({ create_time: expected(createdInYear) });
});

test.each([
  ['everyone', [200, 200, 200]],
  ['admins', [200, 200, 403]],
  ['super_admin', [200, 403, 403]],
] as const)('%s may read agents and single records', async (readers, statuses) => {
  const { get, sandbox } = await openDesk({ dialect: { readers } });
  const { account, agents, visitors, offlineMessages, chats } = sandbox.world;
  const own = agents.find(({ email }) => email === account.agent.email)?.agentId;
  for (const path of [
    '/api/agents',
    `/api/agents/${first(agents).agentId}`,
    `/api/visitors/${first(visitors).visitorId}`,
    `/api/offlinemessages/${first(offlineMessages).offlineMessageId}`,
    `/api/chats/${first(chats.filter(({ agentId }) => agentId === own)).chatId}`,
  ]) {
    const answers = [];
    for (const login of [account.superAdmin, account.admin, account.agent])
      answers.push((await get(path, login)).status);
    expect(answers).toEqual(statuses);
  }
});

test.each([
  ['json', 200, '{"status":"ok"}'],
  ['accepted', 202, ''],
  ['no_content', 204, ''],
  ['text', 200, 'OK'],
] as const)('the webhook takes data with %s', async (webhook_answer, status, text) => {
  const { send, sandbox } = await openDesk({ dialect: { webhook_answer } });
  const bot = first(sandbox.world.bots);
  const answer = await send(`/chat-websocket/api/webhook/v1/chatbot/${bot.webhookId}/${first(bot.endpoints).name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${bot.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ sessionId: first(bot.sessions), botId: bot.botId, data: { order: 7 } }),
  });
  expect(answer).toMatchObject({ status, text });
  expect(sandbox.deliveries).toMatchObject([{ data: { order: 7 } }]);
});

test('the page size is a part of the dialect, and the short way to it goes first', async () => {
  const desk = await openDesk({ dialect: { page_size: 7 } });
  expect(await chatIds(desk)).toHaveLength(7);
  expect(await chatIds(await openDesk({ dialect: { page_size: 7 }, pageSize: 9 }))).toHaveLength(9);
});

// The clients of the next test know nothing but the specification and that lists end in one of four ways.

async function walk(ask: (path: string) => Promise<Response>, path: string): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let page = 1; page < 1000; page += 1) {
    const response = await ask(`${path}page_no=${page}`);
    if (response.status !== 200) return seen;
    const before = seen.size;
    for (const row of Rows.parse(await response.json())) seen.add(String(Object.values(row)[0]));
    if (seen.size === before) return seen;
  }
  throw new Error('The list does not end');
}

function listsOf({ chats, agents, visitors, offlineMessages }: World, isUnlisted: (chat: Chat) => boolean) {
  return {
    '/api/chats?date_to=2027-01-01&': ids(chats.filter((chat) => !isUnlisted(chat))),
    '/api/agents?': agents.map(({ agentId }) => agentId),
    '/api/visitors?': visitors.map(({ visitorId }) => visitorId),
    '/api/offlinemessages?': offlineMessages.map(({ offlineMessageId }) => offlineMessageId),
  };
}

test('in every dialect, a walk over all pages finds exactly what is in the world', async () => {
  const world = smallWorld();
  const headers = { Authorization: basic(world.account.superAdmin) };
  const dialects = record({
    ...Object.fromEntries(DIMENSIONS.map(({ name, values }) => [name, constantFrom(...values)])),
    page_size: constantFrom(1, 7, 50, 500),
  });
  await assert(
    asyncProperty(dialects, async (options) => {
      const service = createService({ world, requestsPerMinute: 1_000_000, clock: () => NOW, dialect: options });
      const isUnlisted = service.dialect.running_chats === 'unlisted' ? isRunning : () => false;
      for (const [path, expected] of Object.entries(listsOf(world, isUnlisted))) {
        const found = await walk(
          async (address) => service.fetch(new Request(`http://localhost${address}`, { headers })),
          path,
        );
        expect([...found].toSorted()).toEqual(expected.map(String).toSorted());
      }
    }),
    { seed: 3, numRuns: runs(60, 20) },
  );
});
