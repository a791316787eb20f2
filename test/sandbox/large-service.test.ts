import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DialectOptions } from '../../src/sandbox/dialects.ts';
import { byRate } from '../../src/sandbox/faults/faults.ts';
import { createService, type ServiceOptions } from '../../src/sandbox/service.ts';
import { chatsByDay, truth } from '../oracle/truth.ts';
import { type Chat, createWorld, type LargeWorld, type Login } from '../../src/sandbox/world/world.ts';
import { basic, first, NOW, smallWorld } from './desk.ts';

const DAY = 86_400_000;

const world = createWorld({ seed: 4, size: 'large', now: NOW });
const { chatsIn } = truth(world);
const rows = z.array(z.record(z.string(), z.unknown()));

type Get = (path: string, login?: Login) => Promise<{ status: number; json: unknown }>;

function openService(dialect: DialectOptions = {}, options: Partial<ServiceOptions<LargeWorld>> = {}): Get {
  const service = createService({ world, dialect, requestsPerMinute: 1_000_000, clock: () => NOW, ...options });
  return async (path, login = world.account.superAdmin) => {
    const headers = { Authorization: basic(login) };
    const response = await service.fetch(new Request(`http://sandbox.test${path}`, { headers }));
    return { status: response.status, json: await response.json() };
  };
}

/** The ids of all pages of a list of chats. */
async function walk(get: Get, query: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const chats = rows.parse((await get(`/api/chats?${query}&page_no=${page}`)).json);
    if (chats.length === 0) return ids;
    ids.push(...chats.map((chat) => chat['chat_id']));
  }
}

function firstOf<T>(things: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const thing of things) if (taken.push(thing) === count) break;
  return taken;
}

const ids = (chats: readonly Chat[]): number[] => chats.map(({ chatId }) => chatId);
const ofDays = (from: string, to: string): string => `date_from=${from}&date_to=${to}`;
const within = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) + DAY });

test.each([
  ['2024-02-28', '2024-03-01'],
  ['2025-12-31', '2026-01-01'],
  ['2026-11-18', '2026-11-18'],
  ['2023-01-01', '2023-11-21'],
])('the pages of %s to %s have every chat once', async (from, to) => {
  const chats = chatsIn(within(from, to));
  expect(chats.length).toBeGreaterThan(100);
  expect(await walk(openService({ page_size: 100 }), ofDays(from, to))).toEqual(ids(chats));
  expect(await walk(openService({ page_size: 70, order: 'oldest' }), ofDays(from, to))).toEqual(
    ids(chats).toReversed(),
  );
  const shuffled = await walk(openService({ page_size: 90, order: 'shuffled' }), ofDays(from, to));
  expect(shuffled).not.toEqual(ids(chats));
  expect(new Set(shuffled)).toEqual(new Set(ids(chats)));
  expect(shuffled).toHaveLength(chats.length);
});

test('the shuffled list of all is the same every time', async () => {
  const [one, other] = [openService({ order: 'shuffled' }), openService({ order: 'shuffled' })];
  const page = await one('/api/chats?page_no=7000');
  expect(rows.parse(page.json)).toHaveLength(50);
  expect(await other('/api/chats?page_no=7000')).toEqual(page);
});

test('days may go by the start of the conversation, and leave running chats out', async () => {
  const from = Date.UTC(2026, 10, 10);
  const around = chatsIn({ from: from - DAY, to: from + 2 * DAY });
  const started = around.filter(
    ({ requestedAt, startedAt = requestedAt }) => startedAt >= from && startedAt < from + DAY,
  );
  const get = openService({ page_size: 300, filter_time: 'start' });
  expect(await walk(get, ofDays('2026-11-10', '2026-11-10'))).toEqual(ids(started));
  expect(started.some(({ requestedAt }) => requestedAt < from)).toBe(true);

  const today = chatsIn({ from: NOW - (NOW % DAY) });
  const ended = today.filter(({ missed, endedAt }) => missed || endedAt !== undefined);
  expect(ended.length).toBeLessThan(today.length);
  const unlisted = openService({ page_size: 300, running_chats: 'unlisted' });
  expect(await walk(unlisted, 'date_from=2026-11-18')).toEqual(ids(ended));
});

