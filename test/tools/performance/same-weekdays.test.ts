import { describe, expect, test } from 'vitest';
import { chatsOn, plusDays, wallTime } from '../../oracle/calendar.ts';
import { meanOfWeeks, metricsOf, near, ofRows } from '../../oracle/figures.ts';
import { DAY, first, NOW, smallWorld, startDesk } from '../../mcp/desk.ts';
import { askForChart, startChartDesk } from '../../mcp/random-questions/random-charts.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import { agentOf, keyIn } from './groups.ts';

// A period compared with the mean of the same weekdays of the four weeks before.

const TOOL = 'get_support_performance';
const WEEKS = [7, 14, 21, 28];
const TUESDAY = { from: '2026-11-17', to: '2026-11-17' };
const HALF_WEEK = { from: '2026-11-14', to: '2026-11-17' };

const weeksBefore = (chats: readonly Chat[], { from, to }: typeof TUESDAY, zone = 'UTC'): Chat[][] =>
  WEEKS.map((days) => chatsOn(chats, { from: plusDays(from, -days), to: plusDays(to, -days) }, zone));

const meanOf = (weeks: readonly (readonly Chat[])[]) => meanOfWeeks(metricsOf(weeks.flat()), weeks.length);

const differentIn = (weeks: readonly (readonly Chat[])[]) =>
  weeks.map((chats) => new Set(chats.map(({ visitorId }) => visitorId)).size).reduce((sum, count) => sum + count, 0) /
  weeks.length;

test.each([
  ['a day', TUESDAY, 'UTC'],
  ['some days', HALF_WEEK, 'Europe/Berlin'],
  ['a week', { from: '2026-11-11', to: '2026-11-17' }, 'America/St_Johns'],
])('%s: counts are a mean, shares and medians of all their chats', async (_, asked, timezone) => {
  await using desk = await startDesk();
  const { chats } = desk.service.world;
  const weeks = weeksBefore(chats, asked, timezone);
  const now = chatsOn(chats, asked, timezone);
  const { data, text } = await desk.ask(TOOL, {
    ...asked,
    timezone,
    compare_to: 'same_weekdays',
    transcripts: 'loaded',
  });
  expect(ofRows(data.comparison?.overall)).toEqual(meanOf(weeks));
  expect(data.comparison?.overall['visitors']).toMatchObject({ n: differentIn(weeks) });
  const change = { absolute: now.length - weeks.flat().length / 4 };
  expect(data.comparison?.change?.['chats']).toMatchObject(change);
  expect(data.comparison).toMatchObject({
    period: { from: plusDays(asked.from, -28), to: plusDays(asked.to, -7) },
    mean_of: 4,
  });
  expect(text).toContain('compared with the mean of the same weekdays of the four weeks before, ');
  expect(text).toContain('counts are a mean; shares, medians and ratings are of all their chats');
  const missed = weeks.map((some) => some.filter((chat) => chat.missed).length);
  expect(text).toContain(
    `Each week, the latest first: chats ${weeks.map(({ length }) => length).join(', ')}; missed ${missed.join(', ')}`,
  );
});

test('says which days it compares with and rests on, and reads no others', async () => {
  await using desk = await startDesk();
  const { text } = await desk.ask(TOOL, { ...TUESDAY, compare_to: 'same_weekdays', metrics: ['chats'] });
  const weeks = weeksBefore(desk.service.world.chats, TUESDAY);
  const chats = weeks.flat().length + chatsOn(desk.service.world.chats, TUESDAY, 'UTC').length;
  expect(text).toContain('the four weeks before, 20 Oct – 10 Nov');
  expect(text).toContain(`${chats} chats, 20 Oct, 27 Oct, 3 Nov, 10 Nov and 17 Nov (UTC)`);
  const { data } = await desk.ask('get_service_status', { plan_for: '2026-11-13' });
  expect(data.plan?.requests).toBeGreaterThan(0);
});

