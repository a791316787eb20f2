import type { Scale } from './scale.ts';
import type { Shape } from './shapes.ts';

/** The width of every chart, in pixels of its own. */
export const WIDTH = 720;

/** Numbers that are drawn in one way, each by a mark of its own. */
export interface Marks {
  /** What the numbers are, as `data-mark` of each. */
  readonly name: 'value' | 'compared' | 'interval' | 'p90' | 'unread' | 'line' | 'rim' | 'words';
  /** One for each place, or two for an interval; absent where there is none. */
  readonly numbers: readonly (number | readonly [number, number] | undefined)[];
  /** Draws that of a place. */
  readonly draw: (place: number, at: Position) => Shape | undefined;
}

/** Where something is on the sheet, by where it is on both axes: of one with groups, by the number of the group. */
export type Position = (x: number, y: number) => readonly [x: number, y: number];

/** An axis with groups: only some have a label where there are too many. */
export interface Groups {
  readonly kind: 'groups';
  readonly labels: readonly string[];
  /** Every how many of them has its label. */
  readonly every: number;
}

/** An axis with numbers. */
export interface Numbers {
  readonly kind: 'numbers';
  readonly scale: Scale;
  readonly label: (value: number) => string;
}

/** Whether numbers go up from groups below them, or to the right of groups beside them. */
export type Direction = 'up' | 'right';

/** A sign and what it means. */
export interface Meaning {
  readonly sign: (x: number, y: number) => readonly Shape[];
  readonly words: string;
}

/** The width that signs in a legend have. */
export const SIGN_WIDTH = 22;

/** What is to be drawn of a chart, but for its title: where, and what its signs mean. */
export interface Plan {
  /** Of the marks alone. */
  readonly height: number;
  /** The room beside the marks, for what stands there. */
  readonly left: number;
  readonly right: number;
  readonly x: Groups | Numbers;
  readonly y: Groups | Numbers;
  readonly marks: readonly Marks[];
  readonly legend: readonly Meaning[];
  readonly notes: readonly string[];
}
