import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Chart, Label } from '../../../src/charts/chart.ts';
import { seconds } from '../../../src/model/time/units.ts';
import { fewWorld, monthWorld, smallWorld, startDesk } from '../../mcp/desk.ts';
import { WEEKDAYS, chatsOn } from '../../oracle/calendar.ts';
import { groupsOf } from '../../oracle/groups.ts';
import { askForChart, chartsOnly, startChartDesk, timeLabel } from '../../mcp/random-questions/random-charts.ts';

// A picture beside the figures: what is drawn for a question, and how much of it was read. Its numbers are held against the world
// in random-charts.test.ts.

const charts = await startChartDesk(smallWorld());
afterAll(() => charts[Symbol.asyncDispose]());
/** Without transcripts where the question does not say otherwise: they are what takes time. */
const ask = (args: Readonly<Record<string, unknown>>) => askForChart(charts, { transcripts: 'loaded', ...args });
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

describe('what is drawn', () => {
  test.each([
    ['an hour of one day is a point', { period: 'yesterday' }, 'trend', 24, 'Chats by hour, Tue 17 Nov 2026 (UTC)'],
    ['a day of a week', {}, 'trend', 7, 'Chats by day, Wed 11 – Tue 17 Nov 2026 (UTC)'],
    ['a day of 92', { from: '2026-08-18', to: '2026-11-17' }, 'trend', 92, 'Chats by day'],
    ['a week of 93 days', { from: '2026-08-17', to: '2026-11-17' }, 'trend', 14, 'Chats by week'],
    ['a month of more than two years', { from: '2024-06-01', to: '2026-11-17' }, 'trend', 30, 'Chats by month'],
    ['a group by day', { group_by: 'day', metrics: 'wait' }, 'trend', 7, 'Wait (median) by day'],
    ['a single day is no line', { period: 'yesterday', group_by: 'day' }, 'columns', 1, 'Chats by day'],
    ['a code', { group_by: 'started_by' }, 'bars', 2, 'Chats by who started them'],
    ['an hour of a week', { group_by: 'hour' }, 'columns', 24, 'Chats by hour'],
    ['a weekday', { group_by: 'weekday' }, 'columns', 7, 'Chats by weekday'],
    ['working hours', { period: 'yesterday', hours: '9-17' }, 'trend', 8, ', 9:00 to 17:00'],
  ] as const)('%s', async (_what, args, kind, count, title) => {
    const { chart } = await ask({ timezone: 'UTC', ...args });
    expect(chart).toMatchObject({ kind });
    expect(labelsOf(chart)).toHaveLength(count);
    expect(chart?.title).toContain(title);
  });

  test('rows of agents, the metric of their order first', async () => {
    const { chart, data } = await ask({ group_by: 'agent', metrics: ['chats', 'wait'], order_by: 'wait' });
    expect(chart).toMatchObject({ kind: 'bars', unit: 'seconds' });
    expect(chart?.title).toContain('Wait (median) by agent');
    // Those of nobody have no wait.
    expect(labelsOf(chart)).toEqual(data.groups?.flatMap(({ key, label }) => (key === 'none' ? [] : [label])));
  });

  test('weekday by hour, whichever is named first', async () => {
    const { chart } = await ask({ period: 'last_30_days', group_by: ['hour', 'weekday'], limit: 1 });
    expect(chart).toMatchObject({
      kind: 'heat map',
      rows: WEEKDAYS.map((weekday) => ({ label: ofOurs(weekday) })),
      columns: HOURS.map((hour) => ofOurs(`${hour}:00`)),
      leftOut: 0,
    });
    const { chart: other } = await ask({ period: 'last_30_days', group_by: ['weekday', 'hour'], limit: 1 });
    expect(other).toEqual(chart);
  });

  test('a person in a row, with the days across', async () => {
    const { chart } = await ask({ group_by: ['day', 'agent'] });
    expect(chart).toMatchObject({
      kind: 'heat map',
      columns: Array.from({ length: 7 }, (_, day) => ofOurs(timeLabel(`2026-11-${11 + day}`, 'day', '2026'))),
    });
  });

  test('the first twenty visitors, and how many are left out', async () => {
    const days = { from: '2026-10-19', to: '2026-11-17' };
    const { chart } = await ask({ ...days, group_by: 'visitor', limit: 3 });
    const { chats } = charts.desk.service.world;
    const visitors = groupsOf(chatsOn(chats, days, 'UTC'), ['visitor'], days, 'UTC').size;
    expect(chart).toMatchObject({ kind: 'bars', leftOut: visitors - 20 });
    expect(labelsOf(chart)).toHaveLength(20);
  });

  test.each([
    ['chats', 'chats'],
    ['missed', 'share'],
    ['wait', 'seconds'],
    ['rating', 'rating'],
    ['visitors', 'number'],
    ['service_level', 'share'],
    ['first_response', 'seconds'],
    ['messages', 'number'],
    ['dropped', 'share'],
  ] as const)('%s in its unit', async (metric, unit) => {
    const { chart } = await ask({
      metrics: metric,
      service_level_seconds: metric === 'service_level' ? 30 : undefined,
      transcripts: 'all',
    });
    expect(chart?.unit).toBe(unit);
  });

  test('the 90th percentile of a median', async () => {
    const { chart, data } = await ask({ group_by: 'agent', metrics: 'wait' });
    const p90s = data.groups?.map(({ metrics }) => Spread.parse(metrics['wait_seconds']).p90);
    expect(chart?.kind === 'bars' && chart.points.map(({ figure }) => figure?.p90)).toEqual(
      p90s?.filter((p90) => p90 !== undefined),
    );
  });
});

