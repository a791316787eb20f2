import type { ChatSelection } from '../../model/chat-columns.ts';
import type { AgentId } from '../../model/ids.ts';
import type { Seconds } from '../../model/time/units.ts';
import type { Spread } from '../statistics/quantiles.ts';
import type { EstimatedShare, EstimatedSpread } from '../statistics/estimates.ts';

/** A number of chats. */
export interface CountFigure {
  readonly kind: 'count';
  readonly count: number;
}

/** The number of some that are so; of `unknown` more, it is not known. */
export interface ShareFigure {
  readonly kind: 'share';
  readonly count: number;
  readonly of: number;
  readonly unknown: number;
}

/** The spread of values of chats. */
export type SpreadFigure = Spread & { readonly kind: 'spread' };

/** The ratings that visitors gave, and the number of served chats. */
export interface RatingFigure {
  readonly kind: 'rating';
  readonly n: number;
  readonly served: number;
  readonly mean?: number;
  readonly distribution: Readonly<Record<string, number>>;
}

/** Different ones, and those of them of whom a chat was served, where that is known. */
export interface DistinctFigure {
  readonly kind: 'distinct';
  readonly n: number;
  readonly served?: number;
}

/** The number of chats that were answered within a time that a desk promises. */
export interface ServiceLevelFigure {
  readonly kind: 'service level';
  readonly seconds: Seconds;
  readonly answeredWithin: number;
  /** All offered chats, so that a missed one counts as not answered in time; absent where missed ones are not known. */
  readonly offered?: number;
  readonly served: number;
}

/** The number of chats that one agent had at the same time. */
export interface ConcurrencyFigure {
  readonly kind: 'concurrency';
  /** Time-weighted, over the time with at least one chat. */
  readonly mean: number;
  readonly peak: number;
  /** The number that the service allows, where it is known, and the share of that time with as many or more. */
  readonly limit?: number;
  readonly atLimit?: number;
}

/** Chats divided by the hours in which at least one went on. */
export interface HourlyFigure {
  readonly kind: 'hourly';
  readonly rate: number;
}

/** Like a spread, of transcripts. `without`: those in which what is measured did not come about, and which are in no spread. */
export type EstimatedSpreadFigure = EstimatedSpread & { readonly kind: 'estimated spread'; readonly without?: number };

/** Like a share, of transcripts. */
export type EstimatedShareFigure = EstimatedShare & { readonly kind: 'estimated share'; readonly count: number };

/** A figure that rows of chats tell. */
export type RowFigure =
  | CountFigure
  | ShareFigure
  | SpreadFigure
  | RatingFigure
  | DistinctFigure
  | ServiceLevelFigure
  | ConcurrencyFigure
  | HourlyFigure;

/** A figure that transcripts tell. */
export type TranscriptFigure = EstimatedSpreadFigure | EstimatedShareFigure;

/** A metric's value for some chats. */
export type Figure = RowFigure | TranscriptFigure;

/** Sums up the values of chats by group, day by day. */
export interface Sums<Made extends RowFigure> {
  /** Adds chats of a day, with the column of their values and, in the order of their rows, their groups. */
  add(values: Float64Array, selection: ChatSelection, groups: Uint32Array): void;
  /** The figure of a group, which may be of one agent's chats; undefined where it is not known. */
  of(group: number, agentId: AgentId | undefined): Made | undefined;
}
