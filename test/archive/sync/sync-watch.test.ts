import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_MAXIMUM_AGES, type MaximumAges } from '../../../src/archive/walking/freshness.ts';
import { fill } from '../../../src/archive/sync/fill.ts';
import { watch } from '../../../src/archive/sync/watch.ts';
import { parseUtcDay } from '../../../src/model/time/day.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';
import { codesOf } from '../../../src/sandbox/codes.ts';
import { USUAL_DIALECT } from '../../../src/sandbox/dialects.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { DAY, HOUR, MINUTE } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';
import {
  littleWorld,
  mostWithin,
  NOW,
  openTimedSync,
  passUntil,
  startTimedService,
  type TimedSync,
} from './timed-sync.ts';

// An archive that is kept fresh, on the timers' clock: hours and days in moments.

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

const PER_MINUTE = 6;
const FIRST_DAY = parseUtcDay('2026-10-31');

/** A few days of the little world, and of everything else a page, which are soon filled in and soon read again. */
function fewDays(): World {
  const world = littleWorld();
  world.chats = world.chats.filter(({ requestedAt }) => requestedAt > NOW - 3 * DAY);
  world.visitors = world.visitors.slice(0, 20);
  world.offlineMessages = world.offlineMessages.slice(-20);
  return world;
}

/** Fills an archive, and starts to keep it fresh. */
async function openWatch(world: World, maximumAges: MaximumAges = DEFAULT_MAXIMUM_AGES) {
  const timed = startTimedService({ world, pageSize: 50, requestsPerMinute: 1_000_000 });
  const location = await archiveOfTest();
  const filling = await openTimedSync(timed, location, { maximumAges });
  const plan = {
    start: epochMillis(Date.parse(FIRST_DAY)),
    end: epochMillis(NOW + HOUR),
    transcripts: 'all',
  } as const;
  await passUntil(fill(filling.run, plan));
  await filling.close();
  const filled = timed.asked().length;
  const sync = await openTimedSync(timed, location, { maximumAges, requestsPerMinute: PER_MINUTE });
  onTestFinished(sync.close);
  const reason = new Error('enough');
  const watching = watch(sync.run, { transcripts: 'all', lookBackDays: 2, maximumAges });
  const ended = expect(watching).rejects.toBe(reason);
  return {
    timed,
    sync,
    filled,
    stop: async () => {
      sync.stop.abort(reason);
      await ended;
    },
  };
}

const codes = codesOf(USUAL_DIALECT);

const chatAtHand = async ({ archive }: TimedSync, { chatId }: Chat) =>
  (await archive.chats.newest(1000)).find((chat) => chat.chatId === chatId);

/** The last chat with an agent of a day so many days ago. */
function chatOf(world: World, daysAgo: number): Chat {
  const day = new Date(NOW - daysAgo * DAY).toISOString().slice(0, 10);
  const chat = world.chats.findLast(
    ({ requestedAt, endedAt, missed }) =>
      !missed && endedAt !== undefined && new Date(requestedAt).toISOString().startsWith(day),
  );
  if (chat === undefined) throw new Error(`No chat ended on ${day}`);
  return chat;
}

