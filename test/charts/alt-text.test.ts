import { expect, test } from 'vitest';
import { altText } from '../../src/charts/alt-text.ts';
import type { Chart, Point } from '../../src/charts/chart.ts';
import { point, words } from './some-charts.ts';

const rows = (points: readonly Point[], more: object = {}): Chart => ({
  kind: 'rows',
  title: words('Waiting time by agent'),
  unit: 'seconds',
  labels: points.map(() => words('A stranger')),
  series: { name: words('this week'), points },
  leftOut: 0,
  ...more,
});

test('it says the lowest and the highest value and where they are, and names nobody', () => {
  expect(altText(rows([point(45), point(192), point(8)]))).toBe(
    'Bar chart: Waiting time by agent. From 8 s (number 3) to 3 min 12 s (number 2) of 3.',
  );
  expect(altText(rows([point(45), point(45)]))).toBe('Bar chart: Waiting time by agent. Every value is 45 s.');
});

test('it says what was not read, what is estimated, and what it is compared to', () => {
  const points: Point[] = [
    { value: 60, interval: [30, 90], read: 'whole' },
    { value: 5, read: 'part' },
    { read: 'none' },
    { read: 'none' },
  ];
  const compared = { name: words('2026-11-02 to 2026-11-08'), points: [point(1), point(2)] };
  expect(altText(rows(points, { compared }))).toBe(
    'Bar chart: Waiting time by agent. From 5 s (number 2) to 1 min (number 1) of 4. Dashed, 2026-11-02 to 2026-11-08: from 1 s to 2 s. Hatched: 2 not read, 1 read in part of 4 bars. Estimated: intervals of 95 % are drawn.',
  );
  expect(altText(rows([{ read: 'none' }]))).toBe(
    'Bar chart: Waiting time by agent. It has no value. Hatched: 1 not read of 1 bars.',
  );
});

test('of a heat map it says the row and the column', () => {
  const cells = [
    [point(0.5), point(0.25)],
    [{ read: 'whole' } as const, point(1)],
  ];
  const map: Chart = {
    kind: 'heat map',
    title: words('Answer rate by weekday and hour'),
    unit: 'share',
    rows: [words('Monday'), words('Tuesday')],
    columns: [words('9'), words('10')],
    cells,
    leftOut: 0,
  };
  expect(altText(map)).toBe(
    'Heat map: Answer rate by weekday and hour. From 25 % (row 1, column 2) to 100 % (row 2, column 2) of 4.',
  );
});

test('of a waterfall it says the largest step', () => {
  const waterfall: Chart = {
    kind: 'waterfall',
    title: words('Answer rate: what changed it'),
    unit: 'share',
    before: { label: words('before'), value: 0.9 },
    parts: [
      { label: words('A stranger'), change: 0.02 },
      { label: words('Another'), change: -0.05 },
    ],
    now: { label: words('now'), value: 0.87 },
  };
  expect(altText(waterfall)).toBe(
    'Waterfall chart: Answer rate: what changed it. From 90 % to 87 % in 2 steps, the largest −5 points (number 2).',
  );
});