test('a period that still runs is cut at the same time of each of them', async () => {
  await using desk = await startDesk();
  const { chats } = desk.service.world;
  const weeks = WEEKS.map((days) =>
    chats.filter(({ requestedAt: at }) => at >= Date.UTC(2026, 10, 18) - days * DAY && at < NOW - days * DAY),
  );
  const { data, text } = await desk.ask(TOOL, {
    period: 'today',
    compare_to: 'same_weekdays',
    transcripts: 'loaded',
  });
  expect(ofRows(data.comparison?.overall)).toEqual(meanOf(weeks));
  expect(data.comparison).toMatchObject({ running: true, cut_at: '2026-11-11T15:30:00Z' });
  expect(text).toContain('21 Oct – 11 Nov, each up to the same time (15:30)');
});

describe('by group', () => {
  test.each([
    ['day', (chat: Chat, weeks: number) => plusDays(wallTime('Europe/Berlin', chat.requestedAt).day, 7 * weeks)],
    ['hour', (chat: Chat) => wallTime('Europe/Berlin', chat.requestedAt).time.slice(0, 2)],
    ['agent', agentOf],
  ] as const)('%s: each is compared with the mean of its own', async (by, keyOf) => {
    await using desk = await startDesk();
    const { chats } = desk.service.world;
    const keyed = (some: readonly Chat[], weeks: number) => some.map((chat) => keyOf(chat, weeks));
    const before = weeksBefore(chats, HALF_WEEK, 'Europe/Berlin').flatMap((some, index) => keyed(some, index + 1));
    const now = keyed(chatsOn(chats, HALF_WEEK, 'Europe/Berlin'), 0);
    const countIn = (keys: readonly string[], key: string) => keys.filter((one) => one === key).length;
    const { data } = await desk.ask(TOOL, {
      ...HALF_WEEK,
      timezone: 'Europe/Berlin',
      compare_to: 'same_weekdays',
      group_by: by,
      metrics: ['chats'],
      limit: 100,
    });
    const groups = (data.groups ?? []).filter(({ change }) => change !== undefined);
    expect(groups.length).toBeGreaterThan(2);
    for (const group of groups) {
      const key = keyIn(group);
      expect(group.change?.['chats']?.absolute, key).toEqual(near(countIn(now, key) - countIn(before, key) / 4, 4));
    }
  });
});

test('a picture has the mean of the four beside the period', async () => {
  await using charts = await startChartDesk(smallWorld());
  const { chats } = charts.desk.service.world;
  const { chart } = await askForChart(charts, { ...TUESDAY, compare_to: 'same_weekdays', metrics: ['chats'] });
  if (chart?.kind !== 'trend' && chart?.kind !== 'columns') throw new Error('hours are a line, or columns');
  const hourOf = ({ requestedAt }: Chat) => new Date(requestedAt).getUTCHours();
  const before = Map.groupBy(weeksBefore(chats, TUESDAY).flat(), hourOf);
  expect(chart.compared?.points.map(({ figure }) => figure?.value)).toEqual(
    Array.from({ length: 24 }, (_, hour) => (before.get(hour)?.length ?? 0) / 4),
  );
  expect(chart.compared?.name).toBe('mean of the same weekdays, 20 Oct – 10 Nov');
});

test('more than a week is refused, and so is an explanation, with what to use instead', async () => {
  await using desk = await startDesk();
  const long = await desk.ask(TOOL, { period: 'last_30_days', compare_to: 'same_weekdays' });
  expect(long.isError).toBe(true);
  expect(long.text).toContain('same_weekdays compares at most 7 days.');
  expect(long.text).toContain('compare_to previous_period or same_period_last_year');
  const explained = await desk.ask('explain_change', { metric: 'chats', compare_to: 'same_weekdays' });
  expect(explained.isError).toBe(true);
  expect(explained.text).toContain('Valid: previous_period, same_period_last_year.');
});

test('nothing is compared while one of the weeks is not loaded', async () => {
  await using desk = await startDesk();
  await desk.ask('list_chats', { from: '2026-11-01', to: '2026-11-17' });
  stopAfter(1, desk.service);
  const { data, text } = await desk.ask(TOOL, { ...TUESDAY, compare_to: 'same_weekdays' });
  expect(data.comparison).not.toHaveProperty('change');
  expect(first(text.split('\n\n').filter((part) => part.includes('Not compared')))).toContain('yet');
});
