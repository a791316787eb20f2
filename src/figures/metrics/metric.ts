import type { ChatColumns } from '../../model/chat-columns.ts';
import type { CodeName } from '../../model/codes.ts';
import type { AgentId } from '../../model/ids.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { EpochMillis, Seconds } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import type { ConversationColumns } from '../conversation-columns.ts';
import type { Figure, Sums, Told } from '../kinds/figure.ts';
import type { Segments } from '../statistics/segments.ts';
import type { Returns } from '../returns.ts';

/** Everything that figures of a question are made with. */
export interface MetricContext {
  readonly book: Codebook;
  readonly now: EpochMillis;
  readonly zone: Zone;
  /** The number of chats at once that the service allows each agent, as far as it is known. */
  readonly limits: ReadonlyMap<AgentId, number>;
  /** Within which time a desk promises to answer, where a question names one. */
  readonly serviceLevel: Seconds | undefined;
  /** Who came back after a missed chat; absent where nobody asks for it. */
  readonly returns?: Returns | undefined;
}

/** The words and the name of a metric, whatever its kind. */
export interface MetricWords<Name extends string> extends Told {
  /** The name by which a question asks for it, and which begins its keys in data. */
  readonly name: Name;
  /** In words and at the head of a column. */
  readonly label: ProgramText;
  readonly definition: ProgramText;
  /** The codes that have to be settled for it. */
  readonly codes: readonly CodeName[];
  /** The chats of which it can be said; any where it is absent. */
  readonly scope?: Scope;
  /** Whether its figure is to be no more than a goal of the settings, or no less; absent where these have none for it. */
  readonly target?: 'most' | 'least';
}

/**
 * `agent`: the chats of one agent that no hour or single day cuts, because what went on beside them is not among them.
 * `everybody`: everybody's chats of at least a week, in all, for who came back to another agent or later is not among fewer.
 * `promise`: where a question says within which time chats are to be answered.
 * `returns`: where a question names it, because the chats of the day behind its period have to be read for it.
 */
export type Scope = 'agent' | 'everybody' | 'promise' | 'returns';

/** A metric that rows of chats tell: sums over a column of values. */
export interface RowMetric<Name extends string = string> extends MetricWords<Name> {
  readonly basis: 'rows';
  /** A value for each chat of a day: a number, or NONE, UNTOLD, UNSETTLED (code-states.ts). */
  readonly column: (columns: ChatColumns, context: MetricContext) => Float64Array;
  readonly sums: (context: MetricContext) => Sums;
  /**
   * Whether it counts missed chats. Where these name no agent, that none of an agent's chats was missed says nothing: then only
   * what its figure says of served chats alone is left.
   */
  readonly needsMissed?: true;
}

/** A metric that transcripts tell: of served chats that have ended, of all of them or of a random sample. */
export interface TranscriptMetric<Name extends string = string> extends MetricWords<Name> {
  readonly basis: 'transcripts';
  /** The numbers that each transcript has: none, one or several. */
  readonly numbers: (columns: ConversationColumns) => Segments;
  /** The figure of the transcripts at some places, which stand for so many chats. */
  readonly figure: (columns: ConversationColumns, places: Uint32Array, population: number) => Figure;
}

export type Metric<Name extends string = string> = RowMetric<Name> | TranscriptMetric<Name>;

/** The figures of some chats, in the order of the catalogue; one that is not known is absent. */
export type Figures = ReadonlyMap<Metric, Figure>;

/** The figures of some metrics. */
export function figuresOf(figures: Figures, metrics: readonly Metric[]): Figures {
  return new Map([...figures].filter(([metric]) => metrics.includes(metric)));
}
