import { day } from '../../figures/groupings/day.ts';
import { GROUPINGS } from '../../figures/groupings/catalogue.ts';
import type { Drawn, Grouping } from '../../figures/groupings/grouping.ts';
import { hour } from '../../figures/groupings/hour.ts';
import { month } from '../../figures/groupings/month.ts';
import { week } from '../../figures/groupings/week.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import { chats } from '../../figures/metrics/chats.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
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

/** What a picture of a question shows: a metric, by one grouping or by two. */
export interface Charted {
  readonly metric: Metric;
  readonly groupings: readonly Grouping[];
  readonly kind: Drawn['as'] | 'heat map';
  /** The same groupings by the sides on which they lie: of two, first the one whose groups lie below each other. */
  readonly sides: readonly Grouping[];
}

/** What is drawn for a question; undefined where it asks for no picture. */
export function chartedOf(
  { chart, order_by: by, metrics: [first] = [] }: Pick<PerformanceArguments, 'chart' | 'order_by' | 'metrics'>,
  asked: readonly Grouping[],
  period: Period,
): Charted | undefined {
  if (chart === undefined) return undefined;
  const metric: Metric = [by, first].flatMap((name) => METRICS.filter((one) => one.name === name))[0] ?? chats;
  const days = lengthInDays(period);
  // What went on beside an agent's chats is known of whole days in a row.
  const step = STEPS.find((one) => days <= one.days && (metric.scope !== 'agent' || !one.by.cuts));
  const groupings = asked.length > 0 ? asked : step === undefined ? [] : [step.by];
  const kind = groupings.length > 1 ? 'heat map' : asked.length === 0 ? 'trend' : (asked[0]?.drawn.as ?? 'bars');
  const sides = GROUPINGS.filter((one: Grouping) => groupings.includes(one)).toReversed();
  return { metric, groupings, kind, sides };
}
