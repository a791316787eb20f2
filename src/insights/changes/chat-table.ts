import type { Steps } from '../../model/slices.ts';

/** What chats are grouped by, besides time. */
export const FACETS = ['agent', 'country', 'started_by', 'ended_by'] as const;
export type Facet = (typeof FACETS)[number];
/** The key of a chat that has no value of a facet, or a rare one: it is left out of all comparisons by that facet. */
export const NONE = 0;

/** The chats of two periods and of the weeks before, as columns. Days count from the first day of the later period. */
export interface ChatTable {
  readonly ids: Float64Array;
  /** 0 is the first day of the later period; earlier days are negative. */
  readonly day: Int32Array;
  /** 0 to 23, in the zone of the question. */
  readonly hour: Uint8Array;
  readonly by: Readonly<Record<Facet, Int32Array>>;
  /** In seconds, with NaN where there is none. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** 1 for missed chats, as far as that is known. */
  readonly missed: Uint8Array;
  /** What the figure says of each chat; NaN where it says nothing. A chat of several values has their mean, and their number. */
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** How a figure is made of the values of chats. */
export interface FigureKind {
  /** `count`: every chat that the figure is about counts once. */
  readonly name: 'count' | 'yes-no' | 'number';
  /** Waits vary by factors: their logarithms are compared. */
  readonly isSkewed: boolean;
  /** Of the two periods, the one that is searched for causes is the one with the higher or the lower figure. */
  readonly worse: 'up' | 'down';
}

/** Whole days, without `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Periods {
  readonly before: Range;
  readonly now: Range;
  /** The weekday of day 0; Monday is 0. */
  readonly weekday: number;
  /** The first day of the older weeks that are known: not before the desk's first chat. */
  readonly first: number;
  /** Days of older weeks that are not loaded. A loaded day without chats is not among them. */
  readonly missing: ReadonlySet<number>;
}

export function weekdayOf(day: number, { weekday }: Pick<Periods, 'weekday'>): number {
  return (((day + weekday) % 7) + 7) % 7;
}

export function isIn(day: number | undefined, { from, to }: Range): boolean {
  return day !== undefined && day >= from && day < to;
}

export function daysIn({ from, to }: Range): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** A day has so many parts, of about as many chats each. */
export const BLOCKS = 4;
export const WHOLE_DAY: Place['blocks'] = [0, BLOCKS - 1];

/** Some days, or some parts of them: from the first part until the last one. */
export interface Place {
  readonly days: readonly number[];
  readonly blocks: readonly [first: number, last: number];
}

/** Cuts the hours of a day into parts of about as many chats. */
export function blocksOf({ hour }: ChatTable, rows: Int32Array): Uint8Array {
  const counts = new Float64Array(24);
  for (const row of rows) increase(counts, hour[row] ?? 0, 1);
  let sum = 0;
  return Uint8Array.from(counts, (own) => {
    sum += own;
    return Math.min(BLOCKS - 1, Math.floor((BLOCKS * (sum - own / 2)) / Math.max(1, rows.length)));
  });
}

/** The hours of some parts of the day. */
export function hoursOf(blockOf: Uint8Array, [first, last]: Place['blocks']): readonly [number, number] {
  return [blockOf.indexOf(first), last === BLOCKS - 1 ? 24 : blockOf.indexOf(last + 1)];
}

/** A period, and the weeks with whose numbers of chats its own are compared: of each of them all days are known. */
export interface Compared {
  readonly period: Range;
  readonly weeks: readonly Range[];
  readonly weekday: number;
  /** Whether all days before the period are known since the first one that is. */
  readonly isWhole: boolean;
}

/** The key of each chat by a facet, or its hour. */
export function keysBy({ hour, by: facets }: Pick<ChatTable, 'hour' | 'by'>, by: Facet | 'hour'): ArrayLike<number> {
  return by === 'hour' ? hour : facets[by];
}

/** Whether a chat came on one of some days, or on any, and from the first of two hours until the second, or at any. */
export function isAt(
  { day, hour }: Pick<ChatTable, 'day' | 'hour'>,
  row: number,
  days: readonly number[] | undefined,
  hours: readonly [number, number] | undefined,
): boolean {
  const at = hour[row] ?? 0;
  if (hours !== undefined && (at < hours[0] || at >= hours[1])) return false;
  return days === undefined || days.includes(day[row] ?? 0);
}

/** The rows of the chats that the figure is about and that a test lets through. */
export function rowsOf({ values }: Pick<ChatTable, 'values'>, test: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row += 1) {
    if (Number.isNaN(values[row]) || !test(row)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.slice(0, count);
}

/** The sum of the values of some rows. */
export function sumOver(rows: ArrayLike<number>, values: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < rows.length; place += 1) sum += values[rows[place] ?? 0] ?? 0;
  return sum;
}

/** What is done in one step of the event loop. */
const STEP = 8192;

/** Does something with each number below `count`, in steps. */
export function* eachOf(count: number, work: (index: number) => void): Steps<void> {
  for (let from = 0; from < count; from += STEP) {
    const to = Math.min(count, from + STEP);
    for (let index = from; index < to; index += 1) work(index);
    yield;
  }
}

export function increase(sums: Float64Array, at: number, by: number): void {
  sums[at] = (sums[at] ?? 0) + by;
}
