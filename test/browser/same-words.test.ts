import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { gathered } from '../../src/commands/report/gathered.ts';
import { markdownOf } from '../../src/commands/report/markdown.ts';
import { documentOf } from '../../src/commands/report/sections.ts';
import { WholeAnswers } from '../../src/commands/report/whole-answers.ts';
import type { Cell, Chart } from '../../src/charts/chart.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { mediumWorld, monthWorld, smallWorld } from '../mcp/desk.ts';
import { startChartDesk, type ChartDesk } from '../mcp/random-questions/random-charts.ts';
import { chatsOn } from '../oracle/calendar.ts';
import { groupsOf, type Grouping } from '../oracle/groups.ts';
import { median, p90, statistics } from '../oracle/truth.ts';
import { IS_WHOLE, runs } from '../support/runs.ts';
import { cellsOf } from './views/desk-numbers.ts';
import { openView } from './views/view-host.ts';

// Figures by agent, by day and by weekday and hour are the world's own, and the same string in the text, its table, the data for
// views, the picture, the report and on the desk's page. What they are is worked out here, in whole numbers.

const TOOL = 'get_support_performance';
const PERIOD = { period: '2026-W46', timezone: 'UTC' };
const DAYS = { from: '2026-11-09', to: '2026-11-15' };
const WORLDS = [monthWorld, smallWorld, mediumWorld];

/** A fraction of whole numbers to some decimals, a half upwards. */
const rounded = (of: number, by: number, decimals: number) =>
  Math.floor((2 * of * 10 ** decimals + by) / (2 * by)) / 10 ** decimals;
const short = (of: number, by: number) => rounded(of, by, of / by < 10 ? 1 : 0);
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

function spanOf(millis: number): string {
  if (millis < 10_000) return `${rounded(millis, 1000, 1)} s`;
  if (millis < 120_000) return `${rounded(millis, 1000, 0)} s`;
  return millis < 7_200_000 ? `${short(millis, 60_000)} min` : `${short(millis, 3_600_000)} h`;
}

/** A figure: its main number in words, that of its chats, and its cell where the number of chats stands beside it. */
interface Expected {
  readonly main: string;
  readonly lead: string;
  readonly cell: string;
}

function spread(values: readonly number[], unit: number): Expected | undefined {
  const millis = values.map((value) => Math.round(value * 1000));
  const [middle, late] = [median(millis), p90(millis)];
  if (middle === undefined || late === undefined) return undefined;
  const main = spanOf(middle);
  return { main, lead: main, cell: `${short(middle, unit)}/${short(late, unit)}` };
}

const FIGURES: Readonly<Record<string, (chats: readonly Chat[]) => Expected | undefined>> = {
  chats: ({ length }) => ({ main: `${length}`, lead: `${length}`, cell: `${length}` }),
  missed: (chats) => {
    const { missed, volume } = statistics(chats);
    if (volume === 0) return undefined;
    const main = `${rounded(100 * missed, volume, 1)}%`;
    return { main, lead: `${missed}`, cell: missed === 0 ? '0' : `${missed} (${main})` };
  },
  wait: (chats) => spread(statistics(chats).waits, 1000),
  duration: (chats) => spread(statistics(chats).durations, 60_000),
  rating: (chats) => {
    const ratings = chats.flatMap(({ rating }) => rating ?? []);
    if (ratings.length === 0) return undefined;
    const main = rounded(sum(ratings), ratings.length, 2).toFixed(2);
    return { main, lead: main, cell: `${main} (${ratings.length})` };
  },
};

