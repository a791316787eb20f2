import { expect, test } from 'vitest';
import { statistics, truth } from '../../oracle/truth.ts';
import { type Chat, createWorld, type LargeWorld } from '../../../src/sandbox/world/world.ts';
import { oneIn } from '../../support/runs.ts';
import { first, NOW } from '../desk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const world = large();
const { chatsIn } = truth(world);
/** Two days a quarter, each the same weekdays, oldest first; and the last three days. */
const samples = Array.from({ length: 12 }, (_, quarter) => NOW - (3 + 91 * (11 - quarter)) * DAY).map((from) => [
  ...world.chatsBetween(from, from + 2 * DAY),
]);
const lastDays = [...world.chatsBetween(NOW - 3 * DAY, NOW + 1)];

function large(seed = 1, now = NOW): LargeWorld {
  return createWorld({ seed, size: 'large', now });
}

test('it is as large as declared, over three years', () => {
  const { chatCount, visitorCount, offlineMessageCount, agents, records } = world;
  expect([chatCount, visitorCount, offlineMessageCount, agents.length]).toEqual([1_000_000, 250_000, 60_000, 120]);
  const all = records.chats(
    { from: 0, to: NOW, time: 'request', running: 'listed', agentsChats: 'named', agents: [] },
    'oldest',
  );
  expect(all.length).toBe(chatCount);
  const [oldest, newest] = [first(all.slice(0, 1)), first(all.slice(chatCount - 1, chatCount))];
  expectBetween((newest.requestedAt - oldest.requestedAt) / DAY, 3 * 365 - 1, 3 * 365);
});

test('the order in which it is read changes nothing', () => {
  const [forward, backward] = [large(2), large(2)];
  const days = [NOW - 1000 * DAY, NOW - 400 * DAY, NOW - DAY];
  const dayOf = (one: LargeWorld, from: number): string => JSON.stringify([...one.chatsBetween(from, from + 6 * HOUR)]);
  const guests = (one: LargeWorld): string => JSON.stringify(one.records.visitors('newest').slice(1000, 1050));
  const letters = (one: LargeWorld): string => JSON.stringify(one.records.offlineMessages('oldest').slice(500, 550));

  const read = [...days.map((day) => dayOf(forward, day)), guests(forward), letters(forward)];
  const again = [letters(backward), guests(backward), ...days.toReversed().map((day) => dayOf(backward, day))];
  expect(again.toReversed()).toEqual(read);
  expect(JSON.stringify(forward.agents)).toBe(JSON.stringify(backward.agents));
  expect(days.map((day) => dayOf(forward, day))).toEqual(read.slice(0, 3));
  expect(dayOf(world, NOW - DAY)).not.toBe(read[2]);
});

test('each record is the same alone as among others, and ids between them belong to nobody', () => {
  const { chat, visitor, visitors, offlineMessage, offlineMessages } = world.records;
  for (const one of lastDays.slice(0, 200)) expect(chat(one.chatId)).toEqual(one);
  for (const one of visitors('oldest').slice(70_000, 70_100)) expect(visitor(one.visitorId)).toEqual(one);
  for (const one of offlineMessages('newest').slice(0, 100)) {
    expect(offlineMessage(one.offlineMessageId)).toEqual(one);
  }
  const known = new Set(lastDays.map(({ chatId }) => chatId));
  const unknown = [...known].map((chatId) => chatId + 1).filter((chatId) => !known.has(chatId));
  expect(unknown.length).toBeGreaterThan(known.size / 2);
  expect(unknown.slice(0, -1).flatMap((chatId) => chat(chatId) ?? [])).toEqual([]);
  expect([chat(0), visitor(1), offlineMessage(2 ** 40)]).toEqual([undefined, undefined, undefined]);
});

