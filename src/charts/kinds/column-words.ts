import type { Point } from '../chart.ts';
import type { Font } from '../svg/font.ts';
import type { Marks } from '../svg/plan.ts';
import type { Scale } from '../svg/scale.ts';
import { textOver, TEXT_SIZE, type Box } from '../svg/shapes.ts';
import type { Bar } from './bars.ts';

/** Where columns stand: the room of each, its bar, and the height of all. */
interface Columns {
  readonly band: number;
  readonly bar: Bar;
  readonly scale: Scale;
  readonly height: number;
}

const SMALL_SIZE = 10;

/** From the middle of a line of words to what it stands on. */
const ABOVE = 11;
/** Beyond this, words at the end of an interval are not taken for those of its column: they stand beside it, right on the column. */
const FAR = 18;
const BESIDE = 5;

/** The numbers in words on top of their columns: smaller where there is no room, and then as many as there is room for, the highest first. */
export function columnWords(points: readonly Point[], columns: Columns, font: Font): Marks {
  const forms = [TEXT_SIZE, SMALL_SIZE].map((size) => ({
    size,
    told: fitting(points, columns, ({ words: text = '' }) => ({ text, width: font.width(text, size), height: size })),
  }));
  const { size, told } = forms.reduce((best, form) => (form.told.size > best.told.size ? form : best));
  return {
    name: 'words',
    numbers: points.map(() => undefined),
    draw: (place, at) => {
      const [point, text] = [points[place], told.get(place)];
      if (point?.value === undefined || text === undefined) return undefined;
      const [x] = at(place, point.value);
      const { up, isBeside } = standOf(point, (value) => at(place, value)[1]);
      const left = x + columns.bar.aside;
      return textOver(isBeside ? left + BESIDE : left, up - ABOVE, text, { align: isBeside ? 'left' : 'center', size });
    },
  };
}

/** On what the words of a column stand, and whether they have its interval beside them. */
function standOf({ value = 0, interval, p90 }: Point, heightOf: (value: number) => number) {
  const [top, end] = [heightOf(value), heightOf(Math.max(value, interval?.[1] ?? value))];
  if (top - end > FAR) return { up: top, isBeside: true };
  // A 90th percentile just above would go through it.
  const mark = p90 === undefined ? end : heightOf(p90);
  return { up: end > mark && end - mark < 20 ? mark : end, isBeside: false };
}

interface Measured {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** The words that have room, by place: those of the highest column first. */
function fitting(
  points: readonly Point[],
  { band, bar, scale: { min, max }, height }: Columns,
  measured: (point: Point) => Measured,
): ReadonlyMap<number, string> {
  const heightOf = (value: number): number => height * (1 - (value - min) / (max - min));
  const middleOf = (place: number): number => band * (place + 0.5) + bar.aside;
  const known = points.flatMap((point, place) =>
    point.value === undefined ? [] : [{ ...point, value: point.value, place }],
  );
  // What is in the way of others: a bar, and an interval on it.
  const inTheWay = known.flatMap(({ place, value, interval }) => {
    const [x, top] = [middleOf(place), heightOf(value)];
    const end = heightOf(Math.max(value, interval?.[1] ?? value));
    return [
      { place, x: x - bar.size / 2, y: top, width: bar.size, height: height - top },
      { place, x: x - 4, y: end, width: 8, height: top - end },
    ];
  });
  const told = new Map<number, string>();
  const boxes: Box[] = [];
  for (const { place, ...point } of known.toSorted(
    (one, other) => other.value - one.value || one.place - other.place,
  )) {
    const { text, ...size } = measured(point);
    const { up, isBeside } = standOf(point, heightOf);
    const x = middleOf(place) + (isBeside ? BESIDE : -size.width / 2);
    const room = { x, y: up - ABOVE - size.height / 2, ...size };
    const isFree =
      boxes.every((other) => !overlap(room, other)) &&
      inTheWay.every((other) => other.place === place || !overlap(room, other));
    if (!isFree) continue;
    boxes.push(room);
    told.set(place, text);
  }
  return told;
}

function overlap(one: Box, other: Box): boolean {
  const gap = 1;
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
