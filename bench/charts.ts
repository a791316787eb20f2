// `node bench/charts.ts`: what a chart of each kind takes: the first and a later one, its bytes, the memory of the thread that
// draws, and the files that the bundle has for it.
import { stat } from 'node:fs/promises';
import type { Chart, Point } from '../src/charts/chart.ts';
import { openDrawing } from '../src/charts/open-drawing.ts';
import { ProgramText } from '../src/model/text/trusted-text.ts';

import { record } from './machine.ts';

const RUNS = 7;

const words = (text: string) => ProgramText.parse(text);
const labels = (count: number) => Array.from({ length: count }, (_, index) => ({ text: words(`group ${index}`) }));
const points = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => ({ value: (index * 7919) % 500, read: 'whole' }));
const title = words('Chats, 2026-11-09 to 2026-11-15 (UTC)');
const series = (count: number) => ({ name: words('this week'), points: points(count) });
const compared = (count: number) => ({ name: words('last week'), points: points(count).toReversed() });

const CHARTS: Readonly<Record<string, Chart>> = {
  trend_of_14: { kind: 'trend', title, unit: 'chats', labels: labels(14), series: series(14), compared: compared(14) },
  trend_of_400: { kind: 'trend', title, unit: 'chats', labels: labels(400), series: series(400) },
  columns_of_24: { kind: 'columns', title, unit: 'chats', labels: labels(24), series: series(24), leftOut: 0 },
  rows_of_20: { kind: 'rows', title, unit: 'seconds', labels: labels(20), series: series(20), leftOut: 4 },
  rows_of_400: { kind: 'rows', title, unit: 'seconds', labels: labels(400), series: series(400), leftOut: 0 },
  heat_map_of_7_by_24: {
    kind: 'heat map',
    title,
    unit: 'chats',
    rows: labels(7),
    columns: labels(24),
    cells: Array.from({ length: 7 }, () => points(24)),
    leftOut: 0,
  },
  waterfall_of_8: {
    kind: 'waterfall',
    title,
    unit: 'chats',
    before: { label: words('before'), value: 100 },
    parts: labels(8).map((label, index) => ({ label, change: index % 2 === 0 ? 20 : -15 })),
    now: { label: words('now'), value: 120 },
  },
};

const { signal } = new AbortController();
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

async function millisFor(draw: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await draw();
  return Math.round(performance.now() - began);
}

async function measured(chart: Chart): Promise<object> {
  await using drawing = openDrawing();
  const first = {
    svg: await millisFor(() => drawing.svg(chart, signal)),
    png: await millisFor(() => drawing.png(chart, signal)),
  };
  const again: { svg: number[]; png: number[] } = { svg: [], png: [] };
  for (let run = 0; run < RUNS; run += 1) {
    again.svg.push(await millisFor(() => drawing.svg(chart, signal)));
    again.png.push(await millisFor(() => drawing.png(chart, signal)));
  }
  const png = await drawing.png(chart, signal);
  return {
    millis: { first, again: { svg: median(again.svg), png: median(again.png) } },
    bytes: { svg: (await drawing.svg(chart, signal)).length, png: png.length },
    png_pixels_wide: new DataView(png.buffer).getUint32(16),
  };
}

const mebibytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const before = mebibytes();
const drawing = openDrawing();
for (const chart of Object.values(CHARTS)) await drawing.png(chart, signal);
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
