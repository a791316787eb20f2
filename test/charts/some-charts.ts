import {
  array,
  constantFrom,
  double,
  integer,
  nat,
  oneof,
  option,
  record,
  string,
  tuple,
  type Arbitrary,
} from 'fast-check';
import type { Chart, Label, Point, Unit } from '../../src/charts/chart.ts';
import { ProgramText } from '../../src/model/text/trusted-text.ts';
import { hostileTexts } from '../privacy/hostile-texts.ts';

/** Any words at all, as if they had passed. */
export function words(text: string): string {
  return ProgramText.parse(text);
}

/** The label of any words: a name, which may be a stranger's. */
export function label(text: string): Label {
  return { text: words(text) };
}

/** A point that was read. */
export function point(value: number): Point {
  return { value, words: words(`${value}`), read: 'whole' };
}

const units: readonly Unit[] = ['chats', 'seconds', 'share', 'rating', 'number'];

/** Of what tells figures, drawings and templates apart, and of what strangers write. */
const someText = oneof(
  string({ unit: 'binary', maxLength: 30 }),
  constantFrom(
    ...hostileTexts.map(([, text]) => text),
    '<script>alert(1)</script>',
    ']]>',
    '{a|rich} {b} {c} {value} {@0} ${x} %s',
    'var(--ink)" onload="alert(1)',
    'A'.repeat(5000),
    `Z${'\u0335\u0353'.repeat(400)}`,
    'one\ntwo\r\nthree\0four\uFFFF\uD800',
    '\u202Eabc\u2066def',
    '__proto__',
    'constructor',
    '@0@',
    '山田太郎',
    '🎉',
    '',
    ' ',
    '0',
    '-',
  ),
);

const number = oneof(
  integer({ min: 0, max: 1000 }),
  double({ min: 0, max: 1e6, noNaN: true }),
  constantFrom(0, 0.0001, 1e9),
);

const somePoint: Arbitrary<Point> = oneof(
  record({ read: constantFrom('whole' as const, 'none' as const) }),
  tuple(number, constantFrom('whole' as const, 'part' as const)).map(([value, read]) => ({ ...point(value), read })),
  tuple(number, number, number).map((numbers): Point => {
    const [low = 0, value = 0, high = 0] = numbers.toSorted((one, other) => one - other);
    return { ...point(value), interval: [low, high], p90: high };
  }),
);

const shown = record({ title: someText.map(words), unit: constantFrom(...units) });

const series = (length: number) =>
  record({
    name: someText.map(words),
    points: array(somePoint, { minLength: length, maxLength: length }),
  });

const alongLabels = <Part>(part: (labels: Label[]) => Arbitrary<Part>): Arbitrary<Part> =>
  oneof(
    { weight: 9, arbitrary: array(someText, { maxLength: 15 }) },
    { weight: 1, arbitrary: array(someText, { minLength: 50, maxLength: 120 }) },
  ).chain((labels) => part(labels.map(label)));

/** Charts of every kind, with names of every kind. */
export const someChart: Arbitrary<Chart> = oneof(
  alongLabels((labels) =>
    tuple(
      shown,
      constantFrom('columns' as const, 'rows' as const),
      series(labels.length),
      option(series(labels.length), { nil: undefined }),
      nat(3),
    ).map(([of, kind, now, compared, leftOut]) => ({
      ...of,
      kind,
      labels,
      series: now,
      leftOut,
      ...(compared && { compared }),
    })),
  ),
  alongLabels((labels) =>
    tuple(shown, series(labels.length), option(series(labels.length), { nil: undefined })).map(
      ([of, now, compared]) => ({
        ...of,
        kind: 'trend' as const,
        labels,
        series: now,
        ...(compared && { compared }),
      }),
    ),
  ),
  tuple(shown, array(someText, { maxLength: 8 }), array(someText, { maxLength: 26 }), nat(3)).chain(
    ([of, rows, columns, leftOut]) =>
      array(array(somePoint, { minLength: columns.length, maxLength: columns.length }), {
        minLength: rows.length,
        maxLength: rows.length,
      }).map((cells) => ({
        ...of,
        kind: 'heat map' as const,
        rows: rows.map(label),
        columns: columns.map(label),
        cells,
        leftOut,
      })),
  ),
  tuple(shown, someText, number, array(tuple(someText, integer({ min: -500, max: 500 })), { maxLength: 12 })).map(
    ([of, name, value, parts]) => ({
      ...of,
      kind: 'waterfall' as const,
      before: { label: words(name), value },
      parts: parts.map(([part, change]) => ({ label: label(part), change })),
      now: { label: words('now'), value: parts.reduce((sum, [, change]) => sum + change, value) },
    }),
  ),
);