test('every list is in the order of time, and ids grow with it', () => {
  const { visitors, offlineMessages } = world.records;
  for (const pairs of [
    ...samples.map((chats) => chats.map(({ chatId, requestedAt }) => [chatId, requestedAt] as const)),
    visitors('oldest')
      .slice(120_000, 122_000)
      .map(({ visitorId, firstVisitAt }) => [visitorId, firstVisitAt] as const),
    offlineMessages('oldest')
      .slice(9000, 9500)
      .map(({ offlineMessageId, receivedAt }) => [offlineMessageId, receivedAt] as const),
  ]) {
    const broken = pairs.filter(([id, time], index) => {
      const [lastId, lastTime] = pairs[index - 1] ?? [0, 0];
      return id <= lastId || time < lastTime;
    });
    expect(broken).toEqual([]);
  }
});

test('a visitor has the chats that name them, and was there before the first', () => {
  const newcomers = world.records
    .visitors('newest')
    .slice(0, 1500)
    .filter(({ firstVisitAt }) => firstVisitAt > NOW - 6 * DAY);
  expect(newcomers.length).toBeGreaterThan(1000);
  const chats = Map.groupBy(world.chatsBetween(NOW - 6 * DAY, NOW + 1), ({ visitorId }) => visitorId);
  for (const { visitorId, firstVisitAt, totalVisits } of newcomers) {
    const own = chats.get(visitorId) ?? [];
    expect(world.records.chatsOf(visitorId).map(({ chatId }) => chatId)).toEqual(own.map(({ chatId }) => chatId));
    expect(totalVisits).toBeGreaterThan(own.length);
    expect(own.every(({ requestedAt }) => requestedAt >= firstVisitAt)).toBe(true);
  }
  const isNew = new Set(newcomers.map(({ visitorId }) => visitorId));
  const returning = lastDays.filter(({ visitorId }) => !isNew.has(visitorId));
  for (const chat of returning.slice(0, 40)) {
    const own = chatsIn({ visitorId: chat.visitorId });
    expect(own.filter(({ visitorId }) => visitorId !== chat.visitorId)).toEqual([]);
    expect(own.map(({ chatId }) => chatId)).toContain(chat.chatId);
    expect(own.map(({ requestedAt }) => requestedAt)).toEqual(
      own.map(({ requestedAt }) => requestedAt).sort((a, b) => b - a),
    );
  }
  expect(world.records.chatsOf(1)).toEqual([]);
});

test('it grows, and days and hours have their shape', () => {
  const volumes = samples.map(({ length }) => length);
  const sum = (some: readonly number[]): number => some.reduce((total, value) => total + value, 0);
  expect(sum(volumes.slice(-4))).toBeGreaterThan(1.5 * sum(volumes.slice(0, 4)));
  const hours = Map.groupBy(samples.flat(), ({ requestedAt }) => new Date(requestedAt).getUTCHours());
  expect(hours.size).toBe(24);
  expect(hours.get(10)?.length).toBeGreaterThan(5 * (hours.get(3)?.length ?? 0));
  const onDay = (from: number): number => [...world.chatsBetween(from, from + DAY)].length;
  const [saturday, tuesday] = [Date.UTC(2026, 4, 9), Date.UTC(2026, 4, 12)];
  expect(onDay(tuesday)).toBeGreaterThan(1.5 * onDay(saturday));
});

test('a plausible share is missed, transferred, proactive, rated and still running; transcripts are short', () => {
  const chats = samples.flat();
  const { volume, missed, served, transferred, ratings } = statistics(chats);
  const rated = Object.values(ratings).reduce((sum, count) => sum + count, 0);
  expectBetween(missed / volume, 0.03, 0.2);
  expectBetween(transferred / served, 0.03, 0.12);
  expectBetween(rated / served, 0.2, 0.55);
  expectBetween(chats.filter(({ startedBy }) => startedBy === 'agent').length / volume, 0.01, 0.1);
  const lengths = chats.slice(0, 3000).map(({ messages }) => messages.length);
  expectBetween(lengths.reduce((sum, length) => sum + length, 0) / lengths.length, 4.5, 6.5);
  expectBetween(lastDays.filter((chat) => !chat.missed && chat.endedAt === undefined).length, 4, 60);
});