/** The cells of the rows of a table of Markdown, by what stands first. */
function rowsOf(document: string): Map<string, string[]> {
  const rows = document.split('\n').filter((line) => line.startsWith('| '));
  return new Map(
    rows.map((line) => {
      const [first = '', ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [first.replace(/\*$/, ''), cells];
    }),
  );
}

const Numeral = z.object({ words: z.string() });
const Shown = z.object({
  'chat-operations-mcp/view': z.object({
    data: z.object({
      groups: z.array(
        z.object({
          key: z.union([z.string(), z.array(z.string())]),
          label: z.string(),
          figures: z.array(
            z.object({
              metric: z.string(),
              main: Numeral.optional(),
              count: Numeral.optional(),
              cell: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
    svg: z.string().optional(),
  }),
});

/** Asks as a host that shows views: the text, the groups with their figures, and the picture as it is meant and drawn. */
async function ask({ host, drawn }: ChartDesk, args: Readonly<Record<string, unknown>>) {
  drawn.length = 0;
  const { content, _meta } = await host.callTool({ name: TOOL, arguments: { ...PERIOD, ...args } });
  const { data, svg = '' } = Shown.parse(_meta)['chat-operations-mcp/view'];
  const groups = data.groups.map(({ key, ...group }) => ({ ...group, key: [key].flat().join(' ') }));
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
    groups,
    svg,
    chart: drawn[0],
  };
}

/** The points of a picture, by the names of their groups. */
function pointsOf(chart: Chart): Map<string, Cell> {
  if (chart.kind === 'waterfall') return new Map();
  return new Map(
    chart.kind === 'heat map'
      ? chart.rows.flatMap(({ label, cells }) =>
          cells.map((cell, across) => [`${label.text}, ${chart.columns[across]?.text}`, cell] as const),
        )
      : chart.points.map((point) => [point.label.text, point] as const),
  );
}

interface Checked {
  readonly key: string;
  readonly name: string;
  readonly figures: ReadonlyMap<string, Expected>;
}

/** Holds text, data and pictures of a question against the world, and says what is expected of its groups. */
async function check(charts: ChartDesk, groupBy: readonly Grouping[], metrics: readonly string[]): Promise<Checked[]> {
  const ofKey = groupsOf(chatsOn(charts.desk.service.world.chats, DAYS, 'UTC'), groupBy, DAYS, 'UTC');
  const args = { group_by: groupBy, metrics, limit: 100, transcripts: 'loaded' };
  const { text, groups } = await ask(charts, args);
  const table = rowsOf(text);
  const checked = groups.map(({ key, label: name, figures: shown }) => {
    const figures = new Map<string, Expected>();
    for (const metric of metrics) {
      const expected = FIGURES[metric]?.(ofKey.get(key) ?? []);
      if (expected !== undefined) figures.set(metric, expected);
    }
    for (const [metric, { main, lead, cell }] of figures) {
      const view = shown.find((one) => one.metric === metric);
      expect({ main: view?.main?.words, lead: (view?.count ?? view?.main)?.words, cell: view?.cell }).toEqual({
        main,
        lead,
        cell,
      });
      // A question that names its metrics is told the mean, too, and of agents the intervals of ratings; the table of all hours is a page of them.
      const row = table.get(name)?.map((one) => one.replace(/!$/, '').replace(/; [\d.]+–[\d.]+\)$/, ')'));
      if (row !== undefined) expect(row.map((one) => (one.startsWith(`${cell}/`) ? cell : one))).toContain(cell);
    }
    return { key, name, figures };
  });
  expect(checked.filter(({ name }) => table.has(name)).length).toBeGreaterThan(3);

  for (const metric of metrics) {
    const { chart, svg } = await ask(charts, { ...args, metrics: [metric], chart: 'light' });
    if (chart === undefined) throw new Error(`no picture of ${metric}`);
    const points = pointsOf(chart);
    for (const { name, figures } of checked) {
      const figure = points.get(name)?.figure;
      if (figure === undefined) continue;
      expect(figure.words).toBe(figures.get(metric)?.main);
      if (chart.kind === 'bars') expect(svg).toContain(`>${figure.words}<`);
    }
    const drawn = [...points.values()].flatMap(({ figure }) => figure ?? []);
    expect(checked.filter(({ name }) => points.has(name)).length).toBeGreaterThan(3);
    const sorted = drawn.toSorted((one, other) => one.value - other.value);
    const [lowest, highest] = [sorted[0]?.words, sorted.at(-1)?.words];
    const alternative = /<desc>([^<]*)/.exec(svg)?.[1];
    expect(alternative).toContain(lowest === highest ? `every value ${lowest}` : `from ${lowest} (`);
    expect(alternative).toContain(lowest === highest ? '' : ` to ${highest} (`);
  }
  return checked;
}

/** The words at some places of the page, by their names. */
async function wordsAt(frame: Frame, places: string, nameOf: string): Promise<Record<string, string>> {
  return z
    .record(z.string(), z.string())
    .parse(
      await frame.evaluate(
        `Object.fromEntries([...document.querySelectorAll(${JSON.stringify(places)})].map((place) => [(${nameOf})(place), place.querySelector('data').textContent]))`,
      ),
    );
}

/** What is expected of one metric, by the names that a place of the page gives to groups. */
function expectedOf(
  groups: readonly Checked[],
  metric: string,
  form: keyof Expected,
  nameOf: (one: Checked) => string,
) {
  return Object.fromEntries(
    groups.flatMap((group) => {
      const told = group.figures.get(metric);
      return told === undefined ? [] : [[nameOf(group), told[form]] as const];
    }),
  );
}

test(
  'each figure is the same string everywhere, and the world’s own',
  async () => {
    let figures = 0;
    for (const world of WORLDS.slice(0, runs(WORLDS.length, 1))) {
      await using charts = await startChartDesk(world());
      const agents = await check(charts, ['agent'], ['chats', 'wait', 'duration', 'rating']);
      const days = await check(charts, ['day'], ['chats', 'missed', 'wait', 'duration', 'rating']);
      const hours = await check(charts, ['weekday', 'hour'], ['chats', 'missed', 'wait']);
      figures += [...agents, ...days, ...hours].reduce((all, group) => all + group.figures.size, 0);

      const report = rowsOf(
        markdownOf(
          documentOf(
            await gathered(
              new WholeAnswers(charts.desk.ofServer, { says: () => undefined }, 60),
              { period: PERIOD.period, compareTo: 'previous_period' },
              charts.desk.ofServer.clock(),
              false,
            ),
            false,
          ),
        ),
      );
      for (const { name, figures: told } of [...agents, ...days]) {
        for (const { cell } of told.values()) expect(report.get(name)).toContain(cell);
      }

      await using view = await openView({
        client: charts.host,
        view: 'desk',
        beside: { tool: TOOL, args: PERIOD },
        width: 1000,
      });
      const { frame } = view;
      const more = frame.getByText(/^Show all/);
      for (const [groups, by, metrics] of [
        [agents, 'agent', ['chats', 'wait', 'duration', 'rating']],
        [days, 'day', ['chats', 'missed', 'wait', 'duration', 'rating']],
      ] as const) {
        await view.show(TOOL, { ...PERIOD, group_by: [by], metrics });
        const cells = async () => {
          if (await more.isVisible()) await more.click();
          return cellsOf(frame, 'Support');
        };
        for (const metric of metrics) {
          await expect.poll(cells).toMatchObject(expectedOf(groups, metric, 'cell', ({ key }) => `${key} ${metric}`));
        }
      }
      for (const metric of ['chats', 'missed', 'wait']) {
        await view.show(TOOL, { ...PERIOD, group_by: ['weekday', 'hour'], metrics: [metric] });
        const shown = () => wordsAt(frame, '.heat button:has(data)', '(hour) => hour.dataset.hour');
        await expect.poll(shown).toEqual(expectedOf(hours, metric, 'lead', ({ key }) => key));
      }
      await view.picture(`same words, ${world.name}`);
      expect(view.trouble).toEqual([]);
    }
    expect(figures).toBeGreaterThan(IS_WHOLE ? 300 : 100);
  },
  IS_WHOLE ? 600_000 : 120_000,
);
