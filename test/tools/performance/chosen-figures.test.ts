import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatsOn, wallTime } from '../../oracle/calendar.ts';
import { mean, near, spread } from '../../oracle/figures.ts';
import { median, statistics } from '../../oracle/truth.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { first, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { agentOf, chatsIn, inMonth, keyIn, keysIn, MONTH, sum } from './groups.ts';

// Which figures are told, in which order and of how many groups: as whoever asks has chosen.

const TOOL = 'get_support_performance';
const hourOf = ({ requestedAt }: Chat): string => wallTime('UTC', requestedAt).time.slice(0, 2);

const ROW_FIGURES = ['chats', 'missed', 'missed_of', 'missed_rate', 'wait_seconds', 'duration_seconds', 'rating'];

describe('which figures are told', () => {
  let desk: Desk;
  let world: World;
  beforeAll(async () => {
    desk = await startDesk();
    ({ world } = desk.service);
    await desk.ask(TOOL, MONTH);
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  const ask = async (args: object) => desk.ask(TOOL, { ...MONTH, ...args });

  test('all of them without groups', async () => {
    const { data } = await ask({});
    expect(Object.keys(data.overall)).toEqual(
      expect.arrayContaining([
        ...ROW_FIGURES,
        'served',
        'visitors',
        'transfer_rate',
        'repeat_contact',
        'started_by_visitor',
        'started_by_agent',
        'ended_by_visitor',
        'ended_by_agent',
        'first_response_seconds',
        'response_seconds',
        'messages',
        'dropped',
      ]),
    );
  });

  test('few of each group', async () => {
    const { data } = await ask({ group_by: 'hour' });
    const told = new Set((data.groups ?? []).flatMap(({ metrics }) => Object.keys(metrics)));
    expect([...told].toSorted()).toEqual(ROW_FIGURES.toSorted());
  });

  test.each([
    ['wait', ['wait_seconds']],
    ['missed, rating', ['missed', 'missed_of', 'missed_rate', 'rating']],
    [['visitors'], ['visitors']],
    [['rating', 'rating'], ['rating']],
    ['["chats","duration"]', ['chats', 'duration_seconds']],
    [['transferred'], ['transferred', 'transferred_of', 'transfer_rate']],
    [
      ['messages', 'first_response'],
      ['messages', 'first_response_seconds'],
    ],
  ])('those that are named: %j', async (metrics, keys) => {
    const { data } = await ask({ metrics });
    expect(Object.keys(data.overall).toSorted()).toEqual(keys.toSorted());
    const grouped = await ask({ metrics, group_by: 'weekday' });
    const told = new Set((grouped.data.groups ?? []).flatMap(({ metrics }) => Object.keys(metrics)));
    expect([...told].toSorted()).toEqual(keys.toSorted());
  });

  test.each([
    [{ metrics: 'waits' }, 'There is no metric "waits"; did you mean wait?'],
    [{ metrics: ['wait_seconds', 'ended by'] }, 'There is no metric "wait_seconds"; did you mean wait?'],
    [{ metrics: [] }, 'metrics must have at least one name'],
    [{ group_by: 'countries' }, 'country'],
    [{ group_by: 'agent', order_by: 'missed_rate' }, 'There is no order_by "missed_rate"; did you mean missed?'],
    [{ group_by: 'agent', limit: 0 }, 'limit'],
    [{ transcripts: 'every' }, 'There is no transcripts "every". Valid: sample, all, loaded.'],
  ])('%j is refused with what is valid', async (args, words) => {
    const { text, isError } = await ask(args);
    expect(isError).toBe(true);
    expect(text).toContain(words);
    expect(text).not.toMatch(/expected one of|Invalid/);
  });

  test('a table has a column for each and no other', async () => {
    const { text } = await ask({ metrics: 'wait', group_by: 'hour' });
    const head = first(text.split('\n').filter((line) => line.startsWith('|')));
    expect(head.split('|').slice(1, -1)).toHaveLength(2);
    expect(head).toContain('wait');
  });

  test('visitors: different ones, and of them served', async () => {
    const { data, text } = await ask({ metrics: 'visitors', group_by: 'agent' });
    const of = (chats: readonly Chat[]) => ({
      n: new Set(chats.map(({ visitorId }) => visitorId)).size,
      served: new Set(chats.filter(({ missed }) => !missed).map(({ visitorId }) => visitorId)).size,
    });
    const truth = of(inMonth(world));
    expect(data.overall).toEqual({ visitors: truth });
    expect(text).toMatch(new RegExp(`\\b${truth.n}\\b.*\\b${truth.served}\\b`));
    const byAgent = Map.groupBy(inMonth(world), agentOf);
    for (const group of data.groups ?? []) {
      expect(group.metrics).toEqual({ visitors: of(byAgent.get(keyIn(group)) ?? []) });
    }
  });

  test('messages a chat: those of visitors and agents, of served chats that have ended', async () => {
    await using own = await startDesk();
    const yesterday = { from: '2026-11-17', to: '2026-11-17' };
    const ended = chatsOn(own.service.world.chats, yesterday, 'UTC').filter(
      ({ missed, endedAt }) => !missed && endedAt !== undefined,
    );
    const { data } = await own.ask(TOOL, { ...yesterday, metrics: 'messages', transcripts: 'all' });
    const counts = ended.map(
      ({ messages }) => messages.filter(({ author }) => author === 'visitor' || author === 'agent').length,
    );
    expect(data.overall['messages']).toMatchObject(Object(spread(counts)));
    expect(data.overall['messages']).toMatchObject({
      population: ended.length,
      sampled: ended.length,
      estimated: false,
    });
    expect(Object.keys(data.overall)).toEqual(['messages']);
  });

  test('every share is told with its count, what it is of, and in percent', async () => {
    const names = [
      'missed',
      'transferred',
      'started_by_visitor',
      'started_by_agent',
      'ended_by_visitor',
      'ended_by_agent',
    ];
    const { data, text } = await ask({ metrics: names });
    const chats = inMonth(world);
    const served = chats.filter(({ missed }) => !missed);
    const ended = served.filter(({ endedBy }) => endedBy !== undefined);
    const truth: Record<string, readonly [count: number, of: number, rate?: string]> = {
      missed: [statistics(chats).missed, chats.length],
      transferred: [served.filter(({ transferred }) => transferred).length, served.length, 'transfer_rate'],
      started_by_visitor: [chats.filter(({ startedBy }) => startedBy === 'visitor').length, chats.length],
      started_by_agent: [chats.filter(({ startedBy }) => startedBy === 'agent').length, chats.length],
      ended_by_visitor: [ended.filter(({ endedBy }) => endedBy === 'visitor').length, ended.length],
      ended_by_agent: [ended.filter(({ endedBy }) => endedBy === 'agent').length, ended.length],
    };
    const expected = Object.entries(truth).flatMap(([name, [count, of, rate = `${name}_rate`]]) => [
      [name, count],
      [`${name}_of`, of],
      [rate, near(count / of, 4)],
    ]);
    expect(data.overall).toEqual(Object.fromEntries(expected));
    for (const [count, of] of Object.values(truth)) {
      expect(text).toMatch(new RegExp(`: ${count} of ${of} [a-z ]+\\(${percent(count / of)}\\)`));
    }
  });

  test('also in a table', async () => {
    const { text } = await ask({ metrics: ['ended_by_visitor'], group_by: 'agent' });
    const ended = inMonth(world).filter(({ missed, endedBy }) => !missed && endedBy !== undefined);
    for (const chats of Map.groupBy(ended, agentOf).values()) {
      const count = chats.filter(({ endedBy }) => endedBy === 'visitor').length;
      expect(text).toMatch(new RegExp(`\\| ${count} of ${chats.length} \\(${percent(count / chats.length)}\\) \\|`));
    }
  });

  test('every spread is told with its n and its mean', async () => {
    const { text } = await ask({ metrics: ['wait', 'duration'] });
    const { waits, durations } = statistics(inMonth(world));
    expect(text).toContain(`n ${waits.length}`);
    expect(text).toContain(`n ${durations.length}`);
    expect(text.match(/mean/g)?.length).toBeGreaterThanOrEqual(2);
  });

  test('what needs no transcript has none read, and what no column shows has no list read', async () => {
    await using own = await startDesk();
    await own.ask(TOOL, { ...MONTH, metrics: ['wait', 'missed'], group_by: 'hour' });
    expect(own.service.requests().filter((path) => /\/chats\/\d/.test(path))).toEqual([]);
    expect(own.service.requests().filter((path) => /visitors|agents/.test(path))).toEqual([]);
  });

  test.each([
    [{ metrics: 'first_response', transcripts: 'loaded' }, 'transcript'],
    [{ metrics: 'first_response', transcripts: 'loaded', group_by: 'agent' }, 'transcript'],
    [{ metrics: 'service_level' }, 'service_level_seconds'],
    [{ metrics: ['concurrency', 'repeat_contact'], group_by: 'hour' }, 'Left out'],
  ])('what cannot be told is said to be so, and no sentence is empty: %j', async (args, words) => {
    await using own = await startDesk();
    const { text } = await own.ask(TOOL, { ...MONTH, ...args });
    expect(text).not.toMatch(/: *\n\n/);
    expect(text.slice(0, 400)).toContain(words);
    if (!text.includes('|')) expect(text).not.toContain('Marked');
  });

  test.each([{ order_by: 'missed' }, { ascending: true }, { limit: 3 }])(
    '%j without groups is refused, or said to do nothing',
    async (args) => {
      expect((await ask({ metrics: 'chats', ...args })).text).toContain('group_by');
    },
  );

  test('an order by what no group can have is refused, or said to do nothing', async () => {
    const { text } = await ask({ metrics: 'chats', group_by: 'agent', order_by: 'repeat_contact' });
    expect(text).toMatch(/repeat contact|repeat_contact/);
  });

  test('changes are told of the figures that are named alone', async () => {
    const week = { from: '2026-11-11', to: '2026-11-17', compare_to: 'previous_period' };
    const { data } = await desk.ask(TOOL, { ...week, metrics: 'wait', group_by: 'agent' });
    expect(Object.keys(data.comparison?.change ?? {})).toEqual(['wait_seconds_median']);
    expect(Object.keys(data.comparison?.overall ?? {})).toEqual(['wait_seconds']);
  });
});

const percent = (share: number): string => `${String(Math.round(share * 1000) / 10).replace('.', String.raw`\.`)}%`;

describe('in which order groups are told', () => {
  let desk: Desk;
  let chats: Chat[] = [];
  beforeAll(async () => {
    const world = smallWorld();
    // Missed chats name their agents, and one agent has no rating: nothing can be said of it.
    for (const [index, chat] of world.chats.entries()) {
      const agent = world.agents[index % 3];
      if (chat.missed && agent !== undefined) chat.agentId = agent.agentId;
      if (chat.agentId === world.agents[1]?.agentId) delete chat.rating;
    }
    desk = await startDesk(world);
    chats = inMonth(world);
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  const ask = async (args: object) => (await desk.ask(TOOL, { ...MONTH, ...args })).data;

  const ratingOf = (some: readonly Chat[]): number | undefined => {
    const ratings = some.flatMap(({ rating }) => rating ?? []);
    return ratings.length === 0 ? undefined : mean(ratings);
  };
  const ORDERS: readonly (readonly [name: string, truth: (some: readonly Chat[]) => number | undefined])[] = [
    ['chats', (some) => some.length],
    ['missed', (some) => statistics(some).missed],
    ['wait', (some) => median(statistics(some).waits)],
    ['duration', (some) => median(statistics(some).durations)],
    ['rating', ratingOf],
    ['visitors', (some) => new Set(some.map(({ visitorId }) => visitorId)).size],
  ];

  test.each(ORDERS.flatMap(([name, truth]) => [true, false].map((ascending) => ({ name, truth, ascending }))))(
    'by $name, ascending: $ascending, also where it is not shown; who lacks it comes last',
    async ({ name, truth, ascending }) => {
      for (const [group_by, keyOf] of [
        ['agent', agentOf],
        ['hour', hourOf],
      ] as const) {
        const of = Map.groupBy(chats, keyOf);
        const args = { group_by, order_by: name, ascending, limit: 100 };
        const { groups = [] } = await ask({ ...args, metrics: 'served' });
        const values = groups.map((group) => truth(of.get(keyIn(group)) ?? []));
        const known = values.flatMap((value) => (value === undefined || Number.isNaN(value) ? [] : [value]));
        expect(known).toEqual(known.toSorted((one, other) => (ascending ? one - other : other - one)));
        expect(values.slice(known.length).filter((value) => value !== undefined && !Number.isNaN(value))).toEqual([]);
        expect(groups.map(keyIn)).toEqual(keysIn(await ask({ ...args, metrics: [name] })));
      }
    },
  );

  test('shares by how many they are, and equal ones by the share', async () => {
    const { groups = [] } = await ask({ group_by: ['agent', 'day'], order_by: 'missed', limit: 100 });
    const shares = groups.map(({ metrics }) => [Number(metrics['missed_rate']), Number(metrics['missed'])] as const);
    expect(shares).toEqual(shares.toSorted(([a, m], [b, n]) => n - m || b - a));
  });

  test('by the group itself: times in their order', async () => {
    const days = keysIn(await ask({ group_by: 'day', order_by: 'group', ascending: true, limit: 100 }));
    expect(days).toEqual(days.toSorted());
    expect(keysIn(await ask({ group_by: 'day', order_by: 'group', ascending: false, limit: 100 }))).toEqual(
      days.toReversed(),
    );
    const weekdays = keysIn(await ask({ group_by: 'weekday', order_by: 'group', ascending: true }));
    expect(weekdays).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  });

  test('unless something is said: times in theirs, others by how many chats they have', async () => {
    const days = keysIn(await ask({ group_by: 'day', limit: 100 }));
    expect(days).toEqual(days.toSorted());
    for (const group_by of ['agent', 'visitor', 'country']) {
      const { groups = [] } = await ask({ group_by, limit: 100 });
      const counts = groups.map(chatsIn);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    }
  });
});

describe('how many groups are told', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  interface Asked {
    readonly group_by: string | readonly string[];
    readonly limit: number;
    readonly order_by?: string;
    readonly ascending?: boolean;
    readonly metrics?: readonly string[];
  }

  test.each<[asked: Asked]>([
    [{ group_by: 'visitor', limit: 9 }],
    [{ group_by: 'visitor', order_by: 'rating', limit: 50 }],
    [{ group_by: 'visitor', order_by: 'chats', ascending: true, limit: 100, metrics: ['chats'] }],
    [{ group_by: ['agent', 'hour'], order_by: 'wait', limit: 13 }],
    [{ group_by: ['country', 'weekday'], limit: 20 }],
    [{ group_by: ['visitor', 'rating'], limit: 33, metrics: ['chats', 'rating'] }],
    [{ group_by: 'day', limit: 1 }],
  ])('%j: pages lose none and repeat none, and count the rest', async (args) => {
    const asked = { ...MONTH, ...args };
    const { data, text } = await desk.ask(TOOL, asked);
    const pages = [data.groups ?? []];
    const rests = [restIn(text)];
    for (let cursor = data.next_cursor; cursor !== undefined;) {
      const { result, requests } = await desk.spentOn(() => desk.ask(TOOL, { ...asked, cursor }));
      expect(requests).toBe(0);
      expect(result.data.overall).toEqual(data.overall);
      pages.push(result.data.groups ?? []);
      rests.push(restIn(result.text));
      cursor = result.data.next_cursor;
    }
    const groups = pages.flat();
    expect(new Set(groups.map(keyIn)).size).toBe(groups.length);
    expect(first(pages).length).toBeLessThanOrEqual(args.limit);
    let left = groups.length;
    for (const [index, page] of pages.entries()) {
      left -= page.length;
      expect(rests[index]).toBe(left);
    }
    const all = await desk.ask(TOOL, { ...asked, metrics: 'chats', order_by: 'group', limit: 100 });
    if (all.data.next_cursor === undefined) {
      expect(groups.map(keyIn).toSorted()).toEqual(keysIn(all.data).toSorted());
    }
    if (args.metrics === undefined || args.metrics.includes('chats')) {
      expect(sum(groups.map(chatsIn))).toBe(inMonth(desk.service.world).length);
    }
  });

  const restIn = (text: string): number => Number(/\((\d+) more groups?\)/.exec(text)?.[1] ?? 0);

  test('twenty, unless something is said', async () => {
    const { data } = await desk.ask(TOOL, { ...MONTH, group_by: 'visitor', metrics: 'chats' });
    expect(data.groups).toHaveLength(20);
    expect(data.next_cursor).toBeDefined();
  });
});

test('groups that both periods have tell how they changed', async () => {
  await using own = await startDesk();
  const weeks = [
    { from: '2026-11-04', to: '2026-11-10' },
    { from: '2026-11-11', to: '2026-11-17' },
  ];
  const [before, now] = weeks.map((days) =>
    Map.groupBy(chatsOn(own.service.world.chats, days, 'UTC'), ({ agentId }) => String(agentId ?? 'none')),
  );
  const asked = { ...weeks[1], compare_to: 'previous_period', group_by: 'agent', metrics: ['chats', 'wait'] };
  const { data, text } = await own.ask(TOOL, asked);
  const changes = new Map((data.groups ?? []).map(({ key, change }) => [key, change?.['chats']?.absolute]));
  const truth = [...(now ?? [])].map(([key, chats]) => {
    const earlier = before?.get(key)?.length;
    return [key, earlier === undefined ? undefined : chats.length - earlier] as const;
  });
  expect(changes).toEqual(new Map(truth));
  expect(truth.some(([, change]) => change !== undefined && change < 0)).toBe(true);
  for (const [key, chats] of now ?? [])
    if (before?.has(key) === true) expect(text).toContain(`| ${before.get(key)?.length} → ${chats.length} |`);
});
