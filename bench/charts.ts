// `node bench/charts.ts`: what a chart of each kind takes: the first and a later one, its bytes, how long the event loop waits meanwhile, the memory of
// the thread that makes pixels, and the files that the bundle has for it.
import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Chart, Figure, Point } from '../src/charts/chart.ts';
import { openDrawing } from '../src/charts/open-drawing.ts';
import { record } from './machine.ts';

const RUNS = 15;

const label = (text: string) => ({ text });
const figureAt = (index: number): Figure => ({ value: (index * 7919) % 500, words: `${(index * 7919) % 500}` });
const points = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => ({
    label: label(`group ${index}`),
    figure: figureAt(index),
    read: 'whole',
  }));
const shown = { title: 'Chats, 9–15 Nov (UTC)', unit: 'chats', name: 'this week' } as const;
const compared = (count: number) => ({ name: 'last week', points: points(count).toReversed() });

const CHARTS: Readonly<Record<string, Chart>> = {
  trend_of_14: { ...shown, kind: 'trend', points: points(14), compared: compared(14) },
  trend_of_400: { ...shown, kind: 'trend', points: points(400) },
  columns_of_24: { ...shown, kind: 'columns', points: points(24) },
  bars_of_20: { ...shown, kind: 'bars', unit: 'seconds', points: points(20), compared: compared(20), leftOut: 4 },
  heat_map_of_7_by_24: {
    ...shown,
    kind: 'heat map',
    columns: points(24).map((point) => point.label),
    rows: points(7).map((point) => ({ label: point.label, cells: points(24) })),
  },
  waterfall_of_8: {
    ...shown,
    kind: 'waterfall',
    before: { label: label('before'), figure: { value: 100, words: '100' } },
    parts: points(8).map(({ label: of }, index) => ({
      label: of,
      figure: { value: index % 2 === 0 ? 20 : -15, words: `${index}` },
    })),
    after: { label: label('now'), figure: { value: 120, words: '120' } },
  },
};

const { signal } = new AbortController();
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Milliseconds of the clock, and of processors in all threads. */
async function timeOf(draw: () => unknown): Promise<{ readonly clock: number; readonly cpu: number }> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await draw();
  const { user, system } = process.cpuUsage(before);
  return { clock: Math.round((performance.now() - began) * 10) / 10, cpu: Math.round((user + system) / 100) / 10 };
}

async function measured(chart: Chart): Promise<object> {
  await using drawing = openDrawing();
  const draw = { svg: () => drawing.svg(chart), png: () => drawing.png(chart, 'light', signal) };
  const first = { svg: await timeOf(draw.svg), png: await timeOf(draw.png) };
  const again: Record<keyof typeof draw, { readonly clock: number; readonly cpu: number }[]> = { svg: [], png: [] };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let run = 0; run < RUNS; run += 1) {
    again.svg.push(await timeOf(draw.svg));
    delay.enable();
    again.png.push(await timeOf(draw.png));
    delay.disable();
  }
  const medians = (form: keyof typeof draw) => ({
    clock: median(again[form].map(({ clock }) => clock)),
    cpu: median(again[form].map(({ cpu }) => cpu)),
  });
  const held = Math.round(delay.percentile(99) / 1e5) / 10;
  return {
    millis: { first, again: { svg: medians('svg'), png: medians('png') }, loop_held_99th_percentile: held },
    bytes: { svg: draw.svg().length, png: (await draw.png()).length },
  };
}

const mebibytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const before = mebibytes();
const drawing = openDrawing();
for (const chart of Object.values(CHARTS)) await drawing.png(chart, 'light', signal);
const withThread = mebibytes();
await drawing[Symbol.asyncDispose]();
const after = mebibytes();

const charts: Record<string, object> = {};
for (const [name, chart] of Object.entries(CHARTS)) charts[name] = await measured(chart);

const files: Record<string, number> = {};
for (const name of ['charts-worker.js', 'charts/resvg.wasm', 'charts/dejavu-sans.ttf']) {
  files[name] = (await stat(new URL(`../dist/${name}`, import.meta.url))).size;
}
await record('charts', { charts, resident_mebibytes: { before, with_thread: withThread, after }, files });
