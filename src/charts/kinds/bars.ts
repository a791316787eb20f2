import type { Point, Series } from '../chart.ts';
import { meaningsOf, telling } from '../svg/legend.ts';
import { SIGN_WIDTH, type Direction, type Marks, type Meaning } from '../svg/plan.ts';
import { box, hatched, type Shape } from '../svg/shapes.ts';
import { PART_WORDS } from '../value-words.ts';

/** How thick a bar is, and how far its middle lies from that of its group. */
export interface Bar {
  readonly size: number;
  readonly aside: number;
}

/** The bars of a group that has so much room: one, or two beside each other. */
export function barsOf(band: number, isCompared: boolean): { readonly value: Bar; readonly compared: Bar } {
  if (!isCompared) {
    const bar = { size: Math.min(48, band * 0.72), aside: 0 };
    return { value: bar, compared: bar };
  }
  const size = Math.min(36, band * 0.38);
  return { value: { size, aside: -size * 0.54 }, compared: { size, aside: size * 0.54 } };
}

/** From zero to the value of each point, and dashed beside it what it is compared to. */
export function barMarks(
  points: readonly Point[],
  compared: readonly Point[],
  direction: Direction,
  bars: { readonly value: Bar; readonly compared: Bar },
): Marks[] {
  const marks = (name: 'value' | 'compared', of: readonly Point[], bar: Bar): Marks => ({
    name,
    numbers: of.map(({ value }) => value),
    draw: (place, at) => {
      const point = of[place];
      if (point?.value === undefined) return undefined;
      const half = bar.size / 2;
      const [[x1, y1], [x2, y2]] =
        direction === 'up' ? [at(place, 0), at(place, point.value)] : [at(0, place), at(point.value, place)];
      const { aside } = bar;
      const corners: Corners =
        direction === 'up'
          ? [x1 + aside - half, y1, x2 + aside + half, y2]
          : [x1, y1 + aside - half, x2, y2 + aside + half];
      return name === 'compared' ? comparedBox(...corners) : valueBox(corners, point.read);
    },
  });
  return [
    ...(compared.length > 0 ? [marks('compared', compared, bars.compared)] : []),
    marks('value', points, bars.value),
  ];
}

type Corners = [x1: number, y1: number, x2: number, y2: number];

function valueBox(corners: Corners, read: Point['read']): Shape {
  // What rests on a part is an outline, with the hatching of what was not read within.
  return box(...corners, read === 'whole' ? { fill: 'one' } : { stroke: 'one', width: 2 });
}

function comparedBox(...corners: Corners): Shape {
  return box(...corners, { stroke: 'two', width: 1.5, dash: [4, 3] });
}

/** Hatches what was not read: the whole room of a group, or the bar that rests on a part. */
export function unreadBars(
  points: readonly Point[],
  direction: Direction,
  [min, max]: readonly [number, number],
  { size, aside }: Bar,
): Marks {
  return {
    name: 'unread',
    numbers: points.map(() => undefined),
    draw: (place, at) => {
      const { read, value = min } = points[place] ?? {};
      if (read === undefined || read === 'whole') return undefined;
      const end = read === 'none' ? max : value;
      const [x1, y1] = direction === 'up' ? at(place, Math.min(min, 0)) : at(Math.min(min, 0), place);
      const [x2, y2] = direction === 'up' ? at(place, end) : at(end, place);
      return direction === 'up'
        ? hatched(x1 + aside - size / 2, y1, x2 + aside + size / 2, y2)
        : hatched(x1, y1 + aside - size / 2, x2, y2 + aside + size / 2);
    },
  };
}

const IN_PART: Meaning = {
  sign: (x, y) => [hatched(x, y - 6, x + SIGN_WIDTH, y + 6), valueBox([x, y - 6, x + SIGN_WIDTH, y + 6], 'part')],
  words: PART_WORDS,
};

export function barLegend(
  { name, points }: Series,
  compared: Series | undefined,
  direction: Direction,
  others: readonly Meaning[] = [],
): readonly Meaning[] {
  return telling({ sign: (x, y) => [box(x, y - 6, x + SIGN_WIDTH, y + 6, { fill: 'one' })], words: name }, [
    ...(compared
      ? [{ sign: (x: number, y: number) => [comparedBox(x, y - 6, x + SIGN_WIDTH, y + 6)], words: compared.name }]
      : []),
    ...meaningsOf(points, IN_PART, direction),
    ...others,
  ]);
}

export function leftOutNote(leftOut: number): string[] {
  if (leftOut === 0) return [];
  return [leftOut === 1 ? 'One more is not shown.' : `${leftOut} more are not shown.`];
}
