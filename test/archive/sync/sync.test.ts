import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fill, type SyncPlan } from '../../../src/archive/sync/fill.ts';
import { readList, VISITORS } from '../../../src/archive/sync/list-sync.ts';
import { Patience } from '../../../src/archive/sync/patience.ts';
import { chosenTranscripts } from '../../../src/archive/sync/transcript-sync.ts';
import { isComplete } from '../../../src/model/coverage.ts';
import { parseUtcDay } from '../../../src/model/time/day.ts';
import { WrongCredentials } from '../../../src/model/errors.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, monthWorld, MINUTE } from '../../mcp/desk.ts';
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

// A sync in this process, on the timers' clock.

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

const ALL: SyncPlan = {
  start: epochMillis(Date.UTC(2026, 9, 20)),
  end: epochMillis(Date.UTC(2026, 10, 9)),
  transcripts: 'all',
};

type Options = Parameters<typeof startTimedService>[0];

async function openSync(options: Partial<Options> = {}, how: Parameters<typeof openTimedSync>[2] = {}) {
  const timed = startTimedService({
    world: littleWorld(),
    pageSize: 20,
    requestsPerMinute: 1_000_000,
    ...options,
  });
  const location = await archiveOfTest();
  const sync = await openTimedSync(timed, location, how);
  onTestFinished(sync.close);
  return { timed, location, sync, world: timed.service.world };
}

const isOver = (chat: Chat): boolean => chat.endedAt !== undefined || chat.requestedAt <= NOW - DAY;
const newestFirst = <Row extends Pick<Chat, 'chatId' | 'requestedAt'>>(chats: readonly Row[]): Row[] =>
  chats.toSorted((one, other) => other.requestedAt - one.requestedAt || other.chatId - one.chatId);
const idsOf = (chats: readonly { readonly chatId: number }[]): number[] => chats.map(({ chatId }) => chatId);

/** The records that are read by their id. */
const singles = (paths: readonly { readonly path: string }[]): number[] =>
  paths.flatMap(({ path }) => /^\/api\/chats\/(\d+)$/.exec(path)?.[1] ?? []).map(Number);

/** What is asked one after the other, without repetition. */
function kinds(paths: readonly { readonly path: string }[]): string[] {
  const all = paths.map(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    if (/\d$/.test(pathname)) return 'transcripts';
    const from = searchParams.get('date_from');
    return pathname.replaceAll(/\/(api)?/g, '') + (from === null ? '' : ` from ${from}`);
  });
  return all.filter((kind, index) => kind !== all[index - 1]);
}

const heldTranscripts = async ({ archive }: TimedSync): Promise<number> => (await archive.transcripts.held(ALL)).have;

describe('a sync', () => {
  test('reads the two latest days, then lists before transcripts, the newest first, and then all is at hand', async () => {
    const { timed, sync, world } = await openSync();
    expect(await passUntil(fill(sync.run, ALL))).toEqual([]);
    expect(kinds(timed.asked())).toEqual([
      'chats from 2026-11-07',
      'agents',
      'offlinemessages',
      'chats from 2026-11-01',
      'chats from 2026-10-20',
      'visitors',
      'transcripts',
    ]);
    const expected = idsOf(newestFirst(world.chats.filter(isOver)));
    const read = singles(timed.asked());
    expect(read.toSorted((one, other) => one - other)).toEqual(expected.toSorted((one, other) => one - other));
    // A few are under way together.
    for (const [place, chatId] of read.entries()) expect(Math.abs(expected.indexOf(chatId) - place)).toBeLessThan(5);

    expect(idsOf(newestFirst(await sync.archive.chats.newest(1000)))).toEqual(idsOf(newestFirst(world.chats)));
    expect(await sync.archive.agents.all()).toHaveLength(world.agents.length);
    expect(await sync.archive.offlineMessages.find()).toHaveLength(world.offlineMessages.length);
    expect((await sync.archive.holdings()).lists.visitors.count).toBe(world.visitors.length);
    expect(sync.spent()).toBe(timed.asked().length);
  });

  test('says at each part about how many requests are left for it and all after it', async () => {
    const { timed, sync } = await openSync();
    const said: { readonly left: number; readonly before: number }[] = [];
    const begins = (_what: string, left = 0) => said.push({ left, before: timed.asked().length });
    await passUntil(fill({ ...sync.run, events: { ...sync.run.events, begins } }, ALL));
    const all = timed.asked().length;
    const shares = said.map(({ left, before }) => left / (all - before));
    // Nothing is known before the first part; what its two days tell of the others is rough, and all days tell all.
    for (const share of shares.slice(1)) {
      expect(share).toBeGreaterThan(0.5);
      expect(share).toBeLessThan(2.5);
    }
    expect(shares.at(-2)).toBeLessThan(1.2);
    expect(said.at(-1)?.left).toBe(all - (said.at(-1)?.before ?? 0));
  });

  test('costs nothing when all is at hand', async () => {
    const { timed, sync } = await openSync();
    await passUntil(fill(sync.run, { ...ALL, transcripts: 'none' }));
    const before = timed.asked().length;
    expect(await passUntil(fill(sync.run, { ...ALL, transcripts: 'none' }))).toEqual([]);
    expect(timed.asked(before)).toEqual([]);
  });

  test('stops when it is told to, and goes on from there', async () => {
    const whole = await openSync();
    await passUntil(fill(whole.sync.run, ALL));

    const { timed, sync, location, world } = await openSync();
    const filling = fill(sync.run, ALL);
    const reason = new Error('enough');
    const stopped = expect(filling).rejects.toBe(reason);
    while (timed.asked().length < 20) await passTime(100);
    sync.stop.abort(reason);
    await stopped;
    const before = timed.asked().length;
    await passTime(MINUTE);
    // Two were about to go out; nothing follows.
    expect(timed.asked().length).toBeLessThanOrEqual(before + 2);

    const next = await openTimedSync(timed, location);
    onTestFinished(next.close);
    await passUntil(fill(next.run, ALL));
    expect(idsOf(newestFirst(await next.archive.chats.newest(1000)))).toEqual(idsOf(newestFirst(world.chats)));
    expect(await heldTranscripts(next)).toBe(world.chats.filter(isOver).length);
    // Lists that were read a moment ago are fresh; four pages or transcripts may have been under way.
    expect(timed.asked().length).toBeLessThanOrEqual(whole.timed.asked().length + 4 + 2);
  });

  test('keeps to four fifths of its rate, so that people are answered meanwhile', async () => {
    const { timed, sync } = await openSync({}, { requestsPerMinute: 30 });
    await passUntil(fill(sync.run, ALL));
    expect(mostWithin(timed, MINUTE)).toBeLessThanOrEqual(24);
    expect(mostWithin(timed, MINUTE)).toBeGreaterThan(20);
  });
});

