import { z } from 'zod';
import {
  COLUMNS_OF_GROUPS,
  METRICS,
  metricsNamed,
  METRICS_OF_GROUPS,
  METRICS_OF_OVERVIEW,
  type MetricName,
} from '../../figures/metrics/catalogue.ts';
import { GROUPINGS } from '../../figures/groupings/catalogue.ts';
import {
  agentArgument,
  chartArgument,
  periodArguments,
  workingTimeArguments,
  namesArgument,
} from '../../answers/selection/arguments.ts';
import { rowCursorArgument } from '../../answers/rows/row-cursor.ts';
import { COMPARISONS, SAME_WEEKDAYS } from '../../model/calendar/period.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { InvalidArgument } from '../../model/errors.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import type { Metric } from '../../figures/metrics/metric.ts';

const METRIC_NAMES = METRICS.map(({ name }) => name);
const GROUPING_NAMES = GROUPINGS.map(({ name }) => name);

/** The most groups of a page. */
export const MAX_GROUPS = 100;

/** The most groups that a view is handed at once: each hour of a week, each day of a year, all agents of a large desk. */
export const MAX_GROUPS_OF_VIEW = 400;

export const performanceArguments = z.strictObject({
  ...periodArguments,
  ...workingTimeArguments,
  compare_to: z.enum([...COMPARISONS, SAME_WEEKDAYS]).optional(),
  metrics: namesArgument(METRIC_NAMES).optional(),
  group_by: namesArgument(GROUPING_NAMES, 2).optional().describe('At most two.'),
  order_by: z
    .enum(['group', ...METRIC_NAMES])
    .meta(advertisedAs({ type: 'string', description: 'group, or a metric (shares by count).' }))
    .optional(),
  ascending: z.boolean().optional(),
  limit: z
    .int()
    .min(1)
    .max(MAX_GROUPS)
    .meta(advertisedAs({ type: 'integer', description: `At most ${MAX_GROUPS}.` }))
    .optional(),
  agent: agentArgument,
  transcripts: z
    .enum(['sample', 'all', 'loaded'])
    .default('sample')
    .describe('Response times: all is exact, also of replies; loaded reads none.'),
  offline_messages: z.boolean().default(false).describe('With replies and backlog.'),
  service_level_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .meta(advertisedAs({ type: 'integer', description: 'Share answered within.' }))
    .optional(),
  chart: chartArgument,
  cursor: rowCursorArgument,
});
export type PerformanceArguments = z.output<typeof performanceArguments>;

/** Refuses what says something of groups where none are asked for. Throws InvalidArgument. */
export function requireGroups({ group_by, order_by, ascending, limit }: PerformanceArguments): void {
  if (group_by !== undefined || (order_by === undefined && ascending === undefined && limit === undefined)) return;
  throw new InvalidArgument('order_by, ascending and limit need group_by.', 'Add it, or leave them out.');
}

/** The metrics of an answer's data: those that are named, or what is usual; a promised time is told with any of these. */
export function metricsShown(args: PerformanceArguments, groupings: readonly Grouping[]): Metric[] {
  if (args.metrics !== undefined) return metricsNamed(args.metrics);
  if (groupings.length === 0) return [...METRICS];
  return metricsNamed([...METRICS_OF_GROUPS, ...besideOf(args)]);
}

/** The metrics that its words tell, which are fewer where a question names none: a person asks for the others. */
export function metricsSaid(args: PerformanceArguments, groupings: readonly Grouping[]): Metric[] {
  if (args.metrics !== undefined) return metricsNamed(args.metrics);
  return metricsNamed(groupings.length === 0 ? METRICS_OF_OVERVIEW : [...COLUMNS_OF_GROUPS, ...besideOf(args)]);
}

/** What other arguments of a question about groups ask for without naming it. */
function besideOf({ service_level_seconds: promise, order_by: by, transcripts }: PerformanceArguments): MetricName[] {
  return [
    ...(promise === undefined ? [] : (['service_level'] as const)),
    ...(by === undefined || by === 'group' ? [] : [by]),
    // Only where each group may have it: of a sample, few groups have enough.
    ...(transcripts === 'all' ? (['first_response'] as const) : []),
  ];
}