describe('an archive that is watched', () => {
  test('costs no more than the setting allows, in any minute', async () => {
    const { timed, filled, stop } = await openWatch(fewDays());
    // Those of the filling are in the same ledger.
    await passTime(2 * MINUTE);
    const since = timed.asked().length;
    await passTime(20 * MINUTE);
    expect(mostWithin(timed, MINUTE, since)).toBeLessThanOrEqual(PER_MINUTE);
    expect(timed.asked(filled).length).toBeLessThanOrEqual(PER_MINUTE * 22);
    expect(timed.asked(filled).length).toBeGreaterThan(60);
    await stop();
    const stopped = timed.asked().length;
    await passTime(10 * MINUTE);
    expect(timed.asked().length).toBe(stopped);
  });

  test('has what happens today within minutes, and the transcript of a chat that has ended', async () => {
    const world = fewDays();
    const { timed, sync, stop } = await openWatch(world);
    await passTime(5 * MINUTE);
    const { endedAt: _, endedBy: __, ...template } = chatOf(world, 1);
    const chatId = Math.max(...world.chats.map((chat) => chat.chatId)) + 1;
    const running: Chat = { ...template, chatId, requestedAt: Date.now(), startedAt: Date.now() };
    world.chats.push(running);
    await passTime(10 * MINUTE);
    const transcript = (): number => timed.asked().filter(({ path }) => path === `/api/chats/${chatId}`).length;
    expect((await sync.archive.chats.newest(1)).map((chat): number => chat.chatId)).toEqual([chatId]);
    expect(transcript()).toBe(0);

    running.endedAt = Date.now();
    await passTime(10 * MINUTE);
    expect(transcript()).toBe(1);
    await passTime(HOUR / 4);
    expect(transcript()).toBe(1);
    await stop();
  });

  test('has late ratings, transfers, replies and what was read, and says as of when', async () => {
    const world = fewDays();
    // Slowly, so that days pass in moments here.
    const { sync, stop } = await openWatch(world, {
      today: seconds(2 * 3600),
      agents: seconds(6 * 3600),
      offline_messages: seconds(3 * 3600),
      visitors: seconds(6 * 3600),
    });
    const settled = { from: FIRST_DAY, to: parseUtcDay('2026-11-05') };
    const before = (await sync.archive.chats.coverageOf(settled)).asOf ?? Infinity;
    const [today, yesterday] = [chatOf(world, 0), chatOf(world, 1)];
    today.rating = today.rating === 5 ? 1 : 5;
    yesterday.rating = yesterday.rating === 5 ? 1 : 5;
    yesterday.transferred = !yesterday.transferred;
    const message = world.offlineMessages.find(({ unread, replies }) => unread && replies.length === 0);
    const agent = world.agents[0];
    if (message === undefined || agent === undefined) throw new Error('Nothing to change');
    message.unread = false;
    message.replies.push({ agentId: agent.agentId, text: 'At last.', at: Date.now() });

    await passTime(4 * HOUR);
    expect(await chatAtHand(sync, today)).toMatchObject({ ratingCode: today.rating });
    const held = (await sync.archive.offlineMessages.find()).find(
      ({ offlineMessageId }): boolean => offlineMessageId === message.offlineMessageId,
    );
    expect(held).toMatchObject({ replyCount: 1, unreadCode: codes.unread.no });

    // Yesterday is read once more when its look-back is over.
    await passTime(2 * DAY);
    expect(await chatAtHand(sync, yesterday)).toMatchObject({
      ratingCode: yesterday.rating,
      transferredCode: codes.is_chat_transferred[yesterday.transferred ? 'yes' : 'no'],
    });
    const coverage = await sync.archive.chats.coverageOf({ from: FIRST_DAY, to: parseUtcDay('2026-11-10') });
    expect(coverage).toMatchObject({ asked: 11, covered: 11 });
    // What is settled is as old as it was; what may still change has been read again.
    expect(coverage.asOf).toBe(before);
    expect(coverage.changingAsOf).toBeGreaterThan(NOW + DAY);
    expect((await sync.archive.holdings()).lists.visitors.asOf).toBeGreaterThan(NOW + 2 * DAY - 4 * HOUR);
    await stop();
  });

  test('survives hours in which nobody answers', async () => {
    const world = fewDays();
    const { timed, sync, stop } = await openWatch(world);
    timed.isGone = true;
    await passTime(3 * HOUR);
    timed.isGone = false;
    const asOf = async () => (await sync.archive.holdings()).lists.visitors.asOf ?? 0;
    for (let minute = 0; minute < 60 && (await asOf()) <= NOW + 3 * HOUR; minute += 5) await passTime(5 * MINUTE);
    expect(await asOf()).toBeGreaterThan(NOW + 3 * HOUR);
    await stop();
  });

  test('reads what took place while its machine slept', async () => {
    const world = fewDays();
    const { sync, stop } = await openWatch(world);
    await passTime(10 * MINUTE);
    const template = chatOf(world, 1);
    const times = { requestedAt: NOW + 3 * DAY, startedAt: NOW + 3 * DAY, endedAt: NOW + 3 * DAY + MINUTE };
    const missed = { ...template, ...times, chatId: Math.max(...world.chats.map(({ chatId }) => chatId)) + 1 };
    world.chats.push(missed);
    vi.setSystemTime(NOW + 9 * DAY);
    await passTime(30 * MINUTE);
    expect(await chatAtHand(sync, missed)).toBeDefined();
    await stop();
  });
});
