import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
// In front of what opens archives.
import '../../support/archive/file-for-several.ts';
import { addDays, utcDayOf, type UtcDay } from '../../../src/model/time/day.ts';
import { isComplete, type Coverage } from '../../../src/model/coverage.ts';
import { ChatId } from '../../../src/model/ids.ts';
import type { Question } from '../../../src/model/progress.ts';
import { after, epochMillis, seconds } from '../../../src/model/time/units.ts';
import { first } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';
import {
  littleWorld,
  NOW,
  openTimedSync,
  passUntil,
  startTimedService,
  type TimedService,
  type TimedSync,
} from '../sync/timed-sync.ts';

// Several processes on one archive, here as several archives that share it: none asks for what another asks for.

const PAGE_SIZE = 5;
const TODAY = utcDayOf(epochMillis(NOW));
const MINUTE = 60_000;

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

/** A service, and as many processes on one archive as a test opens. */
async function startDesk(requestsPerMinute = 6000) {
  const timed = startTimedService({ world: littleWorld(), pageSize: PAGE_SIZE, requestsPerMinute: 100_000 });
  const location = await archiveOfTest();
  const open = async (): Promise<TimedSync> => {
    const process = await openTimedSync(timed, location, { requestsPerMinute });
    onTestFinished(() => process.close().catch(() => undefined));
    return process;
  };
  return { timed, open };
}

function question(within: number, yields = false): Question {
  return {
    signal: new AbortController().signal,
    deadline: after(epochMillis(Date.now()), seconds(within)),
    priority: yields ? 'background' : 'person',
    spent: () => undefined,
    progressed: () => undefined,
  };
}

const days = (from: number, to = 0): { from: UtcDay; to: UtcDay } => ({
  from: addDays(TODAY, -from),
  to: addDays(TODAY, -to),
});

/** The paths that were asked for more often than by a process that is alone, for the same. */
async function askedAgain(
  timed: TimedService,
  read: (archive: TimedSync['archive']) => Promise<unknown>,
): Promise<string[]> {
  const alone = await startDesk();
  const process = await alone.open();
  await passUntil(read(process.archive));
  const inAll = countsOf(timed);
  const byOne = countsOf(alone.timed);
  return [...inAll].filter(([path, count]) => count > (byOne.get(path) ?? 0)).map(([path]) => path);
}

function countsOf(timed: TimedService): Map<string, number> {
  const requests = Map.groupBy(timed.asked(), ({ path }) => path);
  return new Map([...requests].map(([path, { length }]) => [path, length]));
}

const oldChat = ({ service }: TimedService) => ChatId.parse(first(service.world.chats).chatId);