describe('what the service does not give', () => {
  test('to this login is said once, and the rest goes on', async () => {
    const world = littleWorld();
    const { timed, sync } = await openSync({ world }, { login: world.account.agent });
    const shortfalls = await passUntil(fill(sync.run, ALL));
    expect(shortfalls.map(({ what }) => what)).toEqual([
      'chats of 2026-11-07 to 2026-11-08',
      'offline messages',
      'visitors',
    ]);
    for (const { why, isLeft } of shortfalls) {
      expect(why).toContain('may not read');
      expect(isLeft).toBe(false);
    }
    expect(timed.asked().filter(({ path }) => path.startsWith('/api/chats'))).toHaveLength(1);
    expect(await sync.archive.agents.all()).toHaveLength(world.agents.length);
  });

  test('K4: because the password is wrong ends it at once', async () => {
    const world = littleWorld();
    const { timed, sync } = await openSync({ world }, { login: { ...world.account.superAdmin, password: 'wrong' } });
    await expect(passUntil(fill(sync.run, ALL))).rejects.toBeInstanceOf(WrongCredentials);
    expect(timed.asked()).toHaveLength(1);
  });

  test('for now, because it refuses most requests, is waited for', async () => {
    const { sync, world } = await openSync({ requestsPerMinute: 10 }, { requestsPerMinute: 600 });
    expect(await passUntil(fill(sync.run, ALL))).toEqual([]);
    expect(await heldTranscripts(sync)).toBe(world.chats.filter(isOver).length);
  });

  test('while nobody answers is waited for, with words', async () => {
    const { timed, sync, world } = await openSync();
    const filling = fill(sync.run, ALL);
    while (timed.asked().length < 35) await passTime(100);
    timed.isGone = true;
    setTimeout(() => (timed.isGone = false), 10 * MINUTE);
    expect(await passUntil(filling)).toEqual([]);
    expect(await heldTranscripts(sync)).toBe(world.chats.filter(isOver).length);
    expect(first(sync.said)).toMatch(/^waits \d+.*not responding/);
  });

  test('at all ends it after a while, and what was read stays', async () => {
    const { timed, sync } = await openSync();
    const filling = fill(sync.run, ALL);
    while (singles(timed.asked()).length < 12) await passTime(100);
    timed.isGone = true;
    const [shortfall, ...others] = await passUntil(filling, 60);
    expect(others).toEqual([]);
    expect(shortfall).toMatchObject({ what: 'transcripts', isLeft: true });
    expect(await heldTranscripts(sync)).toBeGreaterThan(5);
  });

  test('of single transcripts keeps none of the others waiting', async () => {
    const world = littleWorld();
    const [broken, gone, ...others] = idsOf(newestFirst(world.chats.filter(isOver)));
    const { timed, sync } = await openSync({
      world,
      faults: ({ path }) => {
        if (path === `/api/chats/${broken}`) return '500';
        return path === `/api/chats/${gone}` ? 'not_json_200' : undefined;
      },
    });
    const shortfalls = await passUntil(fill(sync.run, ALL), 30);
    expect(shortfalls).toMatchObject([{ what: 'transcripts', isLeft: false }]);
    expect(first(shortfalls).why).toContain(
      `which the next sync tries again: chats ${[broken, gone].toSorted((one = 0, other = 0) => one - other).join(', ')}`,
    );
    expect(await heldTranscripts(sync)).toBe(others.length);
    expect(singles(timed.asked()).filter((chatId) => chatId === gone)).toHaveLength(2);
  });

  test('of any transcript leaves them all, and says so', async () => {
    const { sync } = await openSync({
      faults: ({ path }) => (/^\/api\/chats\/\d+$/.test(path) ? 'not_json_200' : undefined),
    });
    const shortfalls = await passUntil(fill(sync.run, ALL), 30);
    expect(shortfalls).toMatchObject([{ what: 'transcripts', isLeft: true }]);
    expect(first(shortfalls).why).toMatch(/: chats (\d+, ){9}\d+ and \d+ more\.$/);
  });
});