test('times of chats and messages make sense: nothing before its cause, nothing after now', () => {
  for (const { requestedAt, missed, startedAt, endedAt = NOW, messages } of [
    ...lastDays.slice(-1500),
    ...first(samples),
  ]) {
    const times = [requestedAt, ...(missed ? [] : [startedAt ?? 0]), endedAt, NOW];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const said = [requestedAt, ...messages.map(({ at }) => at), endedAt];
    expect(said).toEqual(said.toSorted((a, b) => a - b));
    expect(messages.filter(({ author, at }) => author === 'agent' && at < (startedAt ?? NOW))).toEqual([]);
  }
});

test('agents speak in their chats, come and go, and never have more chats than their limit', () => {
  const nameOf = new Map(world.agents.map((agent) => [agent.agentId, `${agent.firstName} ${agent.lastName}`]));
  expect(new Set(nameOf.values()).size).toBe(120);
  expect(new Set(world.agents.map(({ email }) => email)).size).toBe(120);
  for (const { agentId, transferredFrom, messages } of lastDays.filter(({ missed }) => !missed).slice(0, 400)) {
    const speakers = new Set(messages.flatMap(({ author, authorName }) => (author === 'agent' ? [authorName] : [])));
    expect([...speakers]).toEqual([transferredFrom, agentId].flatMap((id) => (id === undefined ? [] : nameOf.get(id))));
  }

  const gone = new Set(world.agents.filter(({ enabled }) => !enabled).map(({ agentId }) => agentId));
  const atWork = samples.map((chats) => new Set(chats.flatMap(({ agentId }) => agentId ?? [])));
  const [before, after] = [first(atWork), first(atWork.toReversed())];
  expect(gone.size).toBeGreaterThan(20);
  expect([...after].filter((agentId) => gone.has(agentId))).toEqual([]);
  expect([...before].some((agentId) => gone.has(agentId))).toBe(true);
  expect([...after].filter((agentId) => !before.has(agentId)).length).toBeGreaterThan(20);

  const week = [...world.chatsBetween(NOW - 300 * DAY, NOW - 297 * DAY)];
  for (const { agentId, concurrentChatLimit } of world.agents) {
    const own = week.filter((chat) => chat.agentId === agentId || chat.transferredFrom === agentId);
    const together = own.map(({ startedAt: at = 0 }) => own.filter((chat) => isRunning(chat, at)).length);
    expect(Math.max(0, ...together)).toBeLessThanOrEqual(concurrentChatLimit);
  }
});

test('at any moment of the week, the world can end', () => {
  // Early on a Sunday, and less and more than three hours after a workday began.
  for (const hours of oneIn(3, [82, 13, 63]).map((hours) => hours * HOUR + 17 * MINUTE)) {
    const ending = large(1, NOW + hours);
    const chats = [...ending.chatsBetween(ending.now - DAY, Infinity)];
    const running = chats.filter((chat) => !chat.missed && chat.endedAt === undefined);
    expectBetween(running.length, 4, 60);
    expect(chats.filter(({ startedAt = 0, endedAt = 0 }) => Math.max(startedAt, endedAt) > ending.now)).toEqual([]);
    expect(chats.length).toBeGreaterThan(300);
  }
});

test('offline messages are answered after hours, after days or never, by agents who were there', () => {
  const messages = world.records.offlineMessages('oldest').slice(30_000, 31_000);
  const unanswered = messages.filter(({ replies }) => replies.length === 0);
  expectBetween(unanswered.length / messages.length, 0.15, 0.45);
  for (const { receivedAt, replies, visitorId } of messages) {
    expect(world.records.visitor(visitorId)?.firstVisitAt).toBeLessThanOrEqual(receivedAt);
    for (const { at } of replies) expectBetween(at, receivedAt, NOW);
  }
});

function isRunning({ startedAt = Infinity, endedAt = NOW + 1 }: Chat, at: number): boolean {
  return startedAt <= at && at < endedAt;
}

function expectBetween(value: number, low: number, high: number): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}
