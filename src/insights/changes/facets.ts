import type { Codebook } from '../../model/codebook/codebook.ts';
import { groupingsNamed, type GroupingName } from '../../figures/groupings/catalogue.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { isOverChats } from '../../figures/chat-values.ts';
import type { FigureKind } from './chat-table.ts';
import { VIEWS, type View } from './parts.ts';

/** The metrics of which a change can be split: sums and means over chats, which no visitor or agent is counted in once. */
export const EXPLAINED_METRICS = METRICS.filter(isOverChats);

/** How the values of a metric are compared. Where neither direction is worse, the period with the higher figure is searched. */
export function figureKindOf({ name, kind }: Metric): FigureKind {
  const worse = kind.name === 'rating' || name === 'service_level' || name === 'served' ? 'down' : 'up';
  switch (kind.name) {
    case 'count':
      return { name: 'count', isSkewed: false, worse };
    case 'share':
    case 'service level':
    case 'estimated share':
      return { name: 'yes-no', isSkewed: false, worse };
    default:
      return { name: 'number', isSkewed: kind.name !== 'rating', worse };
  }
}

/** Why a grouping is not looked at. */
export type LeftOut = 'missed name no agent' | 'countries not known' | 'code not settled' | 'few weeks';

/** The groupings by which a change is looked at, the views of its parts, and what would be looked at if more were known. */
export interface Facets {
  readonly groupings: readonly Grouping[];
  readonly views: readonly View[];
  readonly leftOut: readonly (readonly [GroupingName, LeftOut])[];
}

/** Everything that decides by what a change can be split. */
export interface FacetsKnown {
  readonly isOfAgent: boolean;
  readonly areMissedNamed: boolean;
  /** The share of the chats whose visitor's country is known. */
  readonly countriesKnown: number;
  /** The number of days of the shorter period. */
  readonly days: number;
  readonly book: Codebook;
}

/** What only a chat that a visitor asked for can be: no agent misses, or waits for, a chat that they start. */
const ASKED_FOR: ReadonlySet<string> = new Set(['missed', 'wait', 'service_level']);

/** With fewer, a weekday is one day or none. */
const DAYS_OF_WEEKDAYS = 14;
const MOST_COUNTRIES = 0.5;

/**
 * The groupings that may explain a metric. What follows from the metric itself explains nothing: nobody ends a missed chat, and which
 * agent has a chat does not make visitors come.
 */
export function facetsOf(
  metric: Metric,
  { isOfAgent, areMissedNamed, countriesKnown, days, book }: FacetsKnown,
): Facets {
  const { name } = metric;
  const isOfServed = !['chats', 'missed', 'served', 'service_level', 'started_by_visitor', 'started_by_agent'].includes(
    name,
  );
  const isStarted = name.startsWith('started_by');
  const isEnded = name.startsWith('ended_by');
  const needsMissed = metric.basis === 'rows' && metric.needsMissed === true;
  const leftOut: (readonly [GroupingName, LeftOut])[] = [];
  const wanted: GroupingName[] = [];
  const look = (grouping: GroupingName, why: LeftOut | undefined) =>
    why === undefined ? wanted.push(grouping) : leftOut.push([grouping, why]);
  if (!isOfAgent && name !== 'chats') {
    look('agent', needsMissed && !areMissedNamed ? 'missed name no agent' : undefined);
  }
  look('hour', undefined);
  look('weekday', days < DAYS_OF_WEEKDAYS ? 'few weeks' : undefined);
  if (days > 1) look('day', undefined);
  look('country', countriesKnown < MOST_COUNTRIES ? 'countries not known' : undefined);
  if (!isStarted && !ASKED_FOR.has(name))
    look('started_by', hasOpenValue(book, 'chat_started_by') ? 'code not settled' : undefined);
  if (isOfServed && !isEnded) look('ended_by', hasOpenValue(book, 'chat_ended_by') ? 'code not settled' : undefined);
  return {
    groupings: groupingsNamed(wanted),
    views: VIEWS.filter((view) => wanted.includes(view)),
    leftOut,
  };
}

function hasOpenValue(book: Codebook, name: 'chat_started_by' | 'chat_ended_by'): boolean {
  return [...book[name].values.values()].some(({ meaning }) => meaning === undefined);
}