/** How long something takes, in seconds of the faked time. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const began = Date.now();
  const ends: number[] = [];
  const done = work.then(() => ends.push(Date.now()));
  for (let step = 0; ends.length === 0 && step < 6000; step += 1) await passTime(100);
  await done;
  return (first(ends) - began) / 1000;
}

test('a transcript that two servers want at once is fetched once, and counted once', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  const chatId = oldChat(timed);
  const answers = await passUntil(
    Promise.all([one, other].map(({ archive }) => archive.transcripts.read(chatId, question(25)))),
  );
  expect(answers.map(({ record }) => record.chat.chatId)).toStrictEqual([chatId, chatId]);
  expect(timed.asked()).toHaveLength(1);
  expect((await other.budget()).usedLastMinute).toBe(1);
});

test('a transcript that came while its request stood in line is not fetched again', async () => {
  // One goes, and then none for a minute.
  const { timed, open } = await startDesk(3);
  const [one, other] = [await open(), await open()];
  const chats = timed.service.world.chats.slice(0, 7).map(({ chatId }) => ChatId.parse(chatId));
  const read = ({ archive }: TimedSync) =>
    Promise.all(chats.map((chatId) => archive.transcripts.read(chatId, question(600))));
  const began = Date.now();
  await passUntil(Promise.all([read(one), read(other)]));
  expect(timed.asked()).toHaveLength(chats.length);
  // Nor does a place go to what nobody needs any more.
  expect(Date.now() - began).toBeLessThan(2.5 * MINUTE);
  await passTime(MINUTE);
  const used = timed.asked().filter(({ at }) => at > Date.now() - MINUTE).length;
  expect((await one.budget()).usedLastMinute).toBe(used);
});

test('a place in the minute is given back when what it was for is at hand by then', async () => {
  const { timed, open } = await startDesk(10);
  const [server, sync] = [await open(), await open()];
  const [wanted, ...others] = timed.service.world.chats.slice(0, 10).map(({ chatId }) => ChatId.parse(chatId));
  const read = ({ archive }: TimedSync, chatId: ChatId, yields = false) =>
    archive.transcripts.read(chatId, question(600, yields));
  for (const chatId of others.slice(0, 8)) await timeOf(read(server, chatId));
  // What is left of the minute is for people.
  const reading = read(sync, first([wanted].flatMap((chatId) => chatId ?? [])), true);
  await passTime(1000);
  for (const chatId of [wanted, others[8]]) if (chatId !== undefined) await timeOf(read(server, chatId));
  expect(timed.asked()).toHaveLength(10);
  await timeOf(reading);
  expect(timed.asked()).toHaveLength(10);
  // What went out did so before the last minute.
  await passTime(10_000);
  expect((await server.budget()).usedLastMinute).toBe(0);
});

test('a walk that two servers want at once is walked once', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  const coverages = await passUntil(
    Promise.all([one, other].map(({ archive }) => archive.chats.cover(days(3), undefined, question(60)))),
  );
  expect(coverages.map(isComplete)).toStrictEqual([true, true]);
  expect(await askedAgain(timed, ({ chats }) => chats.cover(days(3), undefined, question(60)))).toStrictEqual([]);
});

test('a list that two servers want at once is walked once', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  const coverages = await passUntil(
    Promise.all([one, other].map(({ archive }) => archive.offlineMessages.cover(question(60)))),
  );
  expect(coverages.map(isComplete)).toStrictEqual([true, true]);
  expect(await askedAgain(timed, ({ offlineMessages }) => offlineMessages.cover(question(60)))).toStrictEqual([]);
});

test('days that another server walks are waited for', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  const walking = one.archive.chats.cover(days(6), undefined, question(600));
  await passTime(900);
  const before = timed.asked().length;
  expect(before).toBeGreaterThan(1);
  const coverage = await passUntil(other.archive.chats.cover(days(5, 2), undefined, question(600)));
  await passUntil(walking);
  expect(isComplete(coverage)).toBe(true);
  const ranges = new Set(timed.asked().map(({ path }) => path.replace(/page_no=\d+&?/, '')));
  expect([...ranges]).toHaveLength(1);
});

/** The requests of a server that is alone, and reads some days. */
async function costAlone(range: { from: UtcDay; to: UtcDay }): Promise<number> {
  const { timed, open } = await startDesk();
  const { archive } = await open();
  await passUntil(archive.chats.cover(range, undefined, question(600)));
  return timed.asked().length;
}

/** The requests of servers that want some days each, one of them a moment after the other. */
async function costAtOnce(
  wanted: readonly { from: UtcDay; to: UtcDay }[],
  apart = 0,
): Promise<{ readonly requests: number; readonly walks: Map<string, number> }> {
  const { timed, open } = await startDesk();
  const servers = await Promise.all(wanted.map(() => open()));
  const read: Promise<Coverage>[] = [];
  for (const [index, range] of wanted.entries()) {
    const { archive } = servers[index] ?? (await open());
    read.push(archive.chats.cover(range, undefined, question(600)));
    if (apart > 0) await passTime(apart);
  }
  const coverages = await passUntil(Promise.all(read));
  expect(coverages.map(isComplete)).toEqual(wanted.map(() => true));
  const asked = timed.asked().map(({ path }) => new URLSearchParams(path.split('?')[1]).get('date_from') ?? '');
  return {
    requests: asked.length,
    walks: new Map([...Map.groupBy(asked, (from) => from)].map(([from, { length }]) => [from, length])),
  };
}

const [NEWER, OLDER, BETWEEN] = [days(5, 1), days(8, 4), days(7, 2)];
const ORDERS = [
  [NEWER, OLDER, BETWEEN],
  [BETWEEN, NEWER, OLDER],
  [NEWER, BETWEEN, OLDER],
  [OLDER, NEWER, BETWEEN],
  [OLDER, BETWEEN, NEWER],
  [BETWEEN, OLDER, NEWER],
];
/** The cost of all these days in one walk: the same for every order. */
let inOneWalk: number | undefined;

test.each(ORDERS)(
  'days that overlap, which three servers want at the same moment, are walked together: %j, %j, %j',
  async (...wanted) => {
    const alone = (inOneWalk ??= await costAlone(days(8, 1)));
    const { requests } = await costAtOnce(wanted);
    // Page 1 of those that gave way.
    expect(requests).toBeLessThanOrEqual(alone + 2);
  },
);

