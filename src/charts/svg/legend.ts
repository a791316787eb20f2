import type { Point } from '../chart.ts';
import type { Font } from './font.ts';
import { fitted } from './lines.ts';
import { SIGN_WIDTH, WIDTH, type Direction, type Meaning } from './plan.ts';
import { cross, hatched, lines, textAt, TEXT_SIZE, whisker, type Shape } from './shapes.ts';

export const LINE_HEIGHT = 18;

/** Between a sign and its words, and between two of them. */
const GAP = 6;
const BETWEEN = 18;

/** Puts signs and their words beside each other, in as many lines as they take, below `top`. */
export function legendOf(
  legend: readonly Meaning[],
  left: number,
  top: number,
  font: Font,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const shapes: Shape[] = [];
  let [x, line] = [left, 0];
  for (const { sign, words } of legend) {
    const text = fitted(words, WIDTH - 2 * left - SIGN_WIDTH - GAP, TEXT_SIZE, font);
    const width = SIGN_WIDTH + GAP + font.width(text, TEXT_SIZE);
    if (x > left && x + width > WIDTH - left) [x, line] = [left, line + 1];
    const y = top + line * LINE_HEIGHT + LINE_HEIGHT / 2;
    shapes.push(...sign(x, y), textAt(x + SIGN_WIDTH + GAP, y, text));
    x += width + BETWEEN;
  }
  return { shapes, height: legend.length === 0 ? 0 : (line + 1) * LINE_HEIGHT };
}

const interval = (direction: Direction): Meaning => ({
  sign: (x, y) => [
    direction === 'up'
      ? whisker([x + SIGN_WIDTH / 2, y - 6], [x + SIGN_WIDTH / 2, y + 6], 4)
      : whisker([x + 2, y], [x + SIGN_WIDTH - 2, y], 4),
  ],
  words: 'estimated: the value of all lies within, with a chance of 95 %',
});

const p90 = (direction: Direction): Meaning => ({
  sign: (x, y) => {
    const path = direction === 'up' ? `M${x + 3} ${y}l${SIGN_WIDTH - 6} 0` : `M${x + SIGN_WIDTH / 2} ${y - 7}l0 14`;
    return [lines(path, { stroke: 'ink', width: 2 })];
  },
  words: '90th percentile',
});

const NOT_READ: Meaning = { sign: (x, y) => [hatched(x, y - 6, x + SIGN_WIDTH, y + 6)], words: 'not read' };

/** Whether there is nothing to tell of what was looked at: what was not is hatched. */
export function hasNoValue({ value, read }: Point): boolean {
  return value === undefined && read !== 'none';
}

export const NO_VALUE: Meaning = {
  sign: (x, y) => [cross(x + SIGN_WIDTH / 2, y)],
  words: 'no value',
};

/** A legend, but for one with nothing but what the title says. */
export function telling(series: Meaning, others: readonly Meaning[]): readonly Meaning[] {
  return others.length === 0 ? [] : [series, ...others];
}

/** The signs that points need beside those of their values. */
export function meaningsOf(points: readonly Point[], part: Meaning, direction: Direction = 'up'): Meaning[] {
  return [
    ...(points.some((point) => point.interval !== undefined) ? [interval(direction)] : []),
    ...(points.some((point) => point.p90 !== undefined) ? [p90(direction)] : []),
    ...(points.some(({ read }) => read === 'part') ? [part] : []),
    ...(points.some(({ read }) => read === 'none') ? [NOT_READ] : []),
  ];
}
