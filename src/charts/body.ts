import { FEW_VALUES } from '../figures/statistics/chance.ts';
import type { Axis } from './axis.ts';
import type { Cell, Groups, Label } from './chart.ts';
import { line, text, type Markup } from './svg.ts';
import type { Theme } from './theme.ts';
import { fit, widthOf } from './words.ts';

/** What a chart is drawn on. `width` is in pixels, from 280. */
export interface Canvas {
  readonly width: number;
  readonly theme: Theme;
}

/** What a kind of chart draws. The frame adds the title, the legend and the notes. */
export interface Body {
  readonly height: number;
  readonly marks: readonly Markup[];
  readonly legend: readonly LegendEntry[];
  readonly notes: readonly string[];
}

export interface LegendEntry {
  readonly words: string;
  /** The sign, 20 pixels wide, with its middle at `y`. */
  readonly sign: (x: number, y: number) => Markup;
}

/** The room at the left and right of a picture. */
export const EDGE = 16;

/** Every number that an axis has to reach. */
export function reachOf({ points, compared, target }: Groups): number[] {
  const figures = [...points, ...(compared?.points ?? [])].flatMap(({ figure }) => figure ?? []);
  const reach = figures.flatMap(({ value, interval = [], p90 = value }) => [value, p90, ...interval]);
  return target === undefined ? reach : [...reach, target.value];
}

/** Horizontal lines with their numbers at the left. */
export function rowLines(axis: Axis, left: number, right: number, theme: Theme): Markup[] {
  return axis.ticks.flatMap(({ at, words }) => [
    line(left, at, right, at, { stroke: theme.rule }),
    text(left - 8, at, words, { fill: theme.quiet, anchor: 'end' }),
  ]);
}

/** Vertical lines with their numbers below. */
export function columnLines(axis: Axis, bottom: number, theme: Theme): Markup[] {
  return axis.ticks.flatMap(({ at, words }) => [
    line(at, 0, at, bottom, { stroke: theme.rule }),
    text(at, bottom + 12, words, { fill: theme.quiet, anchor: 'middle' }),
  ]);
}

export function roomForTicks(axis: Axis): number {
  return EDGE + 8 + Math.max(0, ...axis.ticks.map(({ words }) => widthOf(words)));
}

/** Names at the left of rows: as they fit, and where the rows begin beside them. */
export function nameColumn(rows: readonly { readonly label: Label }[], room: number) {
  const names = rows.map(({ label }) => fit(label.text, room));
  return { names, left: EDGE + 10 + Math.max(0, ...names.map((name) => widthOf(name))) };
}

/** Labels below marks, only every second, third … where they would touch; `room` is that of one. */
export function labelsBelow(
  labels: readonly Label[],
  y: number,
  x: (place: number) => number,
  room: number,
  theme: Theme,
): Markup[] {
  const names = labels.map((label) => fit(label.text, 110));
  const step = Math.max(1, Math.ceil((Math.max(0, ...names.map((name) => widthOf(name))) + 6) / room));
  const style = { fill: theme.quiet, anchor: 'middle' } as const;
  return names.flatMap((name, place) => (place % step === 0 ? [text(x(place), y, name, style)] : []));
}

/** What is said below a picture: `blank` is what stands where there is nothing to measure. */
export function notesOf(cells: readonly Cell[], blank: string, axis?: Axis, leftOut = 0): string[] {
  return [
    ...(cells.some(({ figure }) => figure?.interval) ? ['lines with ends: 95% intervals of estimates'] : []),
    ...(cells.some(({ figure }) => figure?.few === true) ? [`hollow: fewer than ${FEW_VALUES} chats`] : []),
    ...(cells.some(({ figure, read }) => !figure && read !== 'none') ? [`${blank}: nothing to measure`] : []),
    ...(axis?.brokenAt === undefined ? [] : [`the axis starts at ${axis.brokenAt}`]),
    ...(leftOut > 0 ? [`${leftOut} more ${leftOut === 1 ? 'is' : 'are'} not shown`] : []),
  ];
}