test('a walk that another server has begun gives way while it has hardly begun, and not any more when that would lose pages', async () => {
  const alone = await costAlone(days(6));
  const soon = await costAtOnce([days(3), days(6)], 400);
  expect(soon.walks.get(days(3).from)).toBeLessThanOrEqual(3);
  expect(soon.requests).toBeLessThanOrEqual(alone + 3);
  const short = await costAlone(days(3));
  const late = await costAtOnce([days(3), days(6)], 1200);
  expect(late.walks.get(days(3).from)).toBe(short);
});

test('a walk whose process was killed goes on in another one, a few seconds later', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  one.archive.chats.cover(days(3), undefined, question(600)).catch(() => undefined);
  await passTime(900);
  const waiting = other.archive.chats.cover(days(3), undefined, question(600));
  await passTime(100);
  const underWay = timed.asked().length;
  await one.kill();
  const took = await timeOf(waiting);
  expect(isComplete(await waiting)).toBe(true);
  expect(timed.asked().length).toBeGreaterThan(underWay);
  const pages = timed.asked(underWay).length;
  expect(took).toBeLessThan(6.5 + pages * 0.2);
  const again = await askedAgain(timed, ({ chats }) => chats.cover(days(3), undefined, question(60)));
  expect(again.length).toBeLessThanOrEqual(1);
});

test('a transcript whose process was killed while it was under way keeps nobody waiting for long', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  const chatId = oldChat(timed);
  one.archive.transcripts.read(chatId, question(25)).catch(() => undefined);
  await passTime(50);
  await one.kill();
  expect(await timeOf(other.archive.transcripts.read(chatId, question(25)))).toBeLessThan(6.5);
  expect(timed.asked().length).toBeLessThanOrEqual(2);
});

test('a process that is closed leaves its walk to others at once', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  one.archive.chats.cover(days(3), undefined, question(600)).catch(() => undefined);
  await passTime(900);
  const waiting = other.archive.chats.cover(days(3), undefined, question(600));
  await passTime(100);
  const asked = timed.asked().length;
  await one.close();
  await passTime(1500);
  expect(timed.asked().length).toBeGreaterThan(asked);
  await passUntil(waiting);
});

test('a failure is not waited for: who waited asks, and is told the same', async () => {
  const { timed, open } = await startDesk();
  const [one, other] = [await open(), await open()];
  const none = ChatId.parse(987_654_321);
  const began = Date.now();
  const answers = await passUntil(
    Promise.allSettled([one, other].map(({ archive }) => archive.transcripts.read(none, question(25)))),
  );
  expect(answers.map((answer) => answer.status)).toStrictEqual(['rejected', 'rejected']);
  expect(Date.now() - began).toBeLessThanOrEqual(10_000);
  expect(timed.asked()).toHaveLength(2);
});

test('a person does not stand in the line of a sync that holds the walk', async () => {
  const PER_MINUTE = 12;
  const { timed, open } = await startDesk(PER_MINUTE);
  const [sync, server] = [await open(), await open()];
  const walking = sync.archive.chats.cover(days(2), undefined, question(36_000, true));
  // The sync has begun, and waits for its next turn: others use the budget.
  await passTime(3000);
  const busy = Array.from({ length: 5 }, (_, index) =>
    server.archive.transcripts.read(ChatId.parse(timed.service.world.chats[index]?.chatId), question(600)),
  );
  await passUntil(Promise.all(busy));
  const before = timed.asked().length;
  const coverage = server.archive.chats.cover(days(2), undefined, question(3600));
  const took = await timeOf(coverage);
  expect(isComplete(await coverage)).toBe(true);
  await passUntil(walking);
  // At the rate of a person, and not at that of the background.
  const pages = timed.asked(before).length;
  expect(took).toBeLessThan(Math.ceil(pages / PER_MINUTE) * 61 + 8);
  const again = await askedAgain(timed, ({ chats }) => chats.cover(days(2), undefined, question(60)));
  expect(again.filter((path) => path.includes('page_no'))).toStrictEqual([]);
});

test('who waits for another server is told at once when nothing can come in time', async () => {
  const { open } = await startDesk(2);
  const [one, other] = [await open(), await open()];
  one.archive.chats.cover(days(2), undefined, question(600)).catch(() => undefined);
  await passTime(5000);
  const asked = other.archive.chats.cover(days(2), undefined, question(25));
  expect(await timeOf(asked)).toBeLessThan(8);
  expect((await asked).opensIn).toBeGreaterThan(25);
});
