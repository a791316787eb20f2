import type { z } from 'zod';
import type { ChatSelection } from '../../model/chat-columns.ts';
import type { AgentId } from '../../model/ids.ts';
import type { Seconds } from '../../model/time/units.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { Sampled } from '../statistics/estimates.ts';

/** What the main numbers of a kind count; it decides how they are written and drawn. */
export type Unit = 'chats' | 'seconds' | 'share' | 'rating' | 'number';

/** The number of a figure by which groups are ordered, compared and drawn, of how many, and its 95% interval where it is an estimate. */
export interface MainNumber {
  readonly value: number;
  /** The same in words, as texts have it: `6.4%`, `14 s`. */
  readonly words: string;
  readonly n: number;
  readonly interval?: readonly [low: number, high: number];
  /** The 90th percentile, where it is a median. */
  readonly p90?: number;
}

/** A metric as its figures are told: by its name in data, and by its words. */
export interface Told {
  readonly name: string;
  readonly kind: Kind;
  /** Of a share: what it is a share of, and the key of the rate where that is not the usual one. */
  readonly of?: ProgramText;
  readonly rate?: string;
  /** What those transcripts are called in which nothing came about that is measured. */
  readonly without?: ProgramText;
}

/** How a cell is written. */
export interface CellForm {
  /** Without means. */
  readonly isBrief: boolean;
  /** Whether the number of chats stands in another cell of the row. */
  readonly hasChats: boolean;
  /** Whether the mean of ratings has its 95% interval. */
  readonly hasIntervals: boolean;
}

export type Datum = number | boolean | readonly number[] | { readonly [key: string]: Datum | undefined };

/** What one metric says of some chats. All that is shown of it comes from here; a word or a cell is undefined where nothing can be said. */
export interface Figure {
  readonly main: MainNumber | undefined;
  /** The number of chats of which it is a share: equal shares are ordered by it. */
  readonly count?: number;
  /** Of how many more chats it is not known. */
  readonly unknown?: number;
  /** What was seen of the scale of ratings: `seen 1 to 5`. */
  readonly scale?: string | undefined;
  /** Whether it rests on the meaning of a code that is only likely. */
  readonly isAssumed?: true;
  /** What it says of served chats, without missed ones; absent where it says nothing of these alone. */
  readonly ofServedAlone?: Figure | undefined;
  /** Of chats at the same time: for which share of that time there were as many as the service allows, and how many these are. */
  readonly atLimit?: { readonly value: number; readonly words: string; readonly limit: number } | undefined;
  /** What part of the transcripts it rests on, where transcripts tell it. */
  readonly sample?: Sampled;
  /** Behind the label: `92 of 1,439 chats (6.4%)`. */
  words(metric: Told): string | undefined;
  /** Behind the label, where the number of served chats is said already: `112 (8.3%)`. */
  ofServed?(served: number): string | undefined;
  /** In a table: `6.4%`. */
  cell(form: CellForm): string | undefined;
  /** For programs, by the keys of its metric: seconds to a tenth, rates to four decimals, means to two. */
  data(metric: Told): Readonly<Record<string, Datum>>;
}

export type KindName =
  | 'count'
  | 'share'
  | 'spread'
  | 'rating'
  | 'distinct'
  | 'service level'
  | 'concurrency'
  | 'hourly'
  | 'people a day'
  | 'estimated spread'
  | 'estimated share';

/** A kind of figure: what is the same for all metrics of it. */
export interface Kind {
  readonly name: KindName;
  readonly unit: Unit;
  /** What of the figure is its main number; empty for the figure itself. */
  readonly main: 'share' | 'median' | 'mean' | '';
  /**
   * What the value of a chat adds to a figure that is a sum or a mean over chats; undefined for a chat that it is not about. Absent
   * for other kinds, such as those that count somebody once for several chats.
   * @param within the time of a promise
   * @param withMissed whether missed chats count as not answered in time
   */
  readonly adds?: (value: number, within: Seconds, withMissed: boolean) => number | undefined;
  /** The decimals of the main number in data and pictures. */
  readonly decimals: number;
  /** The part of a column's head that explains its cells. */
  readonly columns: (form: CellForm, metric: Told) => string;
  /** The shape of the data, by the keys of the metric. */
  readonly shape: (metric: Told) => Readonly<Record<string, z.ZodType<Datum | undefined>>>;
}

/** Sums up the values of chats by group, day by day. */
export interface Sums {
  /**
   * Adds chats of a day, with the column of their values and, in the order of their rows, their groups; where figures are held
   * against chance also the places of their days.
   */
  add(values: Float64Array, selection: ChatSelection, groups: Uint32Array, days?: Float64Array): void;
  /** The values of a group with the places of their days; absent where it is no median. */
  dated?(group: number): { readonly values: Float64Array; readonly days: ArrayLike<number> };
  /** Begins with the chats of another one of several periods. Absent where it makes no difference. */
  nextPeriod?(): void;
  /**
   * The figure of a group, which may be of one agent's chats; undefined where it is not known. Of several periods, counts are
   * their mean; all else is of all their chats.
   */
  of(group: number, agentId: AgentId | undefined, periods: number): Figure | undefined;
}
