import { z } from 'zod';
import type { Change } from '../../insights/figures/change.ts';
import type { Sampled } from '../../insights/statistics/estimates.ts';
import type { Figure } from '../../insights/kinds/figure.ts';
import { METRICS } from '../../insights/metrics/catalogue.ts';
import { keysOfMetric, type Figures, type Metric } from '../../insights/metrics/metric.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Spread } from '../../insights/statistics/quantiles.ts';
import { advertisedAs, spelledOutElsewhere } from '../../answers/tool.ts';
import { rounded } from '../../model/words/number.ts';

// Figures as data: their shape and how they are rounded follow from the kind of the metric.

const SpreadShape = z.strictObject({
  n: z.number(),
  mean: z.number().optional(),
  median: z.number().optional(),
  p90: z.number().optional(),
  max: z.number().optional(),
});

const sampled = {
  population: z.number(),
  sampled: z.number(),
  estimated: z.boolean(),
  ci95: z.array(z.number()).optional(),
};

/** A spread of all or of a sample, with its interval. */
export const EstimatedSpreadShape = SpreadShape.extend(sampled);

/** The shapes of a metric's keys. Only the first of a kind is spelled out where it is advertised. */
function shapesOf(metric: Metric, isFirst: boolean): Record<string, z.ZodType<Datum | undefined>> {
  const { figure, of, rate, unknown } = keysOfMetric(metric);
  const told = <Shape extends z.ZodObject>(shape: Shape) => (isFirst ? shape : spelledOutElsewhere(shape)).optional();
  const number = z.number().optional();
  switch (metric.kind) {
    case 'count':
    case 'hourly':
      return { [figure]: number };
    case 'share':
      return { [figure]: number, [of]: number, [rate]: number, [unknown]: number };
    case 'spread':
      return { [figure]: told(SpreadShape) };
    case 'distinct':
      return { [figure]: told(z.strictObject({ n: z.number(), served: number })) };
    case 'rating':
      return {
        [figure]: told(
          z.strictObject({
            n: z.number(),
            mean: number,
            distribution: z.record(z.string(), z.number()).meta(advertisedAs({ type: 'object' })),
            response_rate: number,
          }),
        ),
      };
    case 'service level':
      return {
        [figure]: spelledOutElsewhere(
          z.strictObject({ seconds: z.number(), answered_within: z.number(), rate: number, rate_of_served: number }),
        ).optional(),
      };
    case 'concurrency':
      return {
        [figure]: spelledOutElsewhere(
          z.strictObject({ mean: z.number(), peak: z.number(), limit: number, at_limit: number }),
        ).optional(),
      };
    case 'estimated spread':
      return { [figure]: told(EstimatedSpreadShape.extend(withoutOf(metric, number))) };
    case 'estimated share':
      return {
        [figure]: spelledOutElsewhere(
          z.strictObject({ ...sampled, [metric.name]: z.number(), rate: number }),
        ).optional(),
      };
  }
}

/** The key of those in which nothing came about: `never_answered`. */
function withoutOf<Value>({ without }: Metric, value: Value): Record<string, Value> {
  return without === undefined ? {} : { [without.replaceAll(' ', '_')]: value };
}

type Datum = number | boolean | readonly number[] | { readonly [key: string]: Datum | undefined };

const spelledOut = new Set<Figure['kind']>();

/** The figures of a selection of chats. */
export const FiguresShape = z.strictObject(
  Object.fromEntries(
    METRICS.flatMap((metric) => {
      const isFirst = !spelledOut.has(metric.kind);
      spelledOut.add(metric.kind);
      return Object.entries(shapesOf(metric, isFirst));
    }),
  ),
);

/** Figures as data: seconds to a tenth, rates to four decimals, means to two. */
export function figuresData(figures: Figures): Record<string, Datum> {
  return Object.fromEntries([...figures].flatMap(([metric, figure]) => Object.entries(figureData(metric, figure))));
}

function figureData(metric: Metric, figure: Figure): Record<string, Datum> {
  const keys = keysOfMetric(metric);
  switch (figure.kind) {
    case 'count':
      return { [keys.figure]: figure.count };
    case 'hourly':
      return { [keys.figure]: rounded(figure.rate, 2) };
    case 'share':
      return {
        // Of those of which it is known; where it is of none, no zero may be taken for an answer.
        ...((figure.of > 0 || figure.unknown === 0) && { [keys.figure]: figure.count, [keys.of]: figure.of }),
        ...(figure.of > 0 && { [keys.rate]: rounded(figure.count / figure.of, 4) }),
        ...(figure.unknown > 0 && { [keys.unknown]: figure.unknown }),
      };
    case 'spread':
      return { [keys.figure]: spreadData(figure) };
    case 'distinct':
      return { [keys.figure]: omitUndefined({ n: figure.n, served: figure.served }) };
    case 'rating':
      return {
        [keys.figure]: omitUndefined({
          n: figure.n,
          distribution: { ...figure.distribution },
          mean: mapKnown(figure.mean, (mean) => rounded(mean, 2)),
          ...(figure.served > 0 && { response_rate: rounded(figure.n / figure.served, 4) }),
        }),
      };
    case 'service level':
      return {
        [keys.figure]: {
          seconds: figure.seconds,
          answered_within: figure.answeredWithin,
          ...rateData('rate', figure.answeredWithin, figure.offered),
          ...rateData('rate_of_served', figure.answeredWithin, figure.served),
        },
      };
    case 'concurrency':
      return {
        [keys.figure]: omitUndefined({
          mean: rounded(figure.mean, 2),
          peak: figure.peak,
          limit: figure.limit,
          at_limit: mapKnown(figure.atLimit, (atLimit) => rounded(atLimit, 4)),
        }),
      };
    case 'estimated spread':
      return { [keys.figure]: { ...estimatedSpreadData(figure), ...withoutOf(metric, figure.without ?? 0) } };
    case 'estimated share':
      return {
        [keys.figure]: omitUndefined({
          ...sampledData(figure, 4),
          [metric.name]: figure.count,
          rate: mapKnown(figure.rate, (rate) => rounded(rate, 4)),
        }),
      };
  }
}

function rateData(key: string, part: number, whole = 0): Record<string, number> {
  return whole === 0 ? {} : { [key]: rounded(part / whole, 4) };
}

/** An estimated spread as data, to a tenth. */
export function estimatedSpreadData(spread: Spread & Sampled & { readonly ci95?: readonly number[] }) {
  return { ...spreadData(spread), ...sampledData(spread, 1) };
}

function sampledData(
  { population, sampled, estimated, ci95 }: Sampled & { readonly ci95?: readonly number[] },
  decimals: number,
) {
  return omitUndefined({
    population,
    sampled,
    estimated,
    ci95: mapKnown(ci95, (ci95) => ci95.map((bound) => rounded(bound, decimals))),
  });
}

function spreadData({ n, mean, median, p90, max }: Spread): z.input<typeof SpreadShape> {
  if (mean === undefined || median === undefined || p90 === undefined || max === undefined) return { n };
  return { n, mean: rounded(mean, 1), median: rounded(median, 1), p90: rounded(p90, 1), max: rounded(max, 1) };
}

/** By how much a figure changed. */
export const ChangeShape = z.strictObject({
  absolute: z.number(),
  relative: z.number().optional(),
  few: z.literal(true).optional(),
  uncertain: z.literal(true).optional(),
});

/** Changes as data, by the keys of the numbers that changed. */
export function changesData(changes: ReadonlyMap<Metric, Change>): Record<string, Change> {
  return Object.fromEntries([...changes].map(([metric, change]) => [keysOfMetric(metric).change, change]));
}
