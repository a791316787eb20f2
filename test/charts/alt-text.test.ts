import { expect, test } from 'vitest';
import { altText } from '../../src/charts/alt-text.ts';
import type { Chart, Point } from '../../src/charts/chart.ts';
import { label, point, words } from './some-charts.ts';

const rows = (points: readonly Point[], more: object = {}): Chart => ({
  kind: 'rows',
  title: words('Waiting time by agent'),
  unit: 'seconds',
  labels: points.map(() => label('A stranger')),
  series: { name: words('this week'), points },
  leftOut: 0,
  ...more,
});

test('it says the lowest and the highest value and where they are, and names nobody', () => {
  expect(altText(rows([point(45), point(192), point(8)]))).toBe(
    'Bar chart: Waiting time by agent. 3 bars, from 8 (the 3rd bar from the top) to 192 (the 2nd bar from the top).',
  );
  expect(altText(rows([point(45), point(45)]))).toBe('Bar chart: Waiting time by agent. 2 bars, every value 45.');
});

test('it names what is in our own words, in full, and counts what is as low or as high', () => {
  const labels = ['2026-11-16', '2026-11-17', '2026-11-18'].map((day) => ({
    text: words(day.slice(5)),
    own: words(day),
  }));
  expect(altText(rows([point(0), point(9), point(0)], { labels }))).toBe(
    'Bar chart: Waiting time by agent. 3 bars, from 0 (2026-11-16 and 1 more) to 9 (2026-11-17).',
  );
});

test('places are counted as people count them', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111];
  const said = places.map((place) => {
    const points = Array.from({ length: place + 1 }, (_, index) => point(index === place - 1 ? 1 : 2));
    return / \((the .*) bar from the top\) to/.exec(altText(rows(points)))?.[1];
  });
  expect(said.join()).toBe(
    'the first,the 2nd,the 3rd,the 4th,the 11th,the 12th,the 13th,the 21st,the 22nd,the 23rd,the 101st,the 111th',
  );
});

test('it says what was not read, what is estimated, and what it is compared to', () => {
  const points: Point[] = [
    { ...point(60), interval: [30, 90] },
    { ...point(5), read: 'part' },
    { read: 'none' },
    { read: 'none' },
  ];
  const compared = { name: words('2026-11-02 to 2026-11-08'), points: [point(1), point(2)] };
  expect(altText(rows(points, { compared }))).toBe(
    'Bar chart: Waiting time by agent. 4 bars, from 5 (the 2nd bar from the top) to 60 (the first bar from the top). Dashed, 2026-11-02 to 2026-11-08: from 1 to 2. Hatched, of 4 bars: 2 not read, 1 not whole (cut by the period, not over, or read in part). Estimated: intervals of 95 % are drawn.',
  );
  expect(altText(rows([{ read: 'none' }]))).toBe(
    'Bar chart: Waiting time by agent. It has no value. Hatched, of 1 bar: 1 not read.',
  );
});

test('of a heat map it says the row and the column, by name where that is our own', () => {
  const cells = [
    [point(0.5), point(0.25)],
    [{ read: 'whole' } as const, point(1)],
  ];
  const map: Chart = {
    kind: 'heat map',
    title: words('Answer rate by agent and day'),
    unit: 'share',
    rows: [label('Ana'), label('Ben')],
    columns: [
      { text: words('11-16'), own: words('2026-11-16') },
      { text: words('11-17'), own: words('2026-11-17') },
    ],
    cells,
    leftOut: 0,
  };
  expect(altText(map)).toBe(
    'Heat map: Answer rate by agent and day. 4 cells, from 0.25 (the first row from the top, 2026-11-17) to 1 (the 2nd row from the top, 2026-11-17).',
  );
});

test('of a waterfall it says the largest step', () => {
  const waterfall: Chart = {
    kind: 'waterfall',
    title: words('Answer rate: what changed it'),
    unit: 'share',
    before: { label: words('before'), value: 0.9 },
    parts: [
      { label: label('A stranger'), change: 0.02 },
      { label: label('Another'), change: -0.05 },
    ],
    now: { label: words('now'), value: 0.87 },
  };
  expect(altText(waterfall)).toBe(
    'Waterfall chart: Answer rate: what changed it. From 90 % to 87 % in 2 steps, the largest −5 points (the 2nd step from the top).',
  );
});
