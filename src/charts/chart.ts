import type { Unit } from '../figures/kinds/figure.ts';

/**
 * A number as the answer gives it. It is rounded and worded once, before it comes here: a chart places `value` and prints `words`, and
 * never makes one from the other. So a picture and its text cannot differ.
 */
export interface Figure {
  readonly value: number;
  readonly words: string;
  /** Whether it rests on few chats: then its mark is hollow. */
  readonly few?: true;
  /** The 95% interval of an estimate. */
  readonly interval?: readonly [low: number, high: number];
  /** The 90th percentile, where the value is a median. */
  readonly p90?: number;
}

/** What is drawn of one group. */
export interface Cell {
  /** Absent where there is nothing to measure, or nothing was loaded. That is never drawn as zero. */
  readonly figure?: Figure;
  /** How much of it is there: it is a part where a part was not loaded, is not over or is cut by the period. */
  readonly read: 'whole' | 'part' | 'none';
}

/** What stands beside a group, day or topic. */
export interface Label {
  readonly text: string;
  /** Its name where that is in our own words: a day, a weekday, what a code means. Absent for names that strangers chose. */
  readonly own?: string;
}

/** A day, an hour, an agent. */
export interface Point extends Cell {
  readonly label: Label;
  /** A day that a trend shades. */
  readonly isWeekend?: true;
}

/** A goal from the settings, drawn as a line: `target at most 5%`. */
export type Target = Pick<Figure, 'value' | 'words'>;

interface AnyChart {
  /** What is shown, and of which period. */
  readonly title: string;
  /** What the numbers count. It decides the axis, and nothing else. */
  readonly unit: Unit;
}

/** The same places of another period. */
export interface Compared {
  readonly name: string;
  readonly points: readonly Point[];
}

/**
 * Figures of groups: over time as a line, or as columns beside each other, such as hours, or as bars below each other, with room for names.
 * `name` is that of the period; `leftOut` groups are not shown, so that the rest can be read.
 */
export interface Groups extends AnyChart {
  readonly kind: 'trend' | 'columns' | 'bars';
  readonly name: string;
  readonly points: readonly Point[];
  readonly compared?: Compared;
  readonly target?: Target;
  readonly leftOut?: number;
}

/** Figures of two groupings. `leftOut` rows and columns are not shown. */
export interface HeatMap extends AnyChart {
  readonly kind: 'heat map';
  readonly columns: readonly Label[];
  readonly rows: readonly { readonly label: Label; readonly cells: readonly Cell[] }[];
  readonly leftOut?: number;
}

/** A point that has its figure. */
export interface Measured {
  readonly label: Label;
  readonly figure: Figure;
}

/** From what a figure was to what it is. The parts add up to the difference. */
export interface Waterfall extends AnyChart {
  readonly kind: 'waterfall';
  readonly before: Measured;
  readonly parts: readonly Measured[];
  readonly after: Measured;
}

/** A picture of figures, as it is meant. Names in it may be strangers', redacted as in an answer. */
export type Chart = Groups | HeatMap | Waterfall;
