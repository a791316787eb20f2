import { array, constantFrom, double, integer, oneof, option, record, string, type Arbitrary } from 'fast-check';
import type { Cell, Chart, Figure, Point } from '../../src/charts/chart.ts';
import { hostileTexts } from '../privacy/hostile-texts.ts';

/** What strangers write, and what has a meaning of its own for what draws. */
export const someText = oneof(
  string({ unit: 'binary', maxLength: 30 }),
  constantFrom(
    ...hostileTexts.map(([, text]) => text),
    ']]>',
    'var(--ink)" onload="alert(1)',
    '{a|rich} ${x} %s url(#part)',
    'A'.repeat(5000),
    'one\ntwo\r\nthree\0four\uFFFF\uD800',
    '\u202Eabc\u2066def',
    `Z${'\u0335\u0353'.repeat(4000)}algo`,
    '__proto__',
    'constructor',
    '山田太郎',
    '🎉',
    '',
    ' ',
  ),
);

const units = constantFrom('chats', 'seconds', 'share', 'rating', 'number');
const number = oneof(
  integer({ min: 0, max: 1000 }),
  // Figures come rounded, to at most four places.
  double({ min: 0, max: 1e6, noNaN: true }).map((value) => Math.round(value * 1e4) / 1e4),
  constantFrom(0, 1e-4, 1e9),
);

/** Words that stand for a value alone: a picture has them as they are. */
const figure: Arbitrary<Figure> = record({
  value: number,
  few: option(constantFrom(true as const), { nil: undefined }),
}).map(({ value, few }) => ({ value, words: `w${value}w`, ...(few && { few }) }));
const interval = record({ figure, low: number, high: number }).map(({ figure: of, low, high }): Figure => ({
  ...of,
  interval: [low, high],
  p90: high,
}));
const cell: Arbitrary<Cell> = oneof(
  record({ read: constantFrom('whole' as const, 'none' as const) }),
  record({ figure: oneof(figure, interval), read: constantFrom('whole' as const, 'part' as const) }),
);
const label = someText.map((text) => ({ text }));
const points = (length: number): Arbitrary<Point[]> =>
  array(
    record({ label, cell }).map(({ label: of, cell: some }) => ({ label: of, ...some })),
    { minLength: length, maxLength: length },
  );
const measured = record({ label, figure });

/** Charts of every kind, with names of every kind. */
export const someChart: Arbitrary<Chart> = oneof(
  record({
    title: someText,
    unit: units,
    kind: constantFrom('trend', 'columns', 'bars'),
    name: someText,
    length: integer({ min: 0, max: 40 }),
    hasCompared: constantFrom(true, false),
    target: number,
  }).chain(({ length, hasCompared, target, ...chart }) =>
    record({ points: points(length), compared: points(length) }).map(({ points: now, compared }): Chart => ({
      ...chart,
      points: now,
      target: { value: target, words: 'target' },
      ...(hasCompared && { compared: { name: 'before', points: compared } }),
    })),
  ),
  record({
    title: someText,
    unit: units,
    columns: array(label, { maxLength: 26 }),
    rows: array(label, { maxLength: 8 }),
  }).chain(({ rows, columns, ...chart }) =>
    array(array(cell, { minLength: columns.length, maxLength: columns.length }), {
      minLength: rows.length,
      maxLength: rows.length,
    }).map((cells): Chart => ({
      ...chart,
      kind: 'heat map',
      columns,
      rows: rows.map((of, place) => ({ label: of, cells: cells[place] ?? [] })),
    })),
  ),
  record({
    title: someText,
    unit: units,
    kind: constantFrom('waterfall'),
    before: measured,
    parts: array(measured, { maxLength: 8 }),
    after: measured,
  }),
);