test("an agent's chats, with those that they passed on and without", async () => {
  const chats = chatsIn(within('2026-05-01', '2026-05-10'));
  const passedOn = first(chats.filter(({ transferredFrom }) => transferredFrom !== undefined));
  const agentId = passedOn.transferredFrom ?? 0;
  const named = chats.filter((chat) => chat.agentId === agentId);
  const involved = chats.filter((chat) => chat.agentId === agentId || chat.transferredFrom === agentId);
  const query = `agent_id=${agentId}&${ofDays('2026-05-01', '2026-05-10')}`;
  expect(await walk(openService({}), query)).toEqual(ids(involved));
  expect(await walk(openService({ agent_filter: 'named' }), query)).toEqual(ids(named));
  expect(named.length).toBeLessThan(involved.length);
  const email = encodeURIComponent(world.agents.find((agent) => agent.agentId === agentId)?.email ?? '');
  expect(await walk(openService({}), `agent_email_id=${email}&${query}`)).toEqual(ids(involved));
  expect((await openService({})('/api/chats?agent_id=1')).json).toEqual([]);
});

test('the lists end where they should', async () => {
  const get = openService({});
  for (const [path, count] of [
    ['/api/chats', world.chatCount],
    ['/api/visitors', world.visitorCount],
    ['/api/offlinemessages', world.offlineMessageCount],
  ] as const) {
    expect((await get(`${path}?page_no=${count / 50}`)).json).toHaveLength(50);
    expect((await get(`${path}?page_no=${count / 50 + 1}`)).json).toEqual([]);
    expect((await get(`${path}?page_no=9007199254740991`)).json).toEqual([]);
  }
  expect((await get('/api/agents')).json).toHaveLength(50);
  expect((await get('/api/agents?page_no=3')).json).toHaveLength(20);
});

test("a visitor's totals agree with their chats, and a chat with its visitor", async () => {
  const get = openService({});
  for (const { visitorId } of chatsIn({ from: NOW - DAY / 6 }).slice(0, 60)) {
    const served = chatsIn({ visitorId, missed: false });
    const [latest] = served;
    const durations = served.map(({ startedAt = 0, endedAt = startedAt }) => endedAt - startedAt);
    const { json } = await get(`/api/visitors/${visitorId}`);
    expect(json).toMatchObject({
      visitor_id: visitorId,
      total_chats: served.length,
      total_chat_duration: durations.reduce((sum, duration) => sum + duration, 0),
    });
    if (!latest) continue;
    const chat = await get(`/api/chats/${latest.chatId}`);
    const { first_visit_time } = z.object({ first_visit_time: z.number() }).parse(json);
    expect(chat.json).toMatchObject({ chat_id: latest.chatId, visitor_id: visitorId, first_visit_time });
    expect(chat.json).toHaveProperty('messages.length', latest.messages.length);
  }
  expect((await get('/api/visitors/1')).status).toBe(404);
});

test('an offline message has as many replies alone as the list says', async () => {
  const get = openService({});
  for (const row of rows.parse((await get('/api/offlinemessages?page_no=40')).json)) {
    const { reply_message_count: count, ...facts } = row;
    const { json } = await get(`/api/offlinemessages/${String(row['offline_message_id'])}`);
    expect(json).toMatchObject(facts);
    expect(json).toHaveProperty('reply_messages.length', count);
  }
});

test('logins may do what their roles may', async () => {
  const get = openService({});
  const { admin, agent } = world.account;
  expect((await get('/api/chats', admin)).status).toBe(403);
  expect((await get('/api/agents', agent)).status).toBe(200);
  const { agentId } = first(world.agents.filter(({ email }) => email === agent.email));
  const own = first(chatsIn({ from: NOW - 10 * DAY, agentId }));
  const other = first(
    chatsIn({ from: NOW - DAY }).filter((chat) => ![chat.agentId, chat.transferredFrom].includes(agentId)),
  );
  expect((await get(`/api/chats/${own.chatId}`, agent)).status).toBe(200);
  expect((await get(`/api/chats/${other.chatId}`, agent)).status).toBe(403);
  expect((await get(`/api/chats/${other.chatId}`, admin)).status).toBe(200);
});

test('nothing in it arrives or vanishes', async () => {
  const get = openService({}, { faults: byRate({ rows_arrive: 0.5, rows_vanish: 0.5 }, 1) });
  const page = await get('/api/chats');
  expect(await get('/api/chats')).toEqual(page);
});

test('day after day gives all chats of a world, with their messages', () => {
  const small = smallWorld();
  const days = [...chatsByDay(small)];
  expect(days.flatMap(({ chats }) => chats)).toEqual(small.chats);
  for (const { day, chats } of days) {
    expect(day % DAY).toBe(0);
    expect(chats.filter(({ requestedAt }) => requestedAt < day || requestedAt >= day + DAY)).toEqual([]);
  }

  const [, second, third] = firstOf(chatsByDay(world), 3);
  expect(third?.day).toBe((second?.day ?? 0) + DAY);
  for (const { day, chats } of [second, third].flatMap((one) => one ?? [])) {
    expect(ids(chats)).toEqual(ids(chatsIn({ from: day, to: day + DAY })).toReversed());
    expect(chats.every(({ messages }) => messages.length > 0)).toBe(true);
  }
});
