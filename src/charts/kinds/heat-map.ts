import type { HeatMap, Point } from '../chart.ts';
import type { HeatStep } from '../palette.ts';
import { groupsBelow, ROOM_AT_END, roomOfOwn } from '../svg/axes.ts';
import type { Font } from '../svg/font.ts';
import { hasNoValue, meaningsOf, NO_VALUE } from '../svg/legend.ts';
import { fitted } from '../svg/lines.ts';
import { SIGN_WIDTH, WIDTH, type Marks, type Meaning, type Plan, type Position } from '../svg/plan.ts';
import { box, cross, hatched, textAt, TEXT_SIZE, type Shape } from '../svg/shapes.ts';
import { PART_WORDS, valueText } from '../value-words.ts';
import { leftOutNote } from './bars.ts';
import { heatScaleOf, type HeatScale } from './heat-scale.ts';

const EDGE = 16;
const GAP = 8;
const WIDEST_NAME = 160;
const NARROWEST_NAME = 60;
const ROW = 30;
const MAX_HEIGHT = 900;
/** Numbers in cells are smaller where there are many of them. */
const SMALL_SIZE = 10;

/** Cells, of which those with more are darker, or lighter where the page is dark. */
export function heatMapPlan({ rows, columns, cells, unit, leftOut }: HeatMap, font: Font): Plan {
  const points =
    columns.length === 0
      ? []
      : rows.flatMap((_, row) => columns.map((__, column): Point => cells[row]?.[column] ?? { read: 'whole' }));
  const room = Math.min(WIDEST_NAME, WIDTH - EDGE - GAP - ROOM_AT_END - roomOfOwn(columns, font));
  const names = rows.map(({ text, own }) =>
    fitted(text, own === undefined ? Math.max(NARROWEST_NAME, room) : WIDEST_NAME, TEXT_SIZE, font),
  );
  const left = EDGE + GAP + Math.max(0, ...names.map((name) => font.width(name, TEXT_SIZE)));
  const { band, ...x } = groupsBelow(columns, left, font);
  const height = Math.min(ROW, MAX_HEIGHT / Math.max(rows.length, 1));
  const values = points.flatMap(({ value }) => value ?? []);
  const scale = heatScaleOf(values, unit);
  const placed = (place: number, at: Position) => at(place % columns.length, Math.floor(place / columns.length));
  const marks = (name: Marks['name'], draw: (point: Point, x: number, y: number) => Shape | undefined): Marks => ({
    name,
    numbers: points.map(({ value, interval }) =>
      name === 'value' ? value : name === 'interval' ? interval : undefined,
    ),
    draw: (place, at) => {
      const point = points[place];
      return point && draw(point, ...placed(place, at));
    },
  });
  const [w, h] = [Math.max(1, band - 2) / 2, Math.max(1, height - 2) / 2];
  const widest = (size: number) => Math.max(0, ...points.map((point) => font.width(point.words ?? '', size)));
  const size = widest(TEXT_SIZE) + 4 <= band ? TEXT_SIZE : SMALL_SIZE;
  const hasWords = height >= 14 && widest(size) + 2 <= band;
  return {
    height: Math.max(1, rows.length) * height,
    left,
    right: ROOM_AT_END,
    x,
    y: { kind: 'groups', labels: names, every: Math.max(1, Math.ceil((TEXT_SIZE + 2) / height)) },
    marks: [
      marks('value', ({ value }, px, py) =>
        value === undefined ? undefined : cellBox([px - w, py - h, px + w, py + h], scale.stepOf(value)),
      ),
      marks('unread', ({ read }, px, py) => {
        if (read === 'whole') return undefined;
        return hatched(px - w, read === 'none' ? py - h : py + h - Math.max(3, h / 2.5), px + w, py + h);
      }),
      ...(hasWords
        ? [
            marks('words', ({ value, words = '', read }, px, py) => {
              if (value === undefined) return read === 'none' ? undefined : cross(px, py);
              const step = scale.stepOf(value);
              const fill = step === undefined ? 'ink' : (`on${step}` as const);
              return textAt(px, py, words, { align: 'center', fill, size });
            }),
          ]
        : []),
    ],
    legend: [
      ...stepMeanings(scale, unit),
      ...meaningsOf(
        points.map(({ read }) => ({ read })),
        IN_PART,
      ),
      ...(hasWords && points.some(hasNoValue) ? [NO_VALUE] : []),
    ],
    notes: [...intervalNote(points, unit), ...leftOutNote(leftOut)],
  };
}

const IN_PART: Meaning = {
  sign: (x, y) => [box(x, y - 6, x + SIGN_WIDTH, y + 6, { fill: 'heat2' }), hatched(x, y + 1, x + SIGN_WIDTH, y + 6)],
  words: PART_WORDS,
};

/** A cell of a value: zero is an empty box. */
function cellBox(corners: [x1: number, y1: number, x2: number, y2: number], step: HeatStep | undefined): Shape {
  return box(...corners, step === undefined ? { fill: 'paper', stroke: 'rule' } : { fill: `heat${step}` });
}

/** The colours, and from where to where the values of each go. */
function stepMeanings({ classes, hasZero }: HeatScale, unit: HeatMap['unit']): Meaning[] {
  const zero = hasZero ? [{ step: undefined, words: valueText(0, unit) }] : [];
  return [...zero, ...classes].map(({ step, words }) => ({
    sign: (x, y) => [cellBox([x, y - 7, x + SIGN_WIDTH, y + 7], step)],
    words,
  }));
}

/** Cells have no room for their intervals: the widest is told. */
function intervalNote(points: readonly Point[], unit: HeatMap['unit']): string[] {
  const widths = points.flatMap(({ interval }) => (interval === undefined ? [] : [interval]));
  const widest = widths.toSorted(([low, high], [otherLow, otherHigh]) => otherHigh - otherLow - (high - low))[0];
  if (widest === undefined) return [];
  const [low, high] = widest.map((bound) => valueText(bound, unit));
  return [
    `Estimated: the value of all lies in an interval with a chance of 95 %; the widest goes from ${low} to ${high}.`,
  ];
}
