import type { ChatSelection } from '../../model/chat-columns.ts';
import type { Foreign } from '../../model/foreign.ts';
import type { CodeName } from '../../model/codes.ts';
import type { AgentId, VisitorId } from '../../model/ids.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import type { WorkingTime } from './wall-clock.ts';

/** Everything that a question groups its chats with. */
export interface GroupingContext {
  readonly period: Period;
  readonly time: WorkingTime;
  readonly book: Codebook;
  /** The country of each visitor's latest record; empty where nobody asks for it. */
  readonly countries: ReadonlyMap<VisitorId, string>;
}

/** The name of a group: words of ours, or whose name stands for it. */
export type Label =
  | { readonly kind: 'words'; readonly words: ProgramText }
  | { readonly kind: 'agent'; readonly agentId: AgentId }
  | { readonly kind: 'visitor'; readonly visitorId: VisitorId }
  /** A stranger's text. */
  | { readonly kind: 'country'; readonly country: Foreign };

/** The groups of one question by one grouping. Their keys are numbers, in which order they are told. */
export interface Keys {
  /** The key of each chat, in the order of the rows: of one that came weeks before, that of the same time of the same weekday. */
  of(selection: ChatSelection, weeksBefore?: number): Float64Array;
  /** Every key that there is whether a chat has it or not, so that an empty day is a group and not a gap. */
  all(): readonly number[];
  /** Returns the name of a key in data and cursors: the same in each answer. */
  text(key: number): ProgramText;
  label(key: number): Label;
  /** The key of an hour on the wall, to be read off in UTC; absent where it takes more than the time of a request to tell it. */
  readonly at?: (local: Date) => number;
  /** Whether a key stands for chats that have none, such as those of no agent: they come last in any order. */
  isNone?(key: number): boolean;
}

/** How groups are drawn. */
export interface Drawn {
  /** By themselves: over time, as columns that follow each other, or as bars with room for names. */
  readonly as: 'trend' | 'columns' | 'bars';
  /** What a title calls them, where the heading of a column would not do. */
  readonly name?: ProgramText;
}

/** A way to put chats into groups: each chat into one. */
export interface Grouping<Name extends string = string> {
  readonly name: Name;
  /** The heading of its column in a table of groups. */
  readonly label: ProgramText;
  readonly drawn: Drawn;
  /** Which groups come first where a question does not say: by their key, or those with the most chats. */
  readonly order: 'key' | 'chats';
  /** Whether an agent has conversations beside those of a group at the same time, as with an hour or a visitor. */
  readonly cuts: boolean;
  /** The codes on which it rests. */
  readonly codes?: readonly CodeName[];
  /** The list that has to be read for it beside chats. */
  readonly needs?: 'agents' | 'visitors';
  readonly keys: (context: GroupingContext) => Keys;
}
