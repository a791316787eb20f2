import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { median, p90, statistics, truth } from './truth.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { first, smallWorld } from '../sandbox/desk.ts';

test('medians and 90th percentiles of known lists', () => {
  expect([median([]), median([3]), median([9, 1]), median([5, 1, 9])]).toEqual([undefined, 3, 5, 5]);
  expect([p90([]), p90([3])]).toEqual([undefined, 3]);
  expect(p90([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])).toBe(9);
  expect(p90(Array.from({ length: 11 }, (_, index) => index + 1))).toBe(10);
});

test('half of the values lie on either side of the median, and a tenth at most above the 90th percentile', () => {
  assert(
    property(array(integer(), { minLength: 1 }), (values) => {
      const [middle, high] = [median(values) ?? Number.NaN, p90(values) ?? Number.NaN];
      const share = (test: (value: number) => boolean): number => values.filter(test).length / values.length;
      expect(share((value) => value < middle)).toBeLessThanOrEqual(0.5);
      expect(share((value) => value > middle)).toBeLessThanOrEqual(0.5);
      expect(values).toContain(high);
      expect(share((value) => value > high)).toBeLessThanOrEqual(0.1);
    }),
  );
});

test('the statistics of four chats, by hand', () => {
  const template = first(smallWorld().chats.filter(({ missed }) => !missed));
  const { startedAt: _start, endedAt: _end, endedBy: _by, agentId: _agent, rating: _rating, ...request } = template;
  const chat: Chat = { ...request, requestedAt: 1000, missed: false, transferred: false, agentId: 1 };
  const chats: Chat[] = [
    { ...chat, startedAt: 3500, endedAt: 63_500, rating: 4 },
    { ...chat, startedAt: 2000, endedAt: 12_000, rating: 4, transferred: true },
    { ...chat, startedAt: 1000 },
    { ...request, missed: true, transferred: false },
  ];
  expect(statistics(chats)).toEqual({
    volume: 4,
    missed: 1,
    served: 3,
    waits: [2.5, 1, 0],
    durations: [60, 10],
    transferred: 1,
    ratings: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 0 },
  });
});

test('filters cut the world into parts that add up', () => {
  const world = smallWorld();
  const { chatsIn } = truth(world);
  const all = chatsIn({});
  expect(all).toEqual(world.chats.toReversed());
  const halves = [
    [chatsIn({ missed: true }), chatsIn({ missed: false })],
    [chatsIn({ transferred: true }), chatsIn({ transferred: false })],
    [chatsIn({ rated: true }), chatsIn({ rated: false })],
    [chatsIn({ to: world.now - 1e8 }), chatsIn({ from: world.now - 1e8 })],
  ] as const;
  for (const [yes, no] of halves) {
    expect(yes.length).toBeGreaterThan(0);
    expect(no.length).toBeGreaterThan(0);
    expect(yes.length + no.length).toBe(all.length);
  }
  expect(chatsIn({ minRating: 1, maxRating: 5 })).toEqual(chatsIn({ rated: true }));
  expect(chatsIn({ minRating: 4, maxRating: 4 }).every(({ rating }) => rating === 4)).toBe(true);
  expect(world.agents.flatMap(({ agentId }) => chatsIn({ agentId }))).toHaveLength(chatsIn({ missed: false }).length);
  expect(world.visitors.flatMap(({ visitorId }) => chatsIn({ visitorId }))).toHaveLength(all.length);
});
