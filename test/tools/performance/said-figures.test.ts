import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewWorld, first, monthWorld, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { inMonth, keyIn, keysIn, labelIn, MONTH } from './groups.ts';

// What an answer says where a question asks for little: few figures, narrow tables, and each reason once.

const TOOL = 'get_support_performance';
const WEEK = { from: '2026-11-11', to: '2026-11-17' };

const percent = (count: number, of: number): string => `${Math.round((1000 * count) / of) / 10}%`;

const headOf = (text: string): string[] => {
  const head = first(text.split('\n').filter((line) => line.startsWith('|')));
  return head
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
};

describe('a question that names no metric', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  const ask = async (args: object) => desk.ask(TOOL, { ...MONTH, ...args });

  test('is told what is asked of a desk first; data have all of it', async () => {
    const { text, data } = await ask({});
    for (const label of [
      ' chats from ',
      ' missed (',
      ' served\n',
      '- Wait: ',
      '- Duration: ',
      '- Rating: ',
      '- First response ~: ',
    ]) {
      expect(text).toContain(label);
    }
    expect(text).not.toMatch(/started by|ended by|came back|each response|messages a chat|ended unanswered/i);
    expect(data.overall).toHaveProperty('ended_by_visitor');
    expect(data.overall).toHaveProperty('repeat_contact');
  });

  test('no answer defines what a tool can define', async () => {
    const definition = 'Chats that the service marks as missed';
    for (const metrics of [{}, { metrics: 'missed' }, { metrics: ['missed', 'wait'] }]) {
      expect((await ask(metrics)).text).not.toContain(definition);
    }
    const { text } = await desk.ask('get_service_status', { about: 'definitions' });
    expect(text).toContain(definition);
  });

  test('by group, in few columns: those of chats that only no agent has are left out', async () => {
    expect(headOf((await ask({ group_by: 'agent' })).text)).toEqual([
      'agent',
      'chats',
      'wait s: median/p90',
      'rating (n; 95% interval)',
    ]);
    const byDay = await ask({ group_by: 'day' });
    expect(headOf(byDay.text)).toEqual(['day', 'chats', 'missed', 'wait s: median/p90', 'rating (n)']);
    expect((await ask({ group_by: 'agent', metrics: 'missed' })).text).toContain(
      'No loaded missed chat names an agent',
    );
  });

  test('has a column for the metric that it orders by: whose chats visitors end most is one call', async () => {
    const { text, data } = await ask({ group_by: 'agent', order_by: 'ended_by_visitor', limit: 100 });
    const ended = Map.groupBy(
      inMonth(desk.service.world).filter(({ missed, endedBy }) => !missed && endedBy !== undefined),
      ({ agentId }) => String(agentId),
    );
    const shares = [...ended].map(([agent, chats]) => {
      const count = chats.filter(({ endedBy }) => endedBy === 'visitor').length;
      return { agent, count, of: chats.length };
    });
    const most = Math.max(...shares.map(({ count }) => count));
    const group = first(data.groups ?? []);
    const truth = first(shares.filter(({ agent }) => agent === keyIn(group)));
    expect(truth.count).toBe(most);
    expect(text).toContain('| ended by visitors, of ended |');
    const row = first(text.split('\n').filter((line) => line.startsWith(`| ${labelIn(group)}`)));
    expect(row).toContain(`| ${truth.count} (${percent(truth.count, truth.of)}) |`);
  });

  test('says in which order groups are: shares by how many they are, since 40 of 86 are more than 2 of 2', async () => {
    const { text, data } = await ask({ group_by: 'hour', order_by: 'missed', limit: 100, metrics: 'missed' });
    const missed = [
      ...Map.groupBy(inMonth(desk.service.world), ({ requestedAt }) => new Date(requestedAt).getUTCHours()).values(),
    ].map((chats) => chats.filter((chat) => chat.missed).length);
    expect((data.groups ?? []).map(({ metrics }) => Number(metrics['missed']))).toEqual(
      missed.toSorted((one, other) => other - one),
    );
    const orderOf = (answer: string) => /\*\*, (.* first)$/.exec(first(answer.split('\n')))?.[1];
    expect(orderOf(text)).toBe('most missed first');
    const lowest = await ask({ group_by: 'hour', order_by: 'missed', ascending: true });
    expect(orderOf(lowest.text)).toBe('fewest missed first');
    expect(orderOf((await ask({ group_by: 'hour', order_by: 'wait' })).text)).toBe('highest wait (median) first');
    expect(orderOf((await ask({ group_by: 'hour' })).text)).toBeUndefined();
  });

  test('of few chats, no plain count is said to be moved by chance', async () => {
    const asked = { group_by: ['agent', 'day'], limit: 100 };
    expect((await ask({ ...asked, metrics: ['chats', 'visitors'] })).text).not.toMatch(/Fewer than|\w\* \||chance/);
    expect((await ask({ ...asked, metrics: 'wait' })).text).toContain('* Fewer than 20 chats.');
    const hour = { from: '2026-11-17', to: '2026-11-17', hours: '3-4' };
    expect((await ask({ ...hour, metrics: 'chats' })).text).not.toContain('chance');
  });

  test.each(['chats', 'wait', 'rating', 'group'])('no agent comes last, in order of %s', async (by) => {
    for (const ascending of [true, false]) {
      const { data } = await ask({ group_by: 'agent', order_by: by, ascending, limit: 100 });
      expect(keysIn(data).indexOf('none')).toBe(keysIn(data).length - 1);
    }
  });

  test('first response by agent: what a sample has too few of, all transcripts tell', async () => {
    const sampled = await ask({ group_by: ['agent', 'day'], metrics: 'first_response' });
    expect(sampled.text).toMatch(
      /The sample has too few chats of each of these groups\. transcripts="all": exact, \d+ requests, about /,
    );
    // Without a table, the figure of all is told.
    expect(sampled.text).toContain('\n- First response ~: median ');
    const byAgent = await ask({ group_by: 'agent', metrics: 'first_response' });
    const rows = byAgent.text.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.filter((row) => row.endsWith('| – |'))).toEqual([]);
    // Each agent has many chats, and a handful of transcripts in the sample.
    const few = rows.filter((row) => Number(/\((\d+)\) \|$/.exec(row)?.[1]) < 20);
    expect(few.length).toBeGreaterThan(0);
    for (const row of few) expect(row).toMatch(/^\| [^|]+\* \|/);
    expect(byAgent.text).toContain('* Fewer than 20 transcripts: examples, not a comparison.');
    expect(rows.at(-1)).toMatch(/^\| all \| ~\d/);
    const whole = await ask({ group_by: 'agent', transcripts: 'all' });
    expect(headOf(whole.text)).toContain('first response s: median/p90 (n)');
    expect(whole.text).not.toContain('The sample');
  });

  test('an estimate says how to have it exactly', async () => {
    await using own = await startDesk(fewWorld());
    const { world } = own.service;
    const ended = inMonth(world).filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
    const { text } = await own.ask(TOOL, { ...MONTH, metrics: 'first_response' });
    expect(text).toContain(`transcripts="all": exact, ${ended.length - 50} requests, about `);
    const exact = await own.ask(TOOL, { ...MONTH, metrics: 'first_response', transcripts: 'all' });
    expect(exact.text).toContain(`rest on all ${ended.length} transcripts`);
    expect(exact.text).not.toContain('exact,');
  });
});

