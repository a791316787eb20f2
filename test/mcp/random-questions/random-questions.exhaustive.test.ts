import { assert, asyncProperty } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mediumWorld, smallWorld, startDesk } from '../desk.ts';
import { chatsOn, plusDays, wallTime } from '../../oracle/calendar.ts';
import { questionsAbout } from '../../oracle/random-questions.ts';
import { check } from './random-questions.ts';

// The same as random-questions.test.ts, over many worlds: each ends on a day of its own, among them those on which clocks
// change somewhere, months and years end, and a February has 29 days.

const ENDS = [
  '2026-03-08T12:00Z', // New York goes forward
  '2026-03-29T00:59Z', // Berlin, a minute before
  '2026-03-29T12:00Z',
  '2026-04-04T14:15Z', // Chatham and Lord Howe go back tonight
  '2026-04-05T03:00Z',
  '2026-09-26T18:00Z', // Chatham goes forward
  '2026-10-04T09:00Z', // Lord Howe goes forward by half an hour
  '2026-10-25T12:00Z', // Berlin goes back
  '2026-11-01T05:30Z', // New York, in the hour that comes twice
  '2018-11-05T02:30Z', // São Paulo had no midnight
  '2024-02-29T23:59Z',
  '2024-03-01T00:00Z',
  '2026-12-31T23:30Z',
  '2027-01-01T00:01Z',
  '2027-01-03T11:59Z',
];

describe.each(ENDS)('a world that ends at %s', (end) => {
  const now = Date.parse(end);

  test.each([11, 12, 13])('small, seed %i', async (seed) => {
    await using desk = await startDesk(smallWorld(seed, now));
    await assert(
      asyncProperty(questionsAbout(desk.service.world), (question) => check(desk, question)),
      { numRuns: 300, seed },
    );
  });

  test('medium', async () => {
    await using desk = await startDesk(mediumWorld(21, now));
    await assert(
      asyncProperty(questionsAbout(desk.service.world), (question) => check(desk, question, 40)),
      { numRuns: 30, seed: 21 },
    );
  });

  test.each([31, 32])('thirty days of medium cost what they may, seed %i', async (seed) => {
    await using desk = await startDesk(mediumWorld(seed, now));
    const { day: today } = wallTime('UTC', now);
    const yesterday = plusDays(today, -1);
    const pagesFrom = (from: string, to: string) =>
      Math.ceil(chatsOn(desk.service.world.chats, { from, to }, 'UTC').length / 50);
    // A day more is read, which tells where the last one ends; and where it has no chat yet, the last one by itself.
    const walks = [pagesFrom(plusDays(today, -30), today)];
    if (pagesFrom(today, today) === 0) walks.push(pagesFrom(yesterday, today));
    const pages = walks.reduce((sum, walk) => sum + walk, 0);
    const most = pages * 1.05 + 3 * walks.length;
    const { requests } = await desk.spentOn(() =>
      desk.ask('get_support_performance', { period: 'last_30_days', transcripts: 'loaded' }),
    );
    process.stdout.write(`${end}, seed ${seed}: ${pages} pages, ${requests} requests, ${most.toFixed(1)} allowed\n`);
    expect(requests).toBeLessThanOrEqual(most);
  });
});
