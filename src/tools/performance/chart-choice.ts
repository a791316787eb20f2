import { GROUPINGS, type GroupingName } from '../../figures/groupings/catalogue.ts';
import { day } from '../../figures/groupings/day.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import { hour } from '../../figures/groupings/hour.ts';
import { month } from '../../figures/groupings/month.ts';
import { week } from '../../figures/groupings/week.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import { chats } from '../../figures/metrics/chats.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { lengthInDays, type Period } from '../../model/calendar/period.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import type { PerformanceArguments } from './performance-arguments.ts';

// Which chart shows figures: it follows from what they are grouped by. What is drawn of each follows from the kind of the metric
// (figures/figure-point.ts).

/** How groups are drawn by themselves, and, of two groupings, which one lies across: that with the lower number. */
interface Form {
  readonly alone: 'trend' | 'columns' | 'rows';
  readonly across: number;
  /** What a title calls it, where the heading of a column would not do. */
  readonly name?: ProgramText;
}

const FORMS: Readonly<Record<GroupingName, Form>> = {
  day: { alone: 'trend', across: 1 },
  hour: { alone: 'columns', across: 2 },
  week: { alone: 'trend', across: 3 },
  month: { alone: 'trend', across: 4 },
  weekday: { alone: 'columns', across: 5 },
  rating: { alone: 'rows', across: 6 },
  started_by: { alone: 'rows', across: 7, name: trusted`who started them` },
  ended_by: { alone: 'rows', across: 8, name: trusted`who ended them` },
  transferred: { alone: 'rows', across: 9, name: trusted`transfer` },
  country: { alone: 'rows', across: 10 },
  agent: { alone: 'rows', across: 11 },
  visitor: { alone: 'rows', across: 12 },
};

/** By what a period without groups is drawn: the first that is long enough for it. */
const STEPS: readonly { readonly days: number; readonly by: Grouping }[] = [
  { days: 1, by: hour },
  { days: 92, by: day },
  { days: 731, by: week },
  { days: Number.POSITIVE_INFINITY, by: month },
];

/** The most that can be told apart: on the one side, or on both sides of a heat map, of which the second one lies across. */
const MOST = { trend: [400], columns: [31], rows: [20], 'heat map': [24, 100] } as const;

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
  readonly kind: Form['alone'] | 'heat map';
  readonly sides: readonly Side[];
}

/** What is drawn for a question; undefined where it asks for no picture. */
export function chartedOf(
  { chart, order_by: by, metrics: [first] = [] }: Pick<PerformanceArguments, 'chart' | 'order_by' | 'metrics'>,
  groupings: readonly Grouping[],
  period: Period,
): Charted | undefined {
  if (chart !== true) return undefined;
  const named = METRICS.find(({ name }) => name === by) ?? METRICS.find(({ name }) => name === first);
  const metric: Metric = named ?? chats;
  if (groupings.length === 0) {
    const days = lengthInDays(period);
    // What went on beside an agent's chats is known of whole days in a row.
    const step = STEPS.find((one) => days <= one.days && (metric.scope !== 'agent' || !one.by.cuts));
    return chartedBy(metric, step === undefined ? [] : [step.by], 'trend');
  }
  const [one, other] = groupings.map(formOf);
  return chartedBy(metric, groupings, other === undefined ? (one?.alone ?? 'rows') : 'heat map');
}

function chartedBy(metric: Metric, groupings: readonly Grouping[], kind: Charted['kind']): Charted {
  const sides = groupings
    .map((grouping, index) => ({ grouping, index, across: formOf(grouping)?.across ?? 0 }))
    .sort((one, other) => other.across - one.across);
  return {
    metric,
    groupings,
    kind,
    sides: sides.map(({ grouping, index }, place) => ({
      grouping,
      name: formOf(grouping)?.name ?? grouping.label,
      index,
      most: MOST[kind][place] ?? 0,
    })),
  };
}

function formOf(grouping: Grouping): Form | undefined {
  const name = GROUPINGS.find((one) => one === grouping)?.name;
  return name && FORMS[name];
}
