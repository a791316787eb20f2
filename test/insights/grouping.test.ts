import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { allKeys, groupChats, GROUPINGS, groupKey } from '../../src/insights/grouping.ts';
import { AgentId, ChatId } from '../../src/model/ids.ts';
import { resolvePeriod } from '../../src/model/period.ts';
import type { Chat } from '../../src/model/records.ts';
import { CallerText } from '../../src/model/trusted-text.ts';
import { epochMillis } from '../../src/model/units.ts';
import { zoneOf } from '../../src/model/zone.ts';
import { plusDays, wallTime } from '../mcp/expected.ts';
import { ZONES } from '../mcp/questions.ts';
import { runs } from '../support/runs.ts';

const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);
const now = epochMillis(Date.UTC(2026, 10, 30, 12));
const period = record({
  zone: constantFrom(...ZONES).map(zoneOf),
  from: integer({ min: 1, max: 300 }),
  length: integer({ min: 0, max: 70 }),
}).map(({ zone, from, length }) => {
  const first = plusDays('2026-11-30', -from);
  return resolvePeriod({ from: CallerText.parse(first), to: CallerText.parse(plusDays(first, length)) }, zone, now);
});

/** Chats anywhere in a period, some of them without an agent. */
const question = period.chain((period) =>
  record({
    groupings: uniqueArray(constantFrom(...GROUPINGS), { minLength: 1, maxLength: 2 }),
    chats: array(
      record({
        requestedAt: integer({ min: period.start, max: period.end - 1 }).map(epochMillis),
        agentId: integer({ min: 0, max: 4 }),
      }),
      { maxLength: 40 },
    ),
  }).map(({ groupings, chats }) => ({
    period,
    groupings,
    chats: chats.map(({ requestedAt, agentId }, index): Chat => ({
      chatId: ChatId.parse(index + 1),
      requestedAt,
      visitor: {},
      ...(agentId > 0 && { agent: { agentId: AgentId.parse(agentId) } }),
    })),
  })),
);

test('every chat is in one group, and it is its own', () => {
  assert(
    property(question, ({ period, groupings, chats }) => {
      const groups = groupChats(chats, groupings, period);
      const grouped = groups.flatMap((group) => group.chats.map(({ chatId }) => chatId));
      expect(grouped.toSorted((one, other) => one - other)).toEqual(chats.map(({ chatId }) => chatId));
      for (const { keys, chats } of groups) {
        for (const chat of chats) expect(groupings.map((grouping) => groupKey(chat, grouping, period))).toEqual(keys);
      }
      const names = groups.map(({ keys }) => keys.join(' '));
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: runs(500) },
  );
});

test('one grouping by time has a group for each time there is, and no other, in order', () => {
  assert(
    property(question, ({ period, groupings: [grouping], chats }) => {
      if (grouping === undefined || grouping === 'agent') return;
      const keys = groupChats(chats, [grouping], period).map(({ keys: [key = ''] }) => key);
      expect(keys).toEqual(allKeys(grouping, period));
      if (grouping !== 'weekday') expect(keys.join()).toBe([...new Set(keys)].sort(inOrder).join());
    }),
    { numRuns: runs(500) },
  );
});

test('agents come by their number of chats', () => {
  assert(
    property(question, ({ period, chats }) => {
      const sizes = groupChats(chats, ['agent'], period).map((group) => group.chats.length);
      expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    }),
  );
});

test.each([
  // Clocks went back at one minute past midnight.
  ['America/St_Johns', Date.UTC(2006, 9, 29, 2, 31)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
  ['Asia/Kathmandu', Date.UTC(2026, 10, 1, 18, 15)],
])('chats around a change of clocks in %s are in the hours on the wall', (zone, change) => {
  const period = resolvePeriod(
    { from: CallerText.parse('2006-10-01'), to: CallerText.parse('2026-11-30') },
    zoneOf(zone),
    now,
  );
  const minutes = Array.from({ length: 240 }, (_, minute) => epochMillis(change + (120 - minute) * 60_000));
  const chats = minutes.map((requestedAt) => ({ requestedAt }));
  const hours = groupChats(chats, ['day', 'hour'], period).map(({ keys, chats }) => ({
    key: keys.join(' '),
    times: chats.map(({ requestedAt }) => wallTime(zone, requestedAt)),
  }));
  expect(hours.reduce((sum, { times }) => sum + times.length, 0)).toBe(minutes.length);
  for (const { key, times } of hours) {
    expect(new Set(times.map(({ day, time }) => `${day} ${time.slice(0, 2)}`))).toEqual(new Set([key]));
  }
});