describe('a sample of transcripts', () => {
  /** November with 450 chats and October with 60, all over. */
  function largeWorld(): World {
    const world = monthWorld(7, NOW);
    const inMonth = (month: number) =>
      world.chats.filter(
        (chat) => new Date(chat.requestedAt).getUTCMonth() === month && chat.requestedAt < NOW - 2 * DAY,
      );
    world.chats = [...inMonth(9).slice(-60), ...inMonth(10).slice(0, 450)];
    world.visitors = world.visitors.slice(0, 10);
    world.offlineMessages = world.offlineMessages.slice(0, 10);
    return world;
  }

  test('is of 400 chats a month, whatever part of the month is asked for, and whatever was read before', async () => {
    const { sync, world } = await openSync({ world: largeWorld(), pageSize: 200 });
    await passUntil(fill(sync.run, { ...ALL, transcripts: 'none' }));
    const sample = await chosenTranscripts(sync.archive, ALL, 'sampled');
    const chatsIn = (month: number) => world.chats.filter((chat) => new Date(chat.requestedAt).getUTCMonth() === month);
    const october = new Set(idsOf(chatsIn(9)));
    expect(sample.filter((chatId) => october.has(chatId))).toHaveLength(60);
    expect(sample).toHaveLength(60 + 400);
    expect(sample).toEqual(idsOf(newestFirst(world.chats)).filter((chatId) => sample.some((one) => one === chatId)));

    // From the 10th on: those of the same sample.
    const start = epochMillis(Date.UTC(2026, 10, 3));
    const later = new Set(idsOf(world.chats.filter(({ requestedAt }) => requestedAt >= start)));
    expect(await chosenTranscripts(sync.archive, { ...ALL, start }, 'sampled')).toEqual(
      sample.filter((chatId) => later.has(chatId)),
    );

    // Some that were read otherwise do not make it another one.
    const question = {
      signal: sync.stop.signal,
      deadline: epochMillis(Date.now() + HOUR),
      spent: () => undefined,
      progressed: () => undefined,
    };
    const some = [...sample.slice(0, 3), ...idsOf(world.chats).slice(0, 5)].map((chatId) => ChatId.parse(chatId));
    await passUntil(sync.archive.transcripts.readAll(some, question));
    const read = new Set<number>(some);
    expect(await chosenTranscripts(sync.archive, ALL, 'sampled')).toEqual(sample.filter((chatId) => !read.has(chatId)));
  });
});

test('a list that takes longer than an hour goes on after an interruption where it was', async () => {
  const { timed, sync, location, world } = await openSync({ pageSize: 1 }, { requestsPerMinute: 1 });
  const reading = readList(sync.run, new Patience(), VISITORS);
  const reason = new Error('enough');
  const stopped = expect(reading).rejects.toBe(reason);
  while (timed.asked().length < 65) await passTime(MINUTE);
  sync.stop.abort(reason);
  await stopped;
  await sync.close();

  const next = await openTimedSync(timed, location, { requestsPerMinute: 60 });
  onTestFinished(next.close);
  expect(await passUntil(readList(next.run, new Patience(), VISITORS))).toEqual({ kind: 'read' });
  expect((await next.archive.holdings()).lists.visitors.count).toBe(world.visitors.length);
  // One page may have been under way. A few looks find the last page; then page 1 is read again, and the end.
  expect(timed.asked().length).toBeLessThanOrEqual(world.visitors.length + 1 + 14 + 2);
});

test('what is covered says as of when', async () => {
  const { sync } = await openSync();
  await passUntil(fill(sync.run, { ...ALL, transcripts: 'none' }));
  const coverage = await sync.archive.chats.coverageOf({
    from: parseUtcDay('2026-10-20'),
    to: parseUtcDay('2026-11-08'),
  });
  expect(isComplete(coverage)).toBe(true);
  expect(coverage.asOf).toBeGreaterThanOrEqual(NOW);
});
