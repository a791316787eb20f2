import { altText } from '../../../src/charts/alt-text.ts';
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Cell, Chart, Point } from '../../../src/charts/chart.ts';
import type { Drawing } from '../../../src/charts/drawing.ts';
import { openDrawing } from '../../../src/charts/open-drawing.ts';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import {
  type Days,
  beforeCut,
  chatsOn,
  comparedDays,
  daysOf,
  mondayOf,
  numberOfDays,
  plusDays,
  startOfDay,
  wallTime,
  weekdayOf,
} from '../../oracle/calendar.ts';
import { mean, near } from '../../oracle/figures.ts';
import { type Grouping, groupsOf } from '../../oracle/groups.ts';
import type { ChartQuestion, MetricName } from '../../oracle/random-questions.ts';
import { median, statistics } from '../../oracle/truth.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { first, startDesk, type Desk } from '../desk.ts';
import { shapes } from '../protocol/shapes.ts';
import { plainData } from '../../support/boundaries.ts';

// Random questions with a picture, and what is true of each: every number in it is that of the answer's own data, and the
// world's; what is not over, and what the period cuts, is marked.

/** The main number of each metric: a count, a rate, a median or a mean, with its places and where data have it. */
const NUMBERS: Readonly<
  Record<
    MetricName,
    {
      readonly places: number;
      readonly key: readonly [string, string?];
      readonly of: (chats: readonly Chat[]) => number | undefined;
    }
  >
> = {
  chats: { places: 0, key: ['chats'], of: ({ length }) => length },
  served: { places: 0, key: ['served'], of: (chats) => statistics(chats).served },
  missed: { places: 4, key: ['missed_rate'], of: (chats) => part(statistics(chats).missed, chats.length) },
  wait: { places: 1, key: ['wait_seconds', 'median'], of: (chats) => median(statistics(chats).waits) },
  duration: { places: 1, key: ['duration_seconds', 'median'], of: (chats) => median(statistics(chats).durations) },
  transferred: {
    places: 4,
    key: ['transfer_rate'],
    of: (chats) => part(statistics(chats).transferred, statistics(chats).served),
  },
  rating: {
    places: 2,
    key: ['rating', 'mean'],
    of: (chats) => meanOf(chats.flatMap(({ rating }) => rating ?? [])),
  },
};

const part = (some: number, all: number) => (all === 0 ? undefined : some / all);
const meanOf = (values: readonly number[]) => (values.length === 0 ? undefined : mean(values));

/** Keeps charts as they are meant, and draws none. */
export function chartsOnly(drawn: Chart[]): Drawing {
  return {
    altText,
    svg: (chart) => {
      drawn.push(chart);
      return '';
    },
    png: (chart) => {
      drawn.push(chart);
      return Promise.resolve(new Uint8Array());
    },
  };
}

/** A desk whose charts are seen as they are meant, and a host that shows views. */
export interface ChartDesk extends AsyncDisposable {
  readonly desk: Desk;
  readonly host: Client;
  readonly drawn: Chart[];
}

export async function startChartDesk(world: World, settings: Parameters<typeof startDesk>[1] = {}): Promise<ChartDesk> {
  const drawn: Chart[] = [];
  const drawing = openDrawing();
  const desk = await startDesk(world, {
    ...settings,
    drawing: {
      altText,
      svg: (chart) => {
        drawn.push(chart);
        return drawing.svg(chart);
      },
      png: drawing.png,
    },
  });
  const host = await desk.clientOf(LOCAL_CALLER, { extensions: { 'io.modelcontextprotocol/ui': {} } });
  const dispose = async () => {
    await desk[Symbol.asyncDispose]();
    await drawing[Symbol.asyncDispose]();
  };
  return { desk, host, drawn, [Symbol.asyncDispose]: dispose };
}

const ForView = z.object({
  'chat-operations-mcp/view': z.object({ data: z.unknown(), svg: z.string().optional() }),
});

