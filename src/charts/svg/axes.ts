import type { Label, Point, Unit } from '../chart.ts';
import { valueText } from '../value-words.ts';
import type { Font } from './font.ts';
import { fitted, oneLine } from './lines.ts';
import { WIDTH, type Groups, type Numbers } from './plan.ts';
import { scaleOf, type Scale } from './scale.ts';
import { TEXT_SIZE } from './shapes.ts';

/** The room at the edges of the sheet, and between labels. */
const EDGE = 16;
const GAP = 10;
/** The steps that an axis is divided into, at most. */
const STEPS = 5;
/** No label below the marks is wider. */
const WIDEST = 110;

/** All numbers that are drawn of some points. */
export function numbersIn(points: readonly Point[]): number[] {
  return points.flatMap(({ value, interval, p90 }) =>
    [value, p90, ...(interval ?? [])].filter((number) => number !== undefined),
  );
}

/** An axis for numbers in a unit. */
export function numberAxis(
  numbers: readonly number[],
  unit: Unit,
  scale: Scale = scaleOf(numbers, unit, STEPS),
): Numbers {
  return { kind: 'numbers', scale, label: (value) => valueText(value, unit) };
}

/** The room that the labels of an axis with numbers take beside it. */
export function roomBeside({ scale: { min, max, step }, label }: Numbers, font: Font): number {
  const ticks = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => label(min + index * step));
  return EDGE + GAP + Math.max(...ticks.map((tick) => font.width(tick, TEXT_SIZE)));
}

/** The room at the other end, where nothing stands. */
export const ROOM_AT_END = 24;

/** Of so few groups, each has its label. */
const FEW = 12;

/** The room below the marks that a few labels take of which some are in our own words. */
export function roomOfOwn(labels: readonly Label[], font: Font): number {
  if (labels.length > FEW) return 0;
  const widths = labels.map(({ text, own }) => (own === undefined ? 0 : font.width(oneLine(text), TEXT_SIZE) + GAP));
  return labels.length * Math.max(0, ...widths);
}

/** An axis with groups below the marks, of which as many have a label as there is room for. */
export function groupsBelow(labels: readonly Label[], left: number, font: Font): Groups & { readonly band: number } {
  const band = (WIDTH - left - ROOM_AT_END) / Math.max(labels.length, 1);
  const shown = labels.map(({ text }) => fitted(text, Math.max(WIDEST, band - GAP), TEXT_SIZE, font));
  const widest = Math.max(0, ...shown.map((label) => font.width(label, TEXT_SIZE)));
  // Where names are long and few, they are cut rather than left out; our own words never are: a cut date says nothing.
  if (labels.length <= FEW && roomOfOwn(labels, font) <= labels.length * band) {
    return {
      kind: 'groups',
      labels: labels.map(({ text }) => fitted(text, band - GAP, TEXT_SIZE, font)),
      every: 1,
      band,
    };
  }
  return { kind: 'groups', labels: shown, every: Math.max(1, Math.ceil((widest + GAP) / band)), band };
}
