// `node bench/analysis.ts`: what is computed here without a service: what redaction finds in the labelled lines, and how long it takes on
// long texts, the worst ones included; and what a chart of each kind takes.
import { stat } from 'node:fs/promises';
import type { Chart, Point } from '../src/charts/chart.ts';
import { openDrawing } from '../src/charts/open-drawing.ts';
import { ContactForms } from '../src/privacy/redaction/contact-forms.ts';
import { findSensitive, readingOf } from '../src/privacy/redaction/sensitive.ts';
import { KINDS, linesOf, measured, precisionOf, recallOf } from '../test/privacy/redaction/labelled-lines.ts';
import { repeated, WORST_TEXTS } from '../test/privacy/redaction/worst-texts.ts';
import { onCpu } from './cpu-time.ts';
import { mainThreadMillis, millisOf, record, spread } from './machine.ts';

const RUNS = 15;
const SHORT_RUNS = 20_000;

/** The contact of the person of a chat: it is looked for in every text. */
const KNOWN = new ContactForms({
  email: 'max.mustermann@example.de',
  phone: '0170 1234567',
  ip: '203.0.113.9',
  country: 'Germany',
});
const KEPT = new Set(['support@example.com']);

const SHORT_TEXTS = [
  'Max Mustermann',
  '東京都',
  'Hi, where is my parcel? It should have come yesterday.',
  'Thank you for your message. We have looked into the matter and will send the missing part out today.',
  'Hi, where is my order 20481234? It should have come on 12.05.2026.',
  'Please write to jane@example.org or call +44 20 7946 0123.',
];

/** The steps of a text, their CPU time, and that of the longest turn between two others' turns. */
function costOf(text: string): object {
  const [all, longest]: [number[], number[]] = [[], []];
  let steps = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const reading = readingOf(text, 'contacts', KNOWN, KEPT);
    const turns: number[] = [];
    for (let isDone = false; !isDone;) {
      const { result, millis } = onCpu(() => reading.next());
      turns.push(millis);
      isDone = result.done === true;
      if (result.done === true) ({ steps } = result.value);
    }
    all.push(turns.reduce((sum, millis) => sum + millis, 0));
    longest.push(Math.max(...turns));
  }
  return { steps, millis: spread(all).median, longest_turn_millis: Math.round(Math.min(...longest) * 10) / 10 };
}

/** The microseconds of a text, when the code is warm. */
function microsFor(text: string): number {
  const find = () => {
    for (let run = 0; run < SHORT_RUNS; run += 1) findSensitive(text, 'contacts', KNOWN, KEPT);
  };
  return spread(Array.from({ length: 5 }, () => (onCpu(find).millis * 1000) / SHORT_RUNS)).median;
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

function found(...sets: readonly Parameters<typeof linesOf>[0][]): object {
  const lines = sets.flatMap((set) => linesOf(set));
  const { scores } = measured(lines);
  const kinds = KINDS.map((kind) => {
    const { right, wrong, missing } = scores[kind];
    const [precision, recall] = [rounded(precisionOf(scores[kind])), rounded(recallOf(scores[kind]))];
    return [kind, { labelled: right + missing, found: right + wrong, right, precision, recall }] as const;
  });
  const empty = lines.filter(({ labels }) => labels.length === 0);
  return { lines: lines.length, lines_without_anything: empty.length, kinds: Object.fromEntries(kinds) };
}

await record('redaction', {
  found: {
    all: found('tuning', 'held-out'),
    held_out: found('held-out'),
    shapes: found('shapes/tuning', 'shapes/held-out'),
    shapes_held_out: found('shapes/held-out'),
    blind: found('blind/tuning', 'blind/held-out'),
    blind_held_out: found('blind/held-out'),
  },
  micros_for_short_texts: Object.fromEntries(SHORT_TEXTS.map((text) => [text, microsFor(text)])),
  long_texts: Object.fromEntries(
    Object.entries(WORST_TEXTS).map(([name, piece]) => [
      name,
      { '10_kB': costOf(repeated(piece, 10_000)), '50_kB': costOf(repeated(piece, 50_000)) },
    ]),
  ),
});

const label = (text: string) => ({ text });
const points = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const value = (index * 7919) % 500;
    return { label: label(`group ${index}`), figure: { value, words: `${value}` }, read: 'whole' };
  });
const shown = { title: 'Chats, 9–15 Nov (UTC)', unit: 'chats', name: 'this week' } as const;
const compared = (count: number) => ({ name: 'last week', points: points(count).toReversed() });
const hundred = { label: label('all'), figure: { value: 100, words: '100' } };

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
    before: hundred,
    parts: Array.from({ length: 8 }, () => hundred),
    after: hundred,
  },
};

const { signal } = new AbortController();

/** The first and the later drawings of a chart, what a PNG takes of the thread that has the event loop, and the bytes. */
async function drawn(chart: Chart): Promise<object> {
  await using drawing = openDrawing();
  const draw = { svg: () => drawing.svg(chart), png: () => drawing.png(chart, 'light', signal) };
  const start = await mainThreadMillis(process);
  const first = { svg: await millisOf(draw.svg), png: await millisOf(draw.png) };
  const firstOwn = (await mainThreadMillis(process)) - start;
  const again: Record<keyof typeof draw, number[]> = { svg: [], png: [] };
  for (let run = 0; run < RUNS; run += 1) again.svg.push(await millisOf(draw.svg));
  const warm = await mainThreadMillis(process);
  for (let run = 0; run < RUNS; run += 1) again.png.push(await millisOf(draw.png));
  const againOwn = ((await mainThreadMillis(process)) - warm) / RUNS;
  return {
    millis: { first, again: { svg: spread(again.svg), png: spread(again.png) } },
    event_loop_thread_cpu_millis: { first_svg_and_png: rounded(firstOwn), png_again: rounded(againOwn) },
    bytes: { svg: draw.svg().length, png: (await draw.png()).length },
  };
}

const charts: Record<string, object> = {};
for (const [name, chart] of Object.entries(CHARTS)) charts[name] = await drawn(chart);
const files = ['charts-worker.js', 'charts/resvg.wasm', 'charts/dejavu-sans.ttf'].map(
  async (name) => [name, (await stat(new URL(`../dist/${name}`, import.meta.url))).size] as const,
);
await record('charts', { charts, files: Object.fromEntries(await Promise.all(files)) });
