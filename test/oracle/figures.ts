import { keysOfMetric } from '../../src/figures/kinds/keys.ts';
import { METRICS } from '../../src/figures/metrics/catalogue.ts';
import type { Metric } from '../../src/figures/metrics/metric.ts';
import { expect } from 'vitest';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { median, p90, statistics } from './truth.ts';

// The figures of some chats, in the shape in which an answer has them.

/** Holds for numbers that are this one, rounded to so many places. */
export function near(value: number, places: number): unknown {
  return {
    asymmetricMatch: (other: unknown) =>
      typeof other === 'number' && Math.abs(other - value) <= 0.5 * 10 ** -places + 1e-9,
    toString: () => `${value} to ${places} places`,
  };
}

export const spread = (values: readonly number[]): unknown =>
  values.length === 0
    ? { n: 0 }
    : {
        n: values.length,
        mean: near(mean(values), 1),
        median: near(median(values) ?? Number.NaN, 1),
        p90: near(p90(values) ?? Number.NaN, 1),
        max: near(Math.max(...values), 1),
      };

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The ratings of some chats, on the scale on which a star counts `star`. */
const ratingsOf = (chats: readonly Chat[], star: number): number[] =>
  chats.flatMap(({ rating }) => (rating === undefined ? [] : [rating * star]));

/** The metrics of some chats as an answer gives them, with ratings on a scale of the service. A rate of nothing is absent. */
export function metricsOf(chats: readonly Chat[], star = 1): Record<string, unknown> {
  const { volume, missed, served, waits, durations, transferred } = statistics(chats);
  const rated = ratingsOf(chats, star);
  return {
    chats: volume,
    missed,
    missed_of: volume,
    served,
    ...(volume > 0 && { missed_rate: near(missed / volume, 4) }),
    wait_seconds: spread(waits),
    duration_seconds: spread(durations),
    transferred,
    transferred_of: served,
    ...(served > 0 && { transfer_rate: near(transferred / served, 4) }),
    rating: {
      n: rated.length,
      ...(rated.length > 0 && { mean: near(mean(rated), 2) }),
      distribution: countsOf(rated),
      ...(served > 0 && { response_rate: near(rated.length / served, 4) }),
    },
  };
}

function countsOf(values: readonly number[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));
}

/** Of metrics, what the rows of any selection tell: what is asked for beside has tests of its own. */
export function ofRows(metrics: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metrics ?? {}).filter(([name]) => !BESIDE.has(name)));
}

const OF_ROWS: readonly string[] = [
  'chats',
  'missed',
  'served',
  'wait',
  'service_level',
  'duration',
  'transferred',
  'rating',
];

const BESIDE: ReadonlySet<string> = new Set(
  METRICS.filter(({ name }) => !OF_ROWS.includes(name)).flatMap((metric: Metric) => [
    ...Object.keys(metric.kind.shape(metric)),
    keysOfMetric(metric).change,
  ]),
);

/** Every metric there is, by the name that a question gives it. */
export const EVERY_METRIC = METRICS.map(({ name }) => name);

/** The same of one agent's chats: missed chats of this world name no agent, so nothing can be said of them. */
export function agentMetricsOf(chats: readonly Chat[], star = 1): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metricsOf(chats, star)).filter(([name]) => !['missed', 'missed_of', 'missed_rate'].includes(name)),
  );
}

const A_VERDICT: unknown = expect.stringMatching(/^(?:beyond_chance|within_chance|not_tested)$/);

const COUNTS: ReadonlySet<string> = new Set([
  'chats',
  'missed',
  'missed_of',
  'served',
  'transferred',
  'transferred_of',
]);

/** Metrics of several weeks as those of one: counts are their mean, all else is of all their chats. */
export function meanOfWeeks(metrics: Readonly<Record<string, unknown>>, weeks: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, COUNTS.has(name) ? Number(value) / weeks : value]),
  );
}

/** The change of the main figures since earlier chats, or since the mean of so many weeks of them; what rests on few chats says so. */
export function changeOf(
  before: readonly Chat[],
  now: readonly Chat[],
  isOfAgent: boolean,
  star = 1,
  weeks = 1,
): Record<string, unknown> {
  const figures = (chats: readonly Chat[], weeks: number): Record<string, readonly [number | undefined, number]> => {
    const { volume, missed, served, waits, durations, transferred } = statistics(chats);
    const rated = ratingsOf(chats, star);
    return {
      chats: [volume / weeks, volume],
      served: [served / weeks, served],
      missed_rate: [volume === 0 ? undefined : missed / volume, volume],
      wait_seconds_median: [median(waits), waits.length],
      duration_seconds_median: [median(durations), durations.length],
      transfer_rate: [served === 0 ? undefined : transferred / served, served],
      rating_mean: [rated.length === 0 ? undefined : mean(rated), rated.length],
    };
  };
  const [earlier, later] = [figures(before, weeks), figures(now, 1)];
  return Object.fromEntries(
    Object.entries(later).flatMap(([name, [value, n]]) => {
      const [old, oldN = 0] = earlier[name] ?? [];
      if (old === undefined || value === undefined || (isOfAgent && name === 'missed_rate')) return [];
      const absolute = near(value - old, 4);
      return [
        [
          name,
          {
            absolute,
            ...(old !== 0 && { relative: near((value - old) / old, 4) }),
            // Whether chance does as much is tried on desks without a cause.
            verdict: A_VERDICT,
            ...(Math.min(n, oldN) < 20 && { few: true, verdict: 'not_tested' }),
          },
        ],
      ];
    }),
  );
}

/** The keys with the highest figure, in order: several where they are equal as answers round them, to a tenth. */
export function keysWithMost(figures: Iterable<readonly [string, number | undefined]>): string[] {
  const known = [...figures].flatMap(([key, figure]) =>
    figure === undefined ? [] : [{ key, figure: Math.round(figure * 10) / 10 }],
  );
  const most = Math.max(...known.map(({ figure }) => figure));
  return known
    .filter(({ figure }) => figure === most)
    .map(({ key }) => key)
    .sort();
}
