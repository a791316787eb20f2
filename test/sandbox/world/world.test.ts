import { expect, test } from 'vitest';
import { median, statistics } from '../../oracle/truth.ts';
import { type Agent, type Chat, createWorld, type World } from '../../../src/sandbox/world/world.ts';
import { NOW } from '../desk.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const medium = createWorld({ seed: 1, size: 'medium', now: NOW });
const smalls = Array.from({ length: 12 }, (_, seed) =>
  // At any hour of any weekday.
  createWorld({ seed, size: 'small', now: NOW + seed * (3 * DAY + 13 * 60 * MINUTE) }),
);
const worlds = [medium, ...smalls];

test('the same seed and now give the same world, byte for byte', () => {
  const make = (seed: number, now: number) => JSON.stringify(createWorld({ seed, size: 'small', now }));
  expect(make(3, NOW)).toBe(make(3, NOW));
  expect(make(4, NOW)).not.toBe(make(3, NOW));
  expect(make(3, NOW + DAY)).not.toBe(make(3, NOW));
});

test('the words of a chat do not depend on which chat is read first', () => {
  const [forward, backward] = [smalls[5], createWorld({ seed: 5, size: 'small', now: smalls[5]?.now ?? 0 })];
  const read = ({ messages }: Chat): string => JSON.stringify(messages);
  expect(backward.chats.toReversed().map(read).toReversed()).toEqual(forward?.chats.map(read));
});

test('the sizes are as declared', () => {
  const counts = ({ chats, visitors, offlineMessages, agents }: World) => [
    chats.length,
    visitors.length,
    offlineMessages.length,
    agents.length,
  ];
  expect(counts(medium)).toEqual([20_000, 5_000, 2_000, 30]);
  for (const small of smalls) expect(counts(small)).toEqual([300, 150, 60, 6]);
});

test('every list is in the order of time, and ids grow with it, with gaps', () => {
  for (const { chats, visitors, offlineMessages, agents } of worlds) {
    expectGrowing(chats.map(({ chatId, requestedAt }) => [chatId, requestedAt]));
    expectGrowing(visitors.map(({ visitorId, firstVisitAt }) => [visitorId, firstVisitAt]));
    expectGrowing(offlineMessages.map(({ offlineMessageId, receivedAt }) => [offlineMessageId, receivedAt]));
    expectGrowing(agents.map(({ agentId }) => [agentId, 0]));
  }
});

test('times of chats make sense: nothing before its cause, nothing after now', () => {
  for (const { chats, visitors, now } of worlds) {
    const firstVisits = new Map(visitors.map(({ visitorId, firstVisitAt }) => [visitorId, firstVisitAt]));
    const impossible = chats.filter(({ visitorId, requestedAt, startedAt = requestedAt, endedAt = now }) => {
      const times = [firstVisits.get(visitorId) ?? Infinity, requestedAt, startedAt, endedAt, now];
      return times.some((time, index) => time > (times[index + 1] ?? Infinity));
    });
    expect(impossible).toEqual([]);
  }
});

test('a missed chat has neither agent nor conversation, a served one has both', () => {
  const fits = ({
    missed,
    agentId,
    startedAt,
    endedAt,
    endedBy,
    rating,
    transferred,
    transferredFrom,
  }: Chat): boolean =>
    missed
      ? [agentId, startedAt, endedAt, endedBy, rating, transferredFrom].every((value) => value === undefined)
      : agentId !== undefined &&
        startedAt !== undefined &&
        (endedBy !== undefined) === (endedAt !== undefined) &&
        (transferredFrom !== undefined) === transferred;
  for (const { chats } of worlds) expect(chats.filter((chat) => !fits(chat))).toEqual([]);
});

test('messages lie within their chat, in order, and no agent speaks before they accepted', () => {
  for (const { chats, now } of smalls) {
    for (const { requestedAt, startedAt = now, endedAt = now, messages } of chats) {
      const times = [requestedAt, ...messages.map(({ at }) => at), endedAt];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(messages.filter(({ author, at }) => author === 'agent' && at < startedAt)).toEqual([]);
    }
  }
});

test('the agent a row names speaks in the chat, and a transfer has two agents, the last one named', () => {
  for (const { chats, agents } of smalls) {
    const nameOf = new Map(agents.map((agent) => [agent.agentId, `${agent.firstName} ${agent.lastName}`]));
    for (const { agentId, transferredFrom, messages } of chats.filter(({ missed }) => !missed)) {
      const speakers = new Set(messages.flatMap(({ author, authorName }) => (author === 'agent' ? [authorName] : [])));
      const expected = [transferredFrom, agentId].flatMap((id) => (id === undefined ? [] : nameOf.get(id)));
      expect([...speakers]).toEqual(expected);
    }
  }
});

