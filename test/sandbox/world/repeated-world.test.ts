import { expect, test } from 'vitest';
import { z } from 'zod';
import { chatsByDay, statistics, truth } from '../../oracle/truth.ts';
import type { DialectOptions } from '../../../src/sandbox/dialects.ts';
import { byRate } from '../../../src/sandbox/faults/faults.ts';
import { createService, type ServiceOptions } from '../../../src/sandbox/service.ts';
import { repeatWorld } from '../../../src/sandbox/world/repeated-world.ts';
import { type Chat, createWorld, type LargeWorld, type Login } from '../../../src/sandbox/world/world.ts';
import { DAY, startOfDay } from '../../../src/sandbox/world/time.ts';
import { basic, first, NOW, smallWorld } from '../desk.ts';

const LENGTH = 14 * DAY;
const TIMES = 4;
const BEGIN = NOW - TIMES * LENGTH;

const small = smallWorld();
// Somebody waited past midnight, two days before the end.
const lastOfDay = first(
  small.chats.filter(({ missed, requestedAt }) => !missed && requestedAt < NOW - 2 * DAY).slice(-1),
);
lastOfDay.startedAt = startOfDay(lastOfDay.requestedAt) + DAY + 60_000;
lastOfDay.endedAt = lastOfDay.startedAt + 600_000;
const world = repeatWorld(small, { times: TIMES, length: LENGTH });
const { records } = world;
const { chatsIn } = truth(world);
const all = [...world.chatsBetween(-Infinity, Infinity)];
const visitors = records.visitors('oldest').slice(0, Infinity);
const messages = records.offlineMessages('oldest').slice(0, Infinity);
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

/** The ids of all pages of a list. */
async function walk(get: Get, path: string, id = 'chat_id'): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const records = rows.parse((await get(`${path}${path.includes('?') ? '&' : '?'}page_no=${page}`)).json);
    if (records.length === 0) return ids;
    ids.push(...records.map((record) => record[id]));
  }
}

const ids = (chats: readonly Chat[]): number[] => chats.map(({ chatId }) => chatId);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const ofDays = (from: number, to: number): string => `/api/chats?date_from=${dayOf(from)}&date_to=${dayOf(to)}`;
const within = (from: number, to: number) => ({ from: startOfDay(from), to: startOfDay(to) + DAY });