/** Asks for a picture: the answer in words and data, what was drawn, and the picture. */
export async function askForChart({ host, drawn }: ChartDesk, args: Readonly<Record<string, unknown>>) {
  drawn.length = 0;
  const { content, _meta, isError } = await host.callTool({
    name: 'get_support_performance',
    arguments: { chart: 'light', ...args },
  });
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (isError === true) throw new Error(text);
  const { data, svg } = ForView.parse(_meta)['chat-operations-mcp/view'];
  const chart = drawn.at(0);
  expect(svg === undefined).toBe(chart === undefined);
  if (chart !== undefined && svg !== undefined) expectDrawn(svg, chart);
  return { text, data: shapes.get_support_performance.parse(plainData(data)), chart, svg };
}

/** A mark of a picture: what it is, of which place, and its number. */
const MARK = /data-mark="([^"]+)" data-at="(\d+)"(?: data-value="([^"]*)")?/g;

/** The marks of a picture with their numbers: `value 3` and 41. */
export function chartMarks(svg: string): Map<string, unknown> {
  const marks = new Map<string, unknown>();
  for (const [, name = '', at = '', value] of svg.matchAll(MARK)) {
    const numbers = value?.split(' ').map(Number);
    marks.set(`${name} ${at}`, numbers?.length === 2 ? numbers : (numbers?.[0] ?? true));
  }
  return marks;
}

/** What is drawn of each group, row by row. */
function cellsOf(chart: Exclude<Chart, { kind: 'waterfall' }>): readonly Cell[] {
  return chart.kind === 'heat map' ? chart.rows.flatMap(({ cells }) => cells) : chart.points;
}

/** Holds where a picture has the numbers of a chart, each at its place, and what was not read is hatched, and nothing else. */
export function expectDrawn(svg: string, chart: Chart): void {
  const expected = new Map<string, unknown>();
  const expectMark = (name: string, at: number, number: unknown) => {
    if (number !== undefined) expected.set(`${name} ${at}`, number);
  };
  if (chart.kind === 'waterfall') {
    const changes = chart.parts.map(({ figure }) => figure.value);
    for (const [at, number] of [chart.before.figure.value, ...changes, chart.after.figure.value].entries())
      expectMark('value', at, number);
  } else {
    for (const [at, point] of cellsOf(chart).entries()) {
      expectMark('value', at, point.figure?.value);
      // Cells have no room for these.
      if (chart.kind !== 'heat map') {
        expectMark('interval', at, point.figure?.interval);
        expectMark('p90', at, point.figure?.p90);
      }
      expectMark('unread', at, point.read === 'whole' ? undefined : true);
    }
    const compared = chart.kind === 'heat map' ? undefined : chart.compared;
    for (const [at, { figure }] of (compared?.points ?? []).entries()) expectMark('compared', at, figure?.value);
  }
  expect(Object.fromEntries(chartMarks(svg))).toEqual(Object.fromEntries(expected));
}

/** What of a picture is checked: its points by the groups that they are of, in its order. */
export async function checkChart(desk: ChartDesk, question: ChartQuestion): Promise<void> {
  const { world, clock } = desk.desk.service;
  const { timed, metric = 'chats', agent, groupBy, compareTo } = question;
  const { timezone } = timed;
  const days = daysOf(timed.asked, wallTime(timezone, clock.now).day);
  const args = {
    ...timed.asked,
    timezone,
    agent: agent?.name,
    ...(question.metric !== undefined && { metrics: [metric] }),
    ...(groupBy.length > 0 && { group_by: groupBy }),
    compare_to: compareTo,
    // What no picture here shows is not read.
    transcripts: 'loaded',
  };
  const { text, data, chart } = await askForChart(desk, args);
  const groupings = groupBy.length > 0 ? groupBy : [stepOf(numberOfDays(days))];
  const ofAgent = world.chats.filter(({ agentId }) => agent === undefined || agentId === agent.id);
  const chats = chatsOn(ofAgent, days, timezone);
  const groups = groupsOf(chats, groupings, days, timezone);
  // Missed chats of this world name no agent.
  const isOfAgents = (key: string) =>
    agent !== undefined || (groupings.includes('agent') && key.split(' ')[groupings.indexOf('agent')] !== 'none');
  const numberOf = (key: string, some: readonly Chat[]) =>
    metric === 'missed' && isOfAgents(key) ? undefined : NUMBERS[metric].of(some);

  if (chart === undefined) {
    // Of a figure that only chats of nobody have, nothing is said.
    const isOfSomebody = (key: string) => COUNTED.has(metric) || !key.split(' ').includes('none');
    const isTold = [...groups].some(
      ([key, some]) => isOfSomebody(key) && some.length > 0 && numberOf(key, some) !== undefined,
    );
    const sizes = groupings.map((grouping) => groupsOf(chats, [grouping], days, timezone).size);
    const areMany = sizes.some((size) => size > (groupings.length === 1 ? 400 : 24));
    expect(text).toContain('No picture: ');
    expect(chats.length === 0 || !isTold || areMany).toBe(true);
    return;
  }
  if (chart.kind === 'waterfall') throw new Error('a waterfall is of a change');

  // The tool's own data by the same groups: those of the answer, or of the question about them.
  const { data: grouped } =
    groupBy.length > 0
      ? { data }
      : await askForChart(desk, { ...args, group_by: groupings, metrics: [metric], chart: undefined });
  const dataOf = new Map(
    (grouped.groups ?? []).map(({ key, label, quoted_label: quoted, metrics, change }) => [
      [key].flat().join(' '),
      { label: label ?? quoted ?? '', metrics, change },
    ]),
  );
  const ofData = (key: string): unknown => {
    const [name, within] = NUMBERS[metric].key;
    const found = dataOf.get(key)?.metrics[name];
    return within === undefined ? found : NumberIn.parse(found ?? {})[within];
  };
  const readOf = readOfKeys(groupings, days, timezone, clock.now);
  const isCut = cutOfKeys(groupings, days);
  const checkPoint = (point: Cell | undefined, key: string) => {
    const [some, read] = [groups.get(key) ?? [], readOf(key)];
    expect(point?.read).toBe(read === 'whole' && isCut(key) ? 'part' : (read ?? 'whole'));
    const number = some.length === 0 && !COUNTED.has(metric) ? undefined : numberOf(key, some);
    if (some.length === 0 && read !== 'whole') expect(point?.figure?.value).toBeUndefined();
    else if (number === undefined) expect(point?.figure?.value).toBeUndefined();
    else {
      expect(point?.figure?.value).toEqual(near(number, NUMBERS[metric].places));
      // A cell without a chat is no group of the answer.
      if (dataOf.has(key)) expect(point?.figure?.value).toBe(ofData(key));
    }
  };

  const [firstYear, lastYear] = [days.from.slice(0, 4), days.to.slice(0, 4)];
  const year = firstYear === lastYear ? firstYear : '';
  if (chart.kind === 'heat map') {
    const across = acrossOf(groupings);
    const sides = groupings.map((grouping, index) => sideOf(grouping, index, groups, dataOf, year));
    const [rows, columns] = [sides[1 - across], sides[across]];
    for (const { label, cells } of chart.rows) {
      expect(cells).toHaveLength(chart.columns.length);
      for (const [column, point] of cells.entries()) {
        const [down, along] = [rows?.get(label.text), columns?.get(chart.columns[column]?.text ?? '')];
        // Two visitors may have the same label where it is cut.
        if (down === undefined || along === undefined) continue;
        checkPoint(point, (across === 0 ? [along, down] : [down, along]).join(' '));
      }
    }
    return;
  }
  const { points, compared } = chart;
  const named = [...dataOf.keys()].filter((key) => ofData(key) !== undefined);
  const keys = keysOf(chart, first(groupings), groups, dataOf, named, readOf, year);
  expect(points).toHaveLength(keys.length);
  for (const [index, key] of keys.entries()) checkPoint(points[index], key);

  const earlier = data.comparison;
  if (compareTo === undefined || earlier === undefined) {
    expect(compared).toBeUndefined();
    return;
  }
  const before = comparedDays(timed.asked, days, compareTo, wallTime(timezone, clock.now).day);
  const then = beforeCut(chatsOn(ofAgent, before, timezone), earlier.cut_at, clock.now);
  expect(compared === undefined).toBe(then.length === 0);
  if (compared === undefined) return;
  const cutAt = mapped(earlier.cut_at, (at) => Date.parse(at) + (clock.now % 1000));
  const readThen = readOfKeys(groupings, before, timezone, cutAt ?? clock.now);
  const groupsThen = groupsOf(then, groupings, before, timezone);
  // Lines are compared time by time, all else group by group.
  const isLine = groupBy.length === 0 || LINES.has(first(groupings));
  const keysThen = isLine ? [...groupsThen.keys()].filter((key) => readThen(key) !== undefined).sort() : keys;
  expect(compared.points).toHaveLength(keys.length);
  for (const [index, { figure }] of compared.points.entries()) {
    const value = figure?.value;
    const key = keysThen[index];
    if (!isLine && key !== undefined && !groupsThen.has(key) && TIMES.has(first(groupings))) {
      expect(value).toBeUndefined();
      continue;
    }
    const some = mapped(key, (name) => groupsThen.get(name)) ?? [];
    const isKnown = key !== undefined && (some.length > 0 || (COUNTED.has(metric) && readThen(key) === 'whole'));
    const number = isKnown ? numberOf(key, some) : undefined;
    expect(value).toEqual(mapped(number, (exact) => near(exact, NUMBERS[metric].places)));
  }
}

const LINES: ReadonlySet<Grouping> = new Set(['day', 'week', 'month']);
const COUNTED: ReadonlySet<string> = new Set(['chats', 'served']);
const NumberIn = z.record(z.string(), z.unknown());
const mapped = <Value, Made>(value: Value | undefined, make: (value: Value) => Made) =>
  value === undefined ? undefined : make(value);

/** By what a question without groups is drawn. */
function stepOf(days: number): Grouping {
  if (days === 1) return 'hour';
  return days <= 92 ? 'day' : days <= 731 ? 'week' : 'month';
}

const ACROSS: readonly Grouping[] = [
  'day',
  'hour',
  'week',
  'month',
  'weekday',
  'rating',
  'started_by',
  'ended_by',
  'transferred',
  'agent',
  'visitor',
];

/** Which of two lies across: times before all else, short ones before long ones. */
const acrossOf = ([one, other]: readonly Grouping[]): 0 | 1 =>
  one !== undefined && other !== undefined && ACROSS.indexOf(one) < ACROSS.indexOf(other) ? 0 : 1;

const TIMES: ReadonlySet<Grouping> = new Set(['day', 'week', 'month', 'hour', 'weekday']);

type DataByKey = ReadonlyMap<string, { readonly label: string }>;

/** Times as people call them: a day with its weekday, and with its year where that is not the only one of the period. */
export function timeLabel(key: string, grouping: Grouping, onlyYear: string): string {
  const told = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
      .format(new Date(key))
      .replace(',', '')
      .replace('Sept', 'Sep');
  const year = key.startsWith(onlyYear) && onlyYear !== '' ? {} : ({ year: 'numeric' } as const);
  switch (grouping) {
    case 'day':
      return told({ weekday: 'short', day: 'numeric', month: 'short', ...year });
    case 'week':
      return `week of ${told({ day: 'numeric', month: 'short', ...year })}`;
    case 'month':
      return told({ month: 'short', year: 'numeric' });
    case 'hour':
      return `${key}:00`;
    default:
      return key;
  }
}

/** The keys of the groups of a picture, in its order: times in theirs, all others in that of the answer. */
function keysOf(
  chart: Exclude<Chart, { kind: 'heat map' | 'waterfall' }>,
  grouping: Grouping,
  groups: ReadonlyMap<string, unknown>,
  dataOf: DataByKey,
  named: readonly string[],
  readOf: (key: string) => Point['read'] | undefined,
  year: string,
): string[] {
  if (TIMES.has(grouping)) {
    const keys = [...groups.keys()].filter((key) => readOf(key) !== undefined);
    const ordered = grouping === 'weekday' ? keys.sort((one, other) => placeOf(one) - placeOf(other)) : keys.sort();
    // In full they are called as in data.
    const labels = ordered.map((key) => timeLabel(key, grouping, year));
    expect(chart.points.map(({ label }) => label)).toEqual(labels.map((label) => ({ text: label, own: label })));
    return ordered;
  }
  const shown = named.slice(0, 20);
  expect(chart.points.map(({ label }) => label.text)).toEqual(shown.map((key) => cut(dataOf.get(key)?.label ?? '')));
  if (chart.kind === 'bars') expect(chart.leftOut).toBe(groups.size - shown.length);
  return shown;
}

const placeOf = (weekday: string) =>
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].indexOf(weekday);
const cut = (label: string) => (label.length <= 40 ? label : `${label.slice(0, 39)}…`);

