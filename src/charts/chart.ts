/** What the numbers of a chart count: chats, seconds, a share of one, a rating, or numbers without a unit. */
export type Unit = 'chats' | 'seconds' | 'share' | 'rating' | 'number';

/** What is drawn of one group, day or topic. */
export interface Point {
  /** Absent where there is nothing to tell: no chat, or none that was read. */
  readonly value?: number;
  /** The value in words, as the table beside the picture has it. */
  readonly words?: string;
  /** The bounds between which the value of all lies, with a chance of 95 %, where it was estimated from a sample. */
  readonly interval?: readonly [low: number, high: number];
  /** The 90th percentile, where the value is a median. */
  readonly p90?: number;
  /**
   * How much of it is there: it is hatched where a part of it was not read, is not over or is cut by the period, or where none
   * of it was read, which is never drawn as zero.
   */
  readonly read: 'whole' | 'part' | 'none';
}

/** What stands beside a group, day or topic. */
export interface Label {
  readonly text: string;
  /** What it is in full where that is in our own words: a day with its year, a weekday, what a code means. Absent for names. */
  readonly own?: string;
}

interface OfAnyKind {
  /** What is shown, and of which period. */
  readonly title: string;
  readonly unit: Unit;
}

/** The points of one period, in the order of the chart's labels. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Figures over time: lines from left to right. */
export interface Trend extends OfAnyKind {
  readonly kind: 'trend';
  readonly labels: readonly Label[];
  readonly series: Series;
  /** An earlier period, drawn dashed behind it, day by day. */
  readonly compared?: Series;
}

/** Figures of groups: `columns` stand side by side and follow each other, such as hours; `rows` lie below each other with room for names. */
export interface Bars extends OfAnyKind {
  readonly kind: 'columns' | 'rows';
  readonly labels: readonly Label[];
  readonly series: Series;
  readonly compared?: Series;
  /** How many groups are left out, so that the rest can be read. */
  readonly leftOut: number;
}

/** Figures of two groupings: a darker cell is more. */
export interface HeatMap extends OfAnyKind {
  readonly kind: 'heat map';
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  /** By row, then by column. */
  readonly cells: readonly (readonly Point[])[];
  /** How many rows and columns are left out, so that the rest can be read. */
  readonly leftOut: number;
}

/** From what a figure was to what it is, by its parts. */
export interface Waterfall extends OfAnyKind {
  readonly kind: 'waterfall';
  readonly before: { readonly label: string; readonly value: number };
  readonly parts: readonly { readonly label: Label; readonly change: number }[];
  readonly now: { readonly label: string; readonly value: number };
}

/** A picture of figures, as it is meant: how it looks is drawn of it. Names in it may be strangers', redacted as in an answer. */
export type Chart = Trend | Bars | HeatMap | Waterfall;
