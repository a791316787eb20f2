import { day } from '../../figures/groupings/day.ts';
import type { Drawn, Grouping } from '../../figures/groupings/grouping.ts';
import { hour } from '../../figures/groupings/hour.ts';
import { month } from '../../figures/groupings/month.ts';
import { week } from '../../figures/groupings/week.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import { chats } from '../../figures/metrics/chats.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { PerformanceArguments } from './performance-arguments.ts';

// Which chart shows figures: it follows from what they are grouped by. What is drawn of each follows from the kind of the metric
// (figures/figure-point.ts).

/** By what a period without groups is drawn: the first that is long enough for it. */
const STEPS: readonly { readonly days: number; readonly by: Grouping }[] = [
  { days: 1, by: hour },
  { days: 92, by: day },
  { days: 731, by: week },
  { days: Number.POSITIVE_INFINITY, by: month },
];

/** The most that can be told apart: on the one side, or on both sides of a heat map, of which the second one lies across. */
const MOST = { trend: [400], columns: [31], bars: [20], 'heat map': [24, 100] } as const;

/** A side of a picture: its grouping, which one of the question that is, and how many groups can be told apart on it. */
export interface Side {
  readonly grouping: Grouping;
  /** What a title calls it. */
  readonly name: ProgramText;
  readonly index: number;
  readonly most: number;
}

/** What a picture of a question shows: a metric, by one grouping or by two. */
export interface Charted {
  readonly metric: Metric;
  readonly groupings: readonly Grouping[];
  readonly kind: Drawn['as'] | 'heat map';
  readonly sides: readonly Side[];
}

/** What is drawn for a question; undefined where it asks for no picture. */
export function chartedOf(
  { chart, order_by: by, metrics: [first] = [] }: Pick<PerformanceArguments, 'chart' | 'order_by' | 'metrics'>,
  groupings: readonly Grouping[],
  period: Period,
): Charted | undefined {
  if (chart === undefined) return undefined;
  const named = METRICS.find(({ name }) => name === by) ?? METRICS.find(({ name }) => name === first);
  const metric: Metric = named ?? chats;
  if (groupings.length === 0) {
    const days = lengthInDays(period);
    // What went on beside an agent's chats is known of whole days in a row.
    const step = STEPS.find((one) => days <= one.days && (metric.scope !== 'agent' || !one.by.cuts));
    return chartedBy(metric, step === undefined ? [] : [step.by], 'trend');
  }
  const [one, other] = groupings;
  return chartedBy(metric, groupings, other === undefined ? (one?.drawn.as ?? 'bars') : 'heat map');
}

function chartedBy(metric: Metric, groupings: readonly Grouping[], kind: Charted['kind']): Charted {
  const sides = groupings
    .map((grouping, index) => ({ grouping, index }))
    .sort((one, other) => other.grouping.drawn.across - one.grouping.drawn.across);
  return {
    metric,
    groupings,
    kind,
    sides: sides.map(({ grouping, index }, place) => ({
      grouping,
      name: grouping.drawn.name ?? grouping.label,
      index,
      most: MOST[kind][place] ?? 0,
    })),
  };
}
