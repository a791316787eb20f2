import { z } from 'zod';
import { EXPLAINED_METRICS } from '../../insights/changes/facets.ts';
import { COMPARISONS } from '../../model/calendar/period.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { agentArgument, briefChartArgument, periodArguments } from '../../answers/selection/arguments.ts';

export const changeArguments = z.strictObject({
  metric: z
    .enum(EXPLAINED_METRICS.map(({ name }) => name))
    .meta(advertisedAs({ type: 'string', description: 'As in get_support_performance.' })),
  ...periodArguments,
  period: periodArguments.period.describe('As there.'),
  compare_to: z.enum(COMPARISONS).default('previous_period'),
  agent: agentArgument,
  service_level_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .meta(advertisedAs({ type: 'integer' }))
    .optional(),
  chart: briefChartArgument,
});
export type ChangeArguments = z.output<typeof changeArguments>;

/** Refuses a service level without the time that it is about, and that time with anything else. Throws InvalidArgument. */
export function requirePromise({ metric, service_level_seconds: promise }: ChangeArguments): void {
  if ((metric === 'service_level') === (promise !== undefined)) return;
  throw promise === undefined
    ? new InvalidArgument(
        'The metric service_level needs service_level_seconds.',
        'Add the time in seconds within which a chat must be answered.',
      )
    : new InvalidArgument('service_level_seconds needs the metric service_level.', 'Leave it out, or use that metric.');
}
