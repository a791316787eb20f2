import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { createCodebook } from '../../src/insights/codes/create-codebook.ts';
import { GROUPINGS, groupingsNamed, type GroupingName } from '../../src/figures/groupings/catalogue.ts';
import { Tally } from '../../src/figures/tally.ts';
import { chats as chatsMetric } from '../../src/figures/metrics/chats.ts';
import { AgentId, ChatId } from '../../src/model/ids.ts';
import { resolvePeriod, type Period } from '../../src/model/calendar/period.ts';
import type { Chat } from '../../src/model/records.ts';
import { CallerText } from '../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { zoneOf } from '../../src/model/calendar/zone.ts';
import { plusDays, wallTime } from '../oracle/calendar.ts';
import { ZONES } from '../oracle/random-questions.ts';
import { selectionOf } from '../support/chats-in-columns.ts';
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
    groupings: uniqueArray(constantFrom(...GROUPINGS.map(({ name }) => name)), { minLength: 1, maxLength: 2 }),
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

const book = createCodebook(
  { chats: [], transcripts: [], agentNames: [], offlineMessages: [], agents: [], said: [] },
  {},
);

/** The groups of some chats: their keys as data name them, and how many chats each has. */
function groupsOf(chats: readonly Chat[], names: readonly GroupingName[], period: Period) {
  const tally = new Tally([chatsMetric], groupingsNamed(names), {
    period,
    zone: period.zone,
    time: {},
    book,
    now,
    limits: new Map(),
    serviceLevel: undefined,
    countries: new Map(),
    agentId: undefined,
    isCut: false,
    isWeek: true,
    areMissedNamed: true,
    isTested: false,
  });
  tally.add(selectionOf(chats));
  return tally.groups(true).map((group) => ({
    keys: group.keys.map((key, index) => String(tally.keys[index]?.text(key))),
    count: tally.chatsOf(group),
  }));
}

test('every chat is in one group', () => {
  assert(
    property(question, ({ period, groupings, chats }) => {
      const groups = groupsOf(chats, groupings, period);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(chats.length);
      const names = groups.map(({ keys }) => keys.join(' '));
      expect(new Set(names).size).toBe(names.length);
      for (const chat of chats) {
        const own = groupsOf([chat], groupings, period).filter(({ count }) => count === 1);
        expect(own).toHaveLength(1);
        expect(names).toContain(own[0]?.keys.join(' '));
      }
    }),
    { numRuns: runs(500) },
  );
});

test('one grouping by time has a group for each time there is, whatever chats there are', () => {
  assert(
    property(question, ({ period, groupings: [grouping], chats }) => {
      if (grouping === undefined || !['day', 'week', 'month', 'hour', 'weekday'].includes(grouping)) return;
      const keysOf = (some: readonly Chat[]) =>
        groupsOf(some, [grouping], period)
          .flatMap(({ keys }) => keys)
          .sort(inOrder);
      expect(keysOf(chats)).toEqual(keysOf([]));
    }),
    { numRuns: runs(500) },
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
  for (const [index, requestedAt] of minutes.entries()) {
    const chat: Chat = { chatId: ChatId.parse(index + 1), requestedAt, visitor: {} };
    const { day, time } = wallTime(zone, requestedAt);
    expect(groupsOf([chat], ['day', 'hour'], period)).toEqual([{ keys: [day, time.slice(0, 2)], count: 1 }]);
  }
});