test('a plausible share is missed, transferred, proactive, rated and still running', () => {
  for (const { chats } of worlds) {
    const { volume, missed, served, transferred, waits, ratings } = statistics(chats);
    const rated = Object.values(ratings).reduce((sum, count) => sum + count, 0);
    expectBetween(missed / volume, 0.03, 0.25);
    expectBetween(transferred / served, 0.005, 0.12);
    expectBetween(rated / served, 0.2, 0.55);
    expectBetween(chats.filter(({ startedBy }) => startedBy === 'agent').length / volume, 0.01, 0.1);
    expectBetween(chats.filter((chat) => !chat.missed && chat.endedAt === undefined).length, 2, 12);
    expectBetween(median(waits) ?? 0, 3, 40);
  }
});

test('every world has a chat across midnight UTC, a very long one, and one of about 200 messages', () => {
  for (const { chats } of smalls) {
    const day = (at: number) => Math.floor(at / DAY);
    expect(chats.some(({ startedAt, endedAt }) => startedAt && endedAt && day(startedAt) < day(endedAt))).toBe(true);
    expectBetween(Math.max(...chats.map(({ messages }) => messages.length)), 150, 230);
    expect(chats.some(({ messages }) => messages.some(({ text }) => text.length > 3000))).toBe(true);
  }
});

test('no agent ever has more chats than their limit', () => {
  for (const { chats, agents, now } of worlds) {
    for (const { agentId, concurrentChatLimit } of agents) {
      const own = chats.filter((chat) => chat.agentId === agentId);
      expect(Math.max(0, ...own.map((chat) => runningAt(own, chat.startedAt ?? 0, now)))).toBeLessThanOrEqual(
        concurrentChatLimit,
      );
    }
  }
});

test('chats are missed when the agents are full', () => {
  const chats = medium.chats.slice(-5000);
  const crowds = chats.map(({ requestedAt }) => requestsBefore(chats, requestedAt, 30 * MINUTE));
  const crowded = crowds.toSorted((a, b) => b - a)[chats.length / 20] ?? 0;
  const missedRate = (some: Chat[]) => some.filter(({ missed }) => missed).length / some.length;
  const busiest = missedRate(chats.filter((_, index) => (crowds[index] ?? 0) >= crowded));
  expect(busiest).toBeGreaterThan(2 * missedRate(chats));
});

test('days and hours have their shape', () => {
  const hours = countBy(medium.chats, ({ requestedAt }) => hour(requestedAt));
  const days = countBy(medium.chats, ({ requestedAt }) => new Date(requestedAt).getUTCDay());
  const [sunday = 0, , tuesday = 0, , , , saturday = 0] = days;
  expect(hours[10]).toBeGreaterThan(5 * (hours[3] ?? 0));
  expect(hours[15]).toBeGreaterThan(2 * (hours[22] ?? 0));
  expect(Math.min(...hours)).toBeGreaterThan(0);
  expect(tuesday).toBeGreaterThan(1.6 * saturday);
  expect(saturday).toBeGreaterThan(0.8 * sunday);
});

test('agents differ in speed, and ratings follow the wait', () => {
  const { chats, agents } = medium;
  const durations = agents.map(
    ({ agentId }) => median(statistics(chats.filter((chat) => chat.agentId === agentId)).durations) ?? 0,
  );
  expect(Math.max(...durations)).toBeGreaterThan(1.8 * Math.min(...durations));
  const waitsFor = (stars: number) => statistics(chats.filter(({ rating }) => rating === stars)).waits;
  expect(median(waitsFor(1))).toBeGreaterThan(2 * (median(waitsFor(5)) ?? 0));
});

test('visitors write in eight languages', () => {
  const texts = medium.chats
    .slice(0, 3000)
    .flatMap(({ messages }) => messages.filter(({ author }) => author === 'visitor'));
  const said = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).length;
  for (const pattern of [
    /\bmy order\b/i,
    /\bBestellung\b/,
    /\bpedido\b/,
    /\bcommande\b/,
    /\bmeu\b/,
    /\bbestillingen\b/,
    /\p{Script=Hiragana}/u,
    /\p{Script=Arabic}/u,
  ]) {
    expect(said(pattern)).toBeGreaterThan(10);
  }
});