describe('how many chats there are', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  /** The text but for its last line, which counts what was examined. */
  const textOf = async (args: object) => (await desk.ask(TOOL, args)).text.replace(/\nData complete: .*$/, '');

  test.each(['transferred', 'wait', 'first_response', 'rating', 'concurrency'])(
    'is told once, beside %s alone, too',
    async (metrics) => {
      const chats = inMonth(desk.service.world).length;
      const text = await textOf({ ...MONTH, metrics });
      expect(first(text.split('\n'))).toContain(`: ${chats} chats`);
      expect(text.match(new RegExp(`\\b${chats} chats`, 'g'))).toHaveLength(1);
    },
  );

  test('is told once where it is asked for', async () => {
    const text = await textOf({ ...MONTH, metrics: ['chats', 'transferred'] });
    expect(text.match(/\b\d+ chats/g)).toHaveLength(1);
  });

  test('is one chat, and no more, of a time that has one', async () => {
    const { world } = desk.service;
    const hourOf = ({ requestedAt }: { readonly requestedAt: number }) =>
      new Date(requestedAt).toISOString().slice(0, 13);
    const alone = [...Map.groupBy(inMonth(world), hourOf).values()].filter(({ length }) => length === 1);
    const [day, hour] = hourOf(first(first(alone))).split('T');
    const at = { from: day, to: day, hours: `${Number(hour)}-${Number(hour) + 1}` };
    for (const metrics of [['chats', 'visitors', 'missed'], ['rating'], undefined]) {
      const text = await textOf({ ...at, ...(metrics && { metrics }) });
      expect(text).toMatch(/: 1 chat\b/);
      expect(text).not.toMatch(/\b1 (?:chats|visitors|different visitors)\b/);
    }
  });
});

test('a figure of one agent alone says how to ask for it', async () => {
  await using desk = await startDesk();
  const { text } = await desk.ask(TOOL, { ...MONTH, metrics: ['concurrency', 'chats_per_engaged_hour'] });
  expect(text).toContain(
    `Left out: concurrent chats, chats per engaged hour (only of one agent: give agent, or group_by agent).`,
  );
  expect(text.match(/Left out/g)).toHaveLength(1);
});