test('the large world has a million chats over three years, and a plausible share is missed and rated', () => {
  const large = createWorld({ seed: 1, size: 'large', now: NOW });
  const chats = large.records.chats(
    { from: 0, to: NOW, time: 'request', running: 'listed', agentsChats: 'named', agents: [] },
    'oldest',
  );
  const [visitors, messages] = [large.records.visitors('oldest'), large.records.offlineMessages('oldest')];
  expect([chats.length, visitors.length, messages.length, large.agents.length]).toEqual([
    1_002_300, 249_600, 58_500, 120,
  ]);
  expect(new Set(large.agents.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(120);
  expect(new Set(large.agents.map(({ email }) => email)).size).toBe(120);
  const [oldest] = chats.slice(0, 1);
  expect((NOW - (oldest?.requestedAt ?? 0)) / DAY).toBeGreaterThan(3 * 365 - 5);
  const week = [...large.chatsBetween(NOW - 370 * DAY, NOW - 363 * DAY)];
  const { volume, missed, served, ratings } = statistics(week);
  expect(volume).toBeGreaterThan(5000);
  expect(missed / volume).toBeGreaterThan(0.03);
  expect(missed / volume).toBeLessThan(0.2);
  expect(Object.values(ratings).reduce((sum, count) => sum + count, 0) / served).toBeGreaterThan(0.2);
});

test('each repeat has all chats of the world, at its time, with other ids and in the same words', () => {
  expect(all).toHaveLength(TIMES * small.chats.length);
  for (let repeat = 0; repeat < TIMES; repeat += 1) {
    const later = (repeat + 1 - TIMES) * LENGTH;
    const part = all.slice(repeat * small.chats.length, (repeat + 1) * small.chats.length);
    expect(part.map(({ requestedAt }) => requestedAt - later)).toEqual(small.chats.map((chat) => chat.requestedAt));
    const told = (chats: readonly Chat[], moved: number) =>
      chats.map((chat) => [chat.agentId, chat.rating, chat.messages.map(({ text, at }) => [text, at - moved])]);
    expect(told(part, later)).toEqual(told(small.chats, 0));
    const running = part.filter(({ missed, endedAt }) => !missed && endedAt === undefined);
    expect(running.length > 0).toBe(repeat === TIMES - 1);
  }
  expect(new Set(ids(all)).size).toBe(all.length);
});

test('each record is the same alone as among others, and ids between them belong to nobody', () => {
  for (const one of all) expect(records.chat(one.chatId)).toEqual(one);
  for (const one of visitors) expect(records.visitor(one.visitorId)).toEqual(one);
  for (const one of messages) expect(records.offlineMessage(one.offlineMessageId)).toEqual(one);
  const known = new Set(ids(all));
  const unknown = [0, 2 ** 40, ...ids(all).map((id) => id + 1)].filter((id) => !known.has(id));
  expect(unknown.length).toBeGreaterThan(known.size / 2);
  expect(unknown.flatMap((id) => records.chat(id) ?? [])).toEqual([]);
  expect([records.visitor(1), records.offlineMessage(2 ** 40), records.chatsOf(1)]).toEqual([undefined, undefined, []]);
});

test('every list is in the order of time, and ids grow with it', () => {
  for (const pairs of [
    all.map(({ chatId, requestedAt }) => [chatId, requestedAt] as const),
    visitors.map(({ visitorId, firstVisitAt }) => [visitorId, firstVisitAt] as const),
    messages.map(({ offlineMessageId, receivedAt }) => [offlineMessageId, receivedAt] as const),
  ]) {
    const broken = pairs.filter(([id, time], index) => {
      const [lastId, lastTime] = pairs[index - 1] ?? [0, 0];
      return id <= lastId || time < lastTime;
    });
    expect(broken).toEqual([]);
  }
});

test('a visitor has the chats that name them, and was there before the first; times make sense', () => {
  const byVisitor = Map.groupBy(all, ({ visitorId }) => visitorId);
  for (const { visitorId, firstVisitAt } of visitors) {
    const own = byVisitor.get(visitorId) ?? [];
    expect(ids(records.chatsOf(visitorId))).toEqual(ids(own));
    expect(own.every(({ requestedAt }) => requestedAt >= firstVisitAt)).toBe(true);
  }
  for (const { requestedAt, missed, startedAt, endedAt = NOW } of all) {
    const times = [BEGIN, requestedAt, ...(missed ? [] : [startedAt ?? 0]), endedAt, NOW];
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
  for (const { receivedAt, replies, visitorId } of messages) {
    expect(records.visitor(visitorId)?.firstVisitAt).toBeLessThanOrEqual(receivedAt);
    expect(replies.every(({ at }) => at >= receivedAt && at <= NOW)).toBe(true);
  }
});

test.each([
  ['within a repeat', NOW - 12 * DAY, NOW - 10 * DAY],
  ['across two', NOW - LENGTH - 2 * DAY, NOW - LENGTH + 2 * DAY],
  ['across all', BEGIN + 3 * DAY, NOW - DAY],
  ['from before the first', BEGIN - 300 * DAY, BEGIN + DAY],
])('the pages of days %s have every chat once', async (_, from, to) => {
  const chats = chatsIn(within(from, to));
  expect(chats.length).toBeGreaterThan(10);
  const path = ofDays(from, to);
  expect(await walk(openService({ page_size: 50 }), path)).toEqual(ids(chats));
  expect(await walk(openService({ page_size: 7, order: 'oldest' }), path)).toEqual(ids(chats).toReversed());
  const shuffled = await walk(openService({ page_size: 9, order: 'shuffled' }), path);
  expect(shuffled).not.toEqual(ids(chats));
  expect(shuffled).toHaveLength(chats.length);
  expect(new Set(shuffled)).toEqual(new Set(ids(chats)));
});

test('the lists of all end where they should', async () => {
  const get = openService({});
  expect(await walk(get, '/api/chats')).toEqual(ids(all).toReversed());
  expect(await walk(get, '/api/visitors', 'visitor_id')).toEqual(visitors.map((one) => one.visitorId).toReversed());
  expect(await walk(get, '/api/offlinemessages', 'offline_message_id')).toEqual(
    messages.map((one) => one.offlineMessageId).toReversed(),
  );
  expect((await get('/api/chats?page_no=9007199254740991')).json).toEqual([]);
});

test('days may go by the start of the conversation, and leave running chats out', async () => {
  const late = first(all.filter(({ requestedAt, startedAt = 0 }) => startedAt > startOfDay(requestedAt) + DAY));
  const day = startOfDay(late.startedAt ?? 0);
  const started = chatsIn({ from: day - DAY, to: day + DAY }).filter(
    ({ requestedAt, startedAt = requestedAt }) => startedAt >= day && startedAt < day + DAY,
  );
  expect(await walk(openService({ filter_time: 'start' }), ofDays(day, day))).toEqual(ids(started));
  expect(ids(started)).toContain(late.chatId);

  const ended = all.filter(({ missed, endedAt }) => missed || endedAt !== undefined);
  expect(ended.length).toBeLessThan(all.length);
  expect(await walk(openService({ running_chats: 'unlisted' }), '/api/chats')).toEqual(ids(ended).toReversed());
});

test("an agent's chats, with those that they passed on and without", async () => {
  const passedOn = first(all.filter(({ transferredFrom }) => transferredFrom !== undefined));
  const agentId = passedOn.transferredFrom ?? 0;
  const newestFirst = all.toReversed();
  const named = newestFirst.filter((chat) => chat.agentId === agentId);
  const involved = newestFirst.filter((chat) => chat.agentId === agentId || chat.transferredFrom === agentId);
  expect(await walk(openService({}), `/api/chats?agent_id=${agentId}`)).toEqual(ids(involved));
  expect(await walk(openService({ agent_filter: 'named' }), `/api/chats?agent_id=${agentId}`)).toEqual(ids(named));
  expect(named.length).toBeLessThan(involved.length);
});

test("a visitor's totals agree with their chats, and a chat with its visitor", async () => {
  const get = openService({});
  for (const { visitorId } of all.filter((_, index) => index % 29 === 0)) {
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

test('logins may do what their roles may', async () => {
  const get = openService({});
  const { admin, agent } = world.account;
  expect((await get('/api/chats', admin)).status).toBe(403);
  expect((await get('/api/agents', agent)).status).toBe(200);
  const { agentId } = first(world.agents.filter(({ email }) => email === agent.email));
  const own = first(all.filter((chat) => chat.agentId === agentId));
  const other = first(all.filter((chat) => ![chat.agentId, chat.transferredFrom].includes(agentId)));
  expect((await get(`/api/chats/${own.chatId}`, agent)).status).toBe(200);
  expect((await get(`/api/chats/${other.chatId}`, agent)).status).toBe(403);
  expect((await get(`/api/chats/${other.chatId}`, admin)).status).toBe(200);
});

test('nothing in it arrives or vanishes', async () => {
  const get = openService({}, { faults: byRate({ rows_arrive: 0.5, rows_vanish: 0.5 }, 1) });
  const page = await get('/api/chats');
  expect(await get('/api/chats')).toEqual(page);
});

test.each([
  ['at hand', small],
  ['repeated', world],
])('day after day gives all chats of a world %s', (_, one) => {
  const days = [...chatsByDay(one)];
  expect(days.flatMap(({ chats }) => chats)).toEqual(one === small ? small.chats : all);
  for (const { day, chats } of days) {
    expect(day % DAY).toBe(0);
    expect(chats.filter(({ requestedAt }) => requestedAt < day || requestedAt >= day + DAY)).toEqual([]);
  }
});