test('odd characters are among the texts and names', () => {
  const { chats, visitors, offlineMessages } = medium;
  const texts = chats.slice(0, 3000).flatMap(({ messages }) => messages.map(({ text }) => text));
  for (const oddity of ['"', '|', '\n', '\t', '\u200D', '\u202E', '\u0336', '<script>', '\uFEFF', 'שלום']) {
    expect(texts.some((text) => text.includes(oddity))).toBe(true);
    if (oddity === '\n') expect(offlineMessages.some(({ text }) => text.includes(oddity))).toBe(true);
  }
  const names = visitors.flatMap(({ records }) => records.map(({ contact }) => contact.name));
  for (const name of ['', 'A | B Trading', "Seán O'Brien-Ní Dhónaill", 'null']) expect(names).toContain(name);
});

test('people are as people are: shared names, shared mailboxes, several records, returning visitors', () => {
  for (const { agents, visitors, chats } of worlds) {
    expect(new Set(agents.map(({ firstName }) => firstName)).size).toBeLessThan(agents.length);
    const offices = visitors.filter(({ records }) =>
      records.some(({ contact }) => contact.email === 'office@example.org'),
    );
    expect(offices.length).toBeGreaterThanOrEqual(2);
    expect(visitors.some(({ records }) => records.length > 2)).toBe(true);
    expect(new Set(chats.map(({ visitorId }) => visitorId)).size).toBeLessThan(0.7 * chats.length);
    expect(agents.filter(({ enabled }) => !enabled)).toHaveLength(1);
    expect(new Set(agents.map(({ role }) => role))).toEqual(new Set<Agent['role']>(['Super Admin', 'Admin', 'Agent']));
    expect(new Set(agents.map(({ status }) => status))).toEqual(new Set<Agent['status']>(['Online', 'Offline']));
  }
});

test('offline messages are answered after hours, after days or never; unread is not unanswered', () => {
  const { offlineMessages, now } = medium;
  const delays = offlineMessages.flatMap(({ receivedAt, replies }) => (replies[0] ? [replies[0].at - receivedAt] : []));
  const unanswered = offlineMessages.filter(({ replies }) => replies.length === 0);
  expect(delays.some((delay) => delay < 3 * 60 * MINUTE)).toBe(true);
  expect(delays.some((delay) => delay > 2 * DAY)).toBe(true);
  expectBetween(unanswered.length / offlineMessages.length, 0.15, 0.45);
  expect(unanswered.some(({ unread }) => unread)).toBe(true);
  expect(unanswered.some(({ unread }) => !unread)).toBe(true);
  expect(offlineMessages.some(({ unread, replies }) => unread && replies.length > 0)).toBe(true);
  for (const { receivedAt, replies } of offlineMessages) {
    for (const { at } of replies) expectBetween(at, receivedAt, now);
  }
});

test('addresses, networks and telephones are reserved for documentation and fiction', () => {
  for (const { agents, visitors } of worlds) {
    for (const { email } of agents) expect(email).toMatch(/@shop\.example\.com$/);
    for (const { contact, whereabouts } of visitors.slice(0, 1000).flatMap(({ records }) => records)) {
      expect(contact.email).toMatch(/^$|^[a-z0-9._+]+@example\.(com|net|org)$/);
      expect(contact.phone).toMatch(
        /^$|^\+1 \d{3}-555-01\d\d$|^\+44 20 7946 0\d{3}$|^\+49 30 23125 \d{3}$|^\+33 1 99 00 \d\d \d\d$/,
      );
      expect(whereabouts.ipAddress).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/);
    }
  }
});

function expectGrowing(pairs: readonly (readonly [id: number, time: number])[]): void {
  const broken = pairs.filter(([id, time], index) => {
    const [lastId = 0, lastTime = 0] = pairs[index - 1] ?? [];
    return id <= lastId || time < lastTime;
  });
  expect(broken).toEqual([]);
  expect((pairs.at(-1)?.[0] ?? 0) - (pairs[0]?.[0] ?? 0)).toBeGreaterThan(pairs.length);
}

function expectBetween(value: number, low: number, high: number): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

function runningAt(chats: readonly Chat[], at: number, now: number): number {
  return chats.filter(({ startedAt = Infinity, endedAt = now + 1 }) => startedAt <= at && at < endedAt).length;
}

/** The number of chats that were requested in the `span` ms up to `at`. */
function requestsBefore(chats: readonly Chat[], at: number, span: number): number {
  return chats.filter(({ requestedAt }) => requestedAt > at - span && requestedAt <= at).length;
}

function hour(at: number): number {
  return new Date(at).getUTCHours();
}

function countBy<T>(rows: readonly T[], key: (row: T) => number): number[] {
  const counts: number[] = [];
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
  return Array.from(counts, (count) => count ?? 0);
}