test('a limit that nobody reached is said to be never reached', async () => {
  const world = smallWorld();
  for (const agent of world.agents) agent.concurrentChatLimit = 50;
  await using desk = await startDesk(world);
  const { text } = await desk.ask(TOOL, { ...MONTH, metrics: 'concurrency', group_by: 'agent' });
  expect(text).toContain('(limit 50, never reached)');
  expect(text).not.toMatch(/\b0% of the time/);
});

describe('a comparison', () => {
  test('never says that something changed by nothing', async () => {
    const world = smallWorld();
    const now = chatsOn(world.chats, WEEK, 'UTC');
    // The week before is the same but for a second in one wait, so that the mean alone differs.
    world.chats = [
      ...now.map((chat) => ({
        ...chat,
        chatId: chat.chatId + 1_000_000,
        requestedAt: chat.requestedAt - 7 * 86_400_000,
        ...(chat.startedAt !== undefined && { startedAt: chat.startedAt - 7 * 86_400_000 + 20 }),
        ...(chat.endedAt !== undefined && { endedAt: chat.endedAt - 7 * 86_400_000 }),
      })),
      ...now,
    ];
    await using desk = await startDesk(world);
    const { text } = await desk.ask(TOOL, { ...WEEK, compare_to: 'previous_period', transcripts: 'loaded' });
    expect(text).toMatch(/\| Chats \| (\d+) \| \1 \| unchanged \|/);
    expect(text).toMatch(/\| Wait s: [^\n]+ \| unchanged \(median\) \|/);
    expect(text).not.toMatch(/[−+]0(?:\.0)?(?:%| points| s)\b/);
  });

  test('of estimates says on which samples both rest, and what exact figures of both take', async () => {
    await using desk = await startDesk();
    const { chats } = desk.service.world;
    const [before, now] = [{ from: '2026-11-04', to: '2026-11-10' }, WEEK].map(
      (days) => chatsOn(chats, days, 'UTC').filter(({ missed, endedAt }) => !missed && endedAt !== undefined).length,
    );
    const asked = { ...WEEK, compare_to: 'previous_period', metrics: 'first_response' };
    const { text } = await desk.ask(TOOL, asked);
    expect(text).toContain(`~ Estimate from 50 random transcripts of ${now} (before: 50 of ${before}). `);
    expect(text).toContain(`transcripts="all": exact, ${(now ?? 0) + (before ?? 0) - 100} requests, about `);
  });

  test('compares no sample of a few, and says which is not whole', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const before = { from: '2026-11-04', to: '2026-11-10' };
    const now = WEEK;
    const endedOn = (days: typeof now) =>
      chatsOn(world.chats, days, 'UTC').filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
    // Of the earlier period, the service gives six transcripts, and never more.
    const refused = new Set(
      endedOn(before)
        .slice(6)
        .map(({ chatId }) => String(chatId)),
    );
    desk.service.replace = (path) =>
      refused.has(/\/chats\/(\d+)/.exec(path)?.[1] ?? '')
        ? new Response('{"error":[{"code":404,"message":"No Record found"}]}', { status: 404 })
        : undefined;
    const asked = { ...now, compare_to: 'previous_period', metrics: 'first_response' };
    const planned = (days: typeof now) => Math.min(50, endedOn(days).length);
    // Each question asks for some more of them, until all were refused.
    await expect.poll(async () => (await desk.ask(TOOL, asked)).text).toContain(`: 6 of ${planned(before)} sampled`);
    const { text, data } = await desk.ask(TOOL, asked);
    expect(data.comparison?.change ?? {}).toEqual({});
    expect(text).toContain('| not compared |');
    expect(text).toContain(
      `Response times are not compared yet: 6 of ${planned(before)} sampled transcripts of 4–10 Nov 2026 and ${planned(now)} of ${planned(now)} of 11–17 Nov 2026 are loaded.`,
    );
  });
});

test('a count of months of unlike lengths is compared by day, too', async () => {
  const world = monthWorld();
  await using desk = await startDesk(world);
  const october = chatsOn(world.chats, { from: '2026-10-01', to: '2026-10-31' }, 'UTC').length;
  const asked = { metrics: ['chats', 'rating'], compare_to: 'previous_period' };
  const { text, data } = await desk.ask(TOOL, { period: '2026-10', ...asked });
  expect(text).toContain(` +${Math.round((10 * october) / 31) / 10} a day`);
  expect(data.comparison?.change?.['chats']).toMatchObject({ daily: Math.round((10_000 * october) / 31) / 10_000 });
  // July and August have as many days.
  expect((await desk.ask(TOOL, { period: '2026-08', ...asked })).text).not.toContain('a day');
});
