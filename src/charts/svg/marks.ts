import type { Point } from '../chart.ts';
import type { Font } from './font.ts';
import { hasNoValue } from './legend.ts';
import type { Direction, Marks, Position } from './plan.ts';
import { cross, lines, textOver, TEXT_SIZE, whisker } from './shapes.ts';

/** Where a number of a group is, moved along the axis of groups by `aside`. */
function placed(
  at: Position,
  direction: Direction,
  place: number,
  value: number,
  aside: number,
): readonly [number, number] {
  const [x, y] = direction === 'up' ? at(place, value) : at(value, place);
  return direction === 'up' ? [x + aside, y] : [x, y + aside];
}

/** The intervals of estimates. */
export function intervalMarks(points: readonly Point[], direction: Direction, size: number, aside = 0): Marks[] {
  const marks = (name: 'rim' | 'interval'): Marks => ({
    name,
    numbers: points.map(({ interval }) => (name === 'rim' ? undefined : interval)),
    draw: (place, at) => {
      const interval = points[place]?.interval;
      if (interval === undefined) return undefined;
      const [low, high] = interval.map((bound) => placed(at, direction, place, bound, aside));
      return low && high && whisker(low, high, size, name === 'rim' ? 'rim' : 'line');
    },
  });
  return [marks('rim'), marks('interval')];
}

/** A cross at the foot of what has no value, though it was looked at. */
export function noValueMarks(points: readonly Point[], min: number, aside = 0): Marks {
  return {
    name: 'words',
    numbers: points.map(() => undefined),
    draw: (place, at) => {
      const point = points[place];
      if (point === undefined || !hasNoValue(point)) return undefined;
      const [x, y] = placed(at, 'up', place, min, aside);
      return cross(x, y - 7);
    },
  };
}

/** 90th percentiles, as thin lines; `size` is half of their length. */
export function p90Marks(points: readonly Point[], direction: Direction, size: number, aside = 0): Marks {
  return {
    name: 'p90',
    numbers: points.map(({ p90 }) => p90),
    draw: (place, at) => {
      const p90 = points[place]?.p90;
      if (p90 === undefined) return undefined;
      const [x, y] = placed(at, direction, place, p90, aside);
      const path = direction === 'up' ? `M${x - size} ${y}L${x + size} ${y}` : `M${x} ${y - size}L${x} ${y + size}`;
      return lines(path, { stroke: 'ink', width: 2 });
    },
  };
}

/** The numbers in words above their marks, where there is room for them: else of the highest, the lowest and the last. */
export function wordMarks(points: readonly Point[], band: number, font: Font): Marks {
  const widths = points.map(({ words }) => (words === undefined ? 0 : font.width(words, TEXT_SIZE) + 2));
  const told = Math.max(0, ...widths) <= band ? undefined : toldOf(points, widths, band);
  return {
    name: 'words',
    numbers: points.map(() => undefined),
    draw: (place, at) => {
      const point = points[place];
      if (point?.value === undefined || point.words === undefined || told?.has(place) === false) return undefined;
      const [x, middle] = at(place, point.value);
      const [, y] = at(place, Math.max(point.value, point.interval?.[1] ?? point.value));
      // At the far end of an interval they would not be taken for those of its point.
      if (middle - y > 18) return textOver(x + 7, middle - 9, point.words);
      // A 90th percentile just above would go through it.
      const p90 = point.p90 === undefined ? undefined : at(place, point.p90)[1];
      const above = p90 !== undefined && y - p90 < 20 ? p90 : y;
      return textOver(x, above - 12, point.words, { align: 'center' });
    },
  };
}

/** The places of the highest, the lowest and the last value, without those that stand too near to one before. */
function toldOf(points: readonly Point[], widths: readonly number[], band: number): ReadonlySet<number> {
  const known = points.flatMap(({ value }, place) => (value === undefined ? [] : [{ value, place }]));
  const sorted = known.toSorted((one, other) => one.value - other.value);
  const told: number[] = [];
  for (const { place } of [sorted.at(-1), sorted[0], known.at(-1)].filter((one) => one !== undefined)) {
    const isFree = told.every(
      (other) => Math.abs(other - place) * band > ((widths[other] ?? 0) + (widths[place] ?? 0)) / 2,
    );
    if (isFree) told.push(place);
  }
  return new Set(told);
}