/** The keys of one side by what stands beside them; without those that stand for several. */
function sideOf(
  grouping: Grouping,
  index: number,
  groups: ReadonlyMap<string, unknown>,
  dataOf: DataByKey,
  year: string,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const twice = new Set<string>();
  for (const key of groups.keys()) {
    // Those of no number have a space in their names.
    const parts = dataOf.get(key);
    const own = partsOf(key, grouping)[index] ?? '';
    const label = TIMES.has(grouping) ? timeLabel(own, grouping, year) : cut(parts?.label.split(', ')[index] ?? own);
    if (labels.has(label) && labels.get(label) !== own) twice.add(label);
    labels.set(label, own);
  }
  for (const label of twice) labels.delete(label);
  return labels;
}

/** The two parts of a key, of which one may be two words. */
function partsOf(key: string, _grouping: Grouping): string[] {
  const words = ['not transferred', 'not rated'].reduce((text, one) => text.replace(one, one.replace(' ', '_')), key);
  return words.split(' ').map((word) => word.replace('not_', 'not '));
}

const HALF_HOUR = 1_800_000;

/** How much of each group's time has come, hour by hour on the wall. */
function readOfKeys(
  groupings: readonly Grouping[],
  { from, to }: Days,
  zone: string,
  now: number,
): (key: string) => Point['read'] | undefined {
  const { day: today, time } = wallTime(zone, now);
  const [hourNow, minutes] = [time.slice(0, 2), time.slice(2)];
  const times = groupings.filter((grouping) => TIMES.has(grouping)).length;
  if (times === 0 || (times === 1 && to < today)) return () => 'whole';
  const states = new Map<string, Set<'whole' | 'part' | 'none'>>();
  const end = startOfDay(zone, plusDays(to, 1));
  for (let at = startOfDay(zone, from); at < end; at += HALF_HOUR) {
    const { day, time: wall } = wallTime(zone, at);
    const hour = wall.slice(0, 2);
    const isBegun = hour === hourNow && (minutes !== ':00:00' || now % 1000 > 0);
    const state =
      day < today || (day === today && hour < hourNow) ? 'whole' : day === today && isBegun ? 'part' : 'none';
    const key = groupings.flatMap((grouping) => timeKey(grouping, day, hour) ?? []).join(' ');
    states.set(key, (states.get(key) ?? new Set()).add(state));
  }
  return (key) => {
    const parts = partsOf(key, 'day');
    const timed = groupings.flatMap((grouping, index) => (TIMES.has(grouping) ? (parts[index] ?? []) : []));
    const seen = states.get(timed.join(' '));
    // An hour that clocks leave out is all there; a day of another week is not.
    if (seen === undefined) return times === 1 ? 'whole' : undefined;
    if (seen.size === 1 && seen.has('none')) return undefined;
    return seen.size === 1 && seen.has('whole') ? 'whole' : 'part';
  };
}

