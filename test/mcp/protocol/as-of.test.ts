import { expect, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, NOW, smallWorld, startDesk, type Desk } from '../desk.ts';
import { isoTime, wallTime } from '../../oracle/calendar.ts';

// How old an answer is: as old as the oldest look at any part of it, whenever it is asked for again. What may still change
// is newer than what is settled.

/** Before the look-back of two days: nothing of it is read again. */
const SETTLED = { from: '2026-11-05', to: '2026-11-11' };
/** The week before, and days that may still change. */
const UNTIL_TODAY = { from: '2026-11-05', to: '2026-11-28' };

/** Of how many chats an age is told changes nothing. */
const fewChats = (): World => {
  const world = smallWorld();
  return { ...world, chats: world.chats.filter((_, index) => index % 6 === 0) };
};

/** A moment as the last line of an answer has it. */
const closed = (at: number): string => {
  const { day, time } = wallTime('UTC', at);
  expect(day.slice(0, 8)).toBe('2026-11-');
  return `${Number(day.slice(8))} Nov ${time.slice(0, 5)}`;
};

/** Asks a week later, when nothing of what is asked for has to be read. */
function later(desk: Desk): void {
  desk.service.clock.now += 7 * DAY + HOUR;
  desk.service.gateway = (path) => {
    throw new Error(`${path} was to be at hand`);
  };
}

test('days that are settled are as of when they were read', async () => {
  await using desk = await startDesk(fewChats());
  await desk.ask('list_chats', SETTLED);
  later(desk);
  for (const tool of ['list_chats', 'get_support_performance'] as const) {
    const { text, data } = await desk.ask(tool, {
      ...SETTLED,
      ...(tool !== 'list_chats' && { transcripts: 'loaded' }),
    });
    expect(data.coverage).toMatchObject({ complete: true, as_of: isoTime('UTC', NOW), upstream_requests: 0 });
    expect(data.coverage.changing_as_of).toBeUndefined();
    expect(text).toMatch(new RegExp(`, as of ${closed(NOW)}\\.$`));
  }
});

test('a period with settled days is as old as these in data, and in words as what may still change', async () => {
  await using desk = await startDesk(fewChats());
  await desk.ask('list_chats', SETTLED);
  desk.service.clock.now += 7 * DAY + HOUR;
  const now = desk.service.clock.now;
  for (const tool of ['list_chats', 'search_transcripts', 'get_support_performance'] as const) {
    const query = tool === 'search_transcripts' ? { query: 'order' } : {};
    const { text, data } = await desk.ask(tool, { ...UNTIL_TODAY, ...query });
    expect(data.coverage).toMatchObject({
      complete: true,
      as_of: isoTime('UTC', NOW),
      changing_as_of: isoTime('UTC', now),
    });
    expect(text).toMatch(new RegExp(`, as of ${closed(now)}\\.$`));
  }
});

test('days that may still change have one age alone', async () => {
  await using desk = await startDesk(fewChats());
  const { text, data } = await desk.ask('list_chats', { period: 'today' });
  expect(data.coverage.as_of).toBe(isoTime('UTC', NOW));
  expect(data.coverage.changing_as_of).toBeUndefined();
  expect(text).toMatch(new RegExp(`, as of ${closed(NOW)}\\.$`));
});

test('of two settled periods, each has its own age, and the line that of the older', async () => {
  await using desk = await startDesk(fewChats());
  await desk.ask('list_chats', SETTLED);
  desk.service.clock.now += 7 * DAY;
  const period = { from: '2026-11-12', to: '2026-11-18' };
  const { text, data } = await desk.ask('get_support_performance', {
    ...period,
    compare_to: 'previous_period',
    transcripts: 'loaded',
  });
  expect(data.coverage.as_of).toBe(isoTime('UTC', NOW + 7 * DAY));
  expect(data.comparison?.coverage.as_of).toBe(isoTime('UTC', NOW));
  expect(text).toMatch(new RegExp(`, as of ${closed(NOW)}\\.$`));
});

test('a status has the age of the oldest day in data, and in words that of what may still change', async () => {
  await using desk = await startDesk(fewChats());
  await desk.ask('list_chats', { period: 'last_90_days' });
  desk.service.clock.now += 7 * DAY;
  const now = desk.service.clock.now;
  await desk.ask('list_chats', { period: 'last_90_days' });
  const { text, data } = await desk.ask('get_service_status');
  expect(data.archive.chats).toMatchObject({ as_of: isoTime('UTC', NOW), changing_as_of: isoTime('UTC', now) });
  expect(text).toMatch(new RegExp(`^- Chats: .*, as of ${closed(now)}$`, 'm'));
});

test('a visitor is as old as the oldest day that the answer speaks of', async () => {
  await using desk = await startDesk(fewChats());
  await desk.ask('list_chats', { from: '2026-01-01' });
  desk.service.clock.now += 7 * DAY;
  const now = desk.service.clock.now;
  // Every day since the first visit is at hand then, so the answer is of all of them.
  await desk.ask('list_chats', { from: '2026-01-01' });
  const { world } = desk.service;
  const chat = first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
  const { data } = await desk.ask('get_visitor_stats', { visitor: String(chat.visitorId) });
  expect(data.coverage).toMatchObject({ as_of: isoTime('UTC', NOW), changing_as_of: isoTime('UTC', now) });
});

test('agents have their own age, and their chats of the week that of its days', async () => {
  await using desk = await startDesk(fewChats(), { maximum_age_seconds: { agents: seconds(60 * 86_400) } });
  await desk.ask('list_support_agents');
  desk.service.clock.now += 4 * DAY;
  const { data } = await desk.ask('list_support_agents');
  expect(data.coverage.as_of).toBe(isoTime('UTC', NOW));
  expect(data.chats_coverage).toMatchObject({
    as_of: isoTime('UTC', NOW),
    changing_as_of: isoTime('UTC', desk.service.clock.now),
  });
});

test('a transcript of a chat that is over is as of when it was read', async () => {
  await using desk = await startDesk(fewChats());
  const { chatId } = first(desk.service.world.chats.filter(({ missed }) => !missed));
  await desk.ask('get_chat_transcript', { chat_id: chatId });
  later(desk);
  const { text, data } = await desk.ask('get_chat_transcript', { chat_id: chatId });
  expect(data.as_of).toBe(isoTime('UTC', NOW));
  expect(text).toMatch(/, as of 18 Nov 2026 15:30 \(UTC\)\.$/);
});