const Spread = z.object({
  median: z.number().optional(),
  p90: z.number().optional(),
  ci95: z.tuple([z.number(), z.number()]).optional(),
  estimated: z.boolean().optional(),
});
/** A label in our own words, which are what it is in full. */
const ofOurs = (text: string) => ({ text, own: text });
const labelsOf = (chart: Chart | undefined) =>
  chart !== undefined && 'points' in chart ? textsOf(chart.points.map(({ label }) => label)) : [];
const textsOf = (labels: readonly Label[]) => labels.map(({ text }) => text);
const readsOf = (chart: Chart | undefined) =>
  chart !== undefined && 'points' in chart ? chart.points.map(({ read }) => read) : [];
const valuesOf = (chart: Chart | undefined) =>
  chart !== undefined && 'points' in chart ? chart.points.map(({ figure }) => figure?.value) : [];

describe('what a picture shows is said in words', () => {
  test.each([
    [
      { group_by: 'day' },
      /Line chart: Chats by day, .*\. 7 points, from \d+ \(\w{3} 1\d Nov( and \d more)?\) to \d+ \(\w{3} 1\d Nov( and \d more)?\)/,
    ],
    [
      { period: 'last_30_days', group_by: ['weekday', 'hour'] },
      /Heat map: .*168 cells, from 0 \(\w+day, \d\d:00 and \d+ more\) to \d+ \(\w+day, \d\d/,
    ],
    [{ group_by: 'started_by' }, /Bar chart: .*2 bars, from \d+ \((agent|visitor)\) to \d+ \((agent|visitor)\)/],
  ])('with the names that are our own: %j', async (args, said) => {
    const { text } = await ask(args);
    expect(text.split('\n').at(-3)).toMatch(said);
  });

  test.each(['agent', 'visitor', 'country'])('without any of %s', async (grouping) => {
    const { text, chart } = await ask({ period: 'last_30_days', group_by: grouping });
    const said = text.split('\n').at(-3) ?? '';
    expect(said).toMatch(/\((the first|the \d+(st|nd|rd|th)) bar from the top/);
    const labels = chart?.kind === 'bars' ? chart.points.map(({ label }) => label) : [];
    // Those of no agent are called so by us.
    const names = labels.flatMap(({ text: name, own }) => (own === undefined && /\p{L}/u.test(name) ? [name] : []));
    expect(names).not.toEqual([]);
    for (const name of names) expect(said).not.toContain(name);
  });
});

describe('an estimate', () => {
  let estimated: Awaited<ReturnType<typeof startChartDesk>>;
  beforeAll(async () => {
    estimated = await startChartDesk(monthWorld());
  });
  afterAll(() => estimated[Symbol.asyncDispose]());

  test('has its interval, as in data', async () => {
    const { chart, data } = await askForChart(estimated, { group_by: 'weekday', metrics: 'first_response' });
    const intervals = new Map(
      data.groups?.map(
        ({ key, metrics }) => [String(key), Spread.optional().parse(metrics['first_response_seconds'])?.ci95] as const,
      ),
    );
    const drawn = chart?.kind === 'columns' ? chart.points.map(({ figure }) => figure?.interval) : [];
    expect(drawn.filter((interval) => interval !== undefined)).not.toEqual([]);
    expect(drawn).toEqual(WEEKDAYS.map((weekday) => intervals.get(weekday)));
  });

  test('without an interval is not drawn: it would look exact', async () => {
    const lastMonth = { period: 'last_month', metrics: 'first_response' };
    const { chart, data } = await askForChart(estimated, { ...lastMonth, group_by: 'country' });
    const spreads = data.groups?.map(({ metrics }) => Spread.parse(metrics['first_response_seconds'] ?? {})) ?? [];
    const told = spreads.filter(({ median }) => median !== undefined);
    const sure = told.filter(({ ci95 }) => ci95 !== undefined);
    expect(told.length).toBeGreaterThan(sure.length);
    expect(chart).toMatchObject({ kind: 'bars', leftOut: spreads.length - sure.length });
    expect(valuesOf(chart)).toEqual(sure.map(({ median }) => median));

    const { chart: none, text } = await askForChart(estimated, { ...lastMonth, group_by: ['agent', 'day'] });
    expect(none).toBeUndefined();
    expect(text).toContain('No picture: too few transcripts were read to draw first response by agent and day.');
  });
});

const THREE_WHOLE = ['whole', 'whole', 'whole'] as const;

describe('what the period cuts', () => {
  test.each([
    ['the week in which it ends', { period: 'last_30_days', group_by: 'week' }, [...THREE_WHOLE, 'whole', 'part']],
    [
      'the week in which it begins',
      { from: '2026-10-20', to: '2026-11-15', group_by: 'week' },
      ['part', ...THREE_WHOLE],
    ],
    ['no week that it has whole', { from: '2026-11-02', to: '2026-11-15', group_by: 'week' }, ['whole', 'whole']],
    ['both months at its ends', { from: '2026-09-02', to: '2026-11-17', group_by: 'month' }, ['part', 'whole', 'part']],
    [
      'no month that it has whole',
      { from: '2026-09-01', to: '2026-11-17', group_by: 'month' },
      ['whole', 'whole', 'part'],
    ],
    [
      'no week of which it has all working time',
      { from: '2026-11-02', to: '2026-11-13', weekdays: ['Monday', 'Friday'], group_by: 'week' },
      ['whole', 'whole'],
    ],
    [
      'a week of whose working time it lacks a day',
      { from: '2026-11-03', to: '2026-11-13', weekdays: ['Monday', 'Friday'], group_by: 'week' },
      ['part', 'whole'],
    ],
    ['no agent', { from: '2026-11-03', to: '2026-11-13', group_by: 'started_by' }, ['whole', 'whole']],
  ] as const)('%s', async (_what, args, reads) => {
    const { chart, text } = await ask({ timezone: 'UTC', ...args });
    expect(readsOf(chart)).toEqual(reads);
    const cut = reads.filter((read) => read === 'part').length;
    const said = `${cut} incomplete (partly loaded, not over, or cut by the period)`;
    if (cut > 0) expect(text.split('\n').at(-3)).toContain(said);
    else expect(text.split('\n').at(-3)).not.toContain('Hatched');
  });

  test('of the weeks by which a long period is drawn', async () => {
    const { chart, svg } = await ask({ timezone: 'UTC', from: '2026-08-17', to: '2026-11-17' });
    expect(readsOf(chart)).toEqual([...Array.from({ length: 13 }, () => 'whole'), 'part']);
    expect(svg).toContain('incomplete (partly loaded, not over, or cut by the period)');
  });

  test('is in each cell of a week of which the period lacks some', async () => {
    const days = { from: '2026-11-04', to: '2026-11-15', timezone: 'UTC' };
    const { chart } = await ask({ ...days, group_by: ['week', 'hour'] });
    const cells =
      chart?.kind === 'heat map' ? chart.rows.flatMap(({ cells: some }) => some).map(({ read }) => read) : [];
    expect(cells.filter((read) => read === 'part')).toHaveLength(24);
    expect(cells.filter((read) => read === 'whole')).toHaveLength(24);
    // It has each of its weekdays whole.
    const { chart: weekdays } = await ask({ ...days, group_by: ['week', 'weekday'] });
    const reads =
      weekdays?.kind === 'heat map' ? weekdays.rows.flatMap(({ cells: some }) => some).map(({ read }) => read) : [];
    expect(new Set(reads)).toEqual(new Set(['whole']));
  });
});

describe('what has no picture says why', () => {
  test.each([
    [
      'nothing that is told of days',
      { metrics: 'repeat_contact' },
      'No picture: repeat contact within 7 days is not available by day.',
    ],
    [
      'what only chats of no agent have',
      { group_by: 'agent', metrics: 'missed' },
      'No picture: missed is not available by agent.',
    ],
    [
      'the same, by day',
      { group_by: ['agent', 'day'], metrics: 'missed' },
      'No picture: missed is not available by agent and day.',
    ],
    ['no chat', { from: '2020-01-01', to: '2020-01-05' }, 'No picture: there is no chat to draw.'],
    [
      'too many days',
      { from: '2025-01-01', to: '2026-11-17', group_by: 'day' },
      'No picture: 686 days are too many to tell apart.',
    ],
    [
      'too many days across',
      { period: 'this_year', group_by: ['agent', 'day'] },
      'No picture: 322 days are too many to tell apart.',
    ],
  ])('%s', async (_what, args, why) => {
    const { chart, text, svg } = await ask(args);
    expect({ chart, svg }).toEqual({ chart: undefined, svg: undefined });
    expect(text).toContain(why);
  });

  test('a metric that rests on a code of unknown meaning; others are drawn', async () => {
    const drawn: Chart[] = [];
    await using desk = await startDesk(smallWorld(), { codes: {}, drawing: chartsOnly(drawn) });
    const { text } = await desk.ask('get_support_performance', {
      chart: 'light',
      period: 'yesterday',
      metrics: 'transferred',
      transcripts: 'loaded',
    });
    expect(text).toContain(
      'No picture: transferred rests on is_chat_transferred, whose meaning is unknown (record_code_meaning).',
    );
    expect(drawn).toEqual([]);
    const asked = { chart: 'light', period: 'yesterday', transcripts: 'loaded' };
    await desk.ask('get_support_performance', asked);
    await desk.ask('get_support_performance', { ...asked, metrics: 'missed' });
    expect(drawn.map(({ title }) => title.includes('(assumed)'))).toEqual([false, true]);
  });
});

describe('what was not read', () => {
  /** Days that were read before the service went away, and others. */
  async function afterAnOutage(args: object, askedBefore: object = { from: '2026-11-09', to: '2026-11-11' }) {
    const drawn: Chart[] = [];
    await using desk = await startDesk(smallWorld(), {
      drawing: chartsOnly(drawn),
      answer_within: seconds(5),
    });
    await desk.ask('get_support_performance', { ...askedBefore, transcripts: 'loaded' });
    desk.service.gateway = () => {
      throw new Error('the service is away');
    };
    const { text } = await desk.ask('get_support_performance', { chart: 'light', transcripts: 'loaded', ...args });
    return { text, chart: drawn.at(0) };
  }

  test('is no zero: a day is not drawn, one that was read is', async () => {
    const { chart } = await afterAnOutage({ from: '2026-11-07', to: '2026-11-14' });
    const reads = readsOf(chart);
    expect(reads.slice(2, 5)).toEqual(['whole', 'whole', 'whole']);
    // More may have been read than was asked for: where a day ends is told by the next.
    expect(reads[0]).toBe('none');
    expect(reads.at(-1)).toBe('none');
    for (const [index, value] of valuesOf(chart).entries()) {
      if (reads[index] === 'none') expect(value).toBeUndefined();
    }
  });

  test('is a part of each group that is not of a day', async () => {
    const { chart } = await afterAnOutage({ from: '2026-11-07', to: '2026-11-14', group_by: 'agent' });
    expect(new Set(readsOf(chart))).toEqual(new Set(['part']));
    const { chart: hours } = await afterAnOutage({ from: '2026-11-07', to: '2026-11-14', group_by: 'hour' });
    expect(new Set(readsOf(hours))).toEqual(new Set(['part']));
  });

  test('is a part of a day of a zone, of which one of two UTC days was read', async () => {
    const { chart } = await afterAnOutage({ from: '2026-11-09', to: '2026-11-12', timezone: 'Asia/Kolkata' });
    const [ninth, tenth, eleventh, twelfth] = readsOf(chart);
    expect([ninth, tenth, eleventh]).toEqual(['part', 'whole', 'whole']);
    expect(['part', 'none']).toContain(twelfth);
  });

  test('is not drawn where it is all', async () => {
    const drawn: Chart[] = [];
    await using desk = await startDesk(smallWorld(), {
      drawing: chartsOnly(drawn),
      answer_within: seconds(1),
    });
    const released = Promise.withResolvers<void>();
    desk.service.gateway = () => released.promise;
    const { text } = await desk.ask('get_support_performance', { chart: 'light', transcripts: 'loaded' });
    released.resolve();
    expect(text).toContain('No picture: no chat of this period was read yet.');
    expect(drawn).toEqual([]);
  });

  test('of a day that goes on is what is to come', async () => {
    const { chart } = await ask({ period: 'this_week' });
    expect(labelsOf(chart)).toEqual(['Mon 16 Nov', 'Tue 17 Nov', 'Wed 18 Nov']);
    expect(readsOf(chart)).toEqual(['whole', 'whole', 'part']);
    const { chart: today } = await ask({ period: 'today' });
    expect(labelsOf(today)).toEqual(HOURS.slice(0, 16).map((hour) => `${hour}:00`));
    expect(readsOf(today)).toEqual([...Array.from({ length: 15 }, () => 'whole'), 'part']);
    const { chart: agents } = await ask({ period: 'today', group_by: 'agent' });
    expect(new Set(readsOf(agents))).toEqual(new Set(['whole']));
  });
});

describe('what it costs', () => {
  test.each([
    { period: 'last_7_days', metrics: 'first_response' },
    { period: 'last_7_days', compare_to: 'previous_period', transcripts: 'loaded' },
  ])('no request more: %j', async (args) => {
    const spent: number[] = [];
    for (const chart of [undefined, 'light']) {
      await using desk = await startDesk(fewWorld(), { drawing: chartsOnly([]) });
      const { requests } = await desk.spentOn(() => desk.ask('get_support_performance', { ...args, chart }));
      spent.push(requests);
    }
    expect(spent[1]).toBe(spent[0]);
  });
});

test('figures are the same with a picture and without', async () => {
  const { desk } = charts;
  const args = { period: 'last_7_days', compare_to: 'previous_period', service_level_seconds: 30 };
  // The first one reads the transcripts that stand for all.
  await desk.ask('get_support_performance', args);
  const { data } = await desk.ask('get_support_performance', args);
  const { data: withChart } = await desk.ask('get_support_performance', { ...args, chart: 'light' });
  expect({ ...withChart, text: '' }).toEqual({ ...data, text: '' });
});

test('the next page has none: it would be the same', async () => {
  const { client } = charts.desk;
  const args = { period: 'last_30_days', group_by: 'visitor', limit: 3, chart: 'light', transcripts: 'loaded' };
  const page = await client.callTool({ name: 'get_support_performance', arguments: args });
  expect(page.content.map(({ type }) => type)).toEqual(['text', 'image']);
  const { data } = await charts.desk.ask('get_support_performance', args);
  const next = await client.callTool({ name: 'get_support_performance', arguments: { cursor: data.next_cursor } });
  expect(next.content.map(({ type }) => type)).toEqual(['text']);
});