/** Whether a week or a month of a group begins before the period, or ends after it, day by day. */
function cutOfKeys(groupings: readonly Grouping[], { from, to }: Days): (key: string) => boolean {
  const timed = groupings.filter((grouping) => TIMES.has(grouping));
  const lasting = timed.filter((grouping) => grouping === 'week' || grouping === 'month');
  const cut = new Set<string>();
  for (let ahead = 1; ahead <= 31; ahead += 1) {
    for (const [day, end] of [
      [plusDays(from, -ahead), from],
      [plusDays(to, ahead), to],
    ] as const) {
      if (!lasting.some((grouping) => timeKey(grouping, day, '') === timeKey(grouping, end, ''))) continue;
      for (const hour of HOURS) cut.add(timed.map((grouping) => timeKey(grouping, day, hour)).join(' '));
    }
  }
  return (key) => {
    const parts = partsOf(key, 'day');
    return cut.has(groupings.flatMap((grouping, index) => (TIMES.has(grouping) ? (parts[index] ?? []) : [])).join(' '));
  };
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

function timeKey(grouping: Grouping, day: string, hour: string): string | undefined {
  switch (grouping) {
    case 'day':
      return day;
    case 'week':
      return mondayOf(day);
    case 'month':
      return day.slice(0, 7);
    case 'weekday':
      return weekdayOf(day);
    case 'hour':
      return hour;
    default:
      return undefined;
  }
}
