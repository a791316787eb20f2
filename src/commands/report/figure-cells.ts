import { z } from 'zod';
import { keysOfMetric } from '../../insights/kinds/keys.ts';
import type { Metric } from '../../insights/metrics/metric.ts';
import type { ChangesData, FiguresData } from './report-data.ts';
import { rounded, signOf } from '../../model/words/number.ts';
import { durationText, fineDurationText } from '../../model/words/duration.ts';
import { percent, percentText, pointsText } from '../../model/words/share.ts';

const Share = z.tuple([z.number(), z.number()]);
const Spread = z.object({ n: z.number(), mean: z.number(), median: z.number(), p90: z.number() });
const Sampled = z.object({
  population: z.number(),
  sampled: z.number(),
  estimated: z.boolean(),
  ci95: z.tuple([z.number(), z.number()]).optional(),
});
const Distinct = z.object({ n: z.number() });
const Rating = z.object({
  n: z.number(),
  mean: z.number(),
  response_rate: z.number().optional(),
  distribution: z.record(z.string(), z.number()),
});
const Concurrency = z.object({ mean: z.number(), peak: z.number() });
const Rate = Sampled.extend({ rate: z.number() });

/** A figure of some data as a cell of a table; undefined where the data do not tell it. */
export function figureCell(metric: Metric, data: FiguresData): string | undefined {
  const keys = keysOfMetric(metric);
  const value = data[keys.figure];
  switch (metric.kind.name) {
    case 'count':
    case 'hourly':
      return told(z.number(), value, String);
    case 'share':
      return told(Share, [value, data[keys.of]], ([count, of]) =>
        of === 0 ? undefined : `${count} of ${of}, ${percentText(count / of)}`,
      );
    case 'spread':
      return told(Spread, value, (spread) => spreadWords(metric, spread));
    case 'distinct':
      return told(Distinct, value, ({ n }) => String(n));
    case 'rating':
      return told(
        Rating,
        value,
        ({ n, mean, response_rate: rate }) =>
          `${rounded(mean, 2)} (${n} rated${rate === undefined ? '' : `, ${percentText(rate)} of served`})`,
      );
    case 'concurrency':
      return told(Concurrency, value, ({ mean, peak }) => `${rounded(mean, 1)} on average, ${peak} at most`);
    case 'estimated spread':
      return told(
        Spread.and(Sampled),
        value,
        (spread) => `${spreadWords(metric, spread)}${sampleWords(spread, (bound) => amount(metric, bound))}`,
      );
    case 'estimated share':
      return told(Rate, value, (share) => `${percentText(share.rate)}${sampleWords(share, percentText)}`);
    case 'service level':
      // It is told of a promise, and a report names none.
      return undefined;
  }
}

function told<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  words: (value: z.output<Shape>) => string | undefined,
): string | undefined {
  const { data, success } = shape.safeParse(value);
  return success ? words(data) : undefined;
}

function spreadWords(metric: Metric, { median, p90 }: z.infer<typeof Spread>): string {
  return `median ${amount(metric, median)}, p90 ${amount(metric, p90)}`;
}

/** The label of a metric; that of ratings with what `all` figures show of their scale: `rating (seen 1 to 5)`. */
export function labelWords(metric: Metric, all: FiguresData): string {
  if (metric.kind.name !== 'rating') return metric.label;
  const { data } = Rating.safeParse(all[keysOfMetric(metric).figure]);
  const given = Object.keys(data?.distribution ?? {}).map(Number);
  return given.length < 2 ? metric.label : `${metric.label} (seen ${Math.min(...given)} to ${Math.max(...given)})`;
}

function amount({ kind: { unit } }: Metric, value: number): string {
  return unit === 'seconds' ? durationText(value) : String(rounded(value, 1));
}

function sampleWords(
  { population, sampled, estimated, ci95 }: z.infer<typeof Sampled>,
  bound: (value: number) => string,
): string {
  if (!estimated) return '';
  const interval = ci95 === undefined ? '' : `; 95 % interval ${bound(ci95[0])} to ${bound(ci95[1])}`;
  return ` (estimated from ${sampled} of ${population} chats${interval})`;
}

/** By how much a figure changed, as a cell; marked * where chance alone may move it so, (?) where it is not sure at all. */
export function changeCell(metric: Metric, changes: ChangesData): string | undefined {
  const change = changes[keysOfMetric(metric).change];
  if (change === undefined) return undefined;
  const { absolute, relative = 0, few, uncertain } = change;
  const sign = signOf(absolute);
  const words = sizeWords(metric, Math.abs(absolute));
  if (words === undefined) return 'unchanged';
  const isTold = !isShare(metric) && Math.abs(relative) >= LEAST_TOLD;
  const inRelation = isTold ? ` (${sign}${percentText(Math.abs(relative))})` : '';
  return `${sign}${words}${inRelation}${few === true ? '*' : ''}${uncertain === true ? ' (?)' : ''}`;
}

/** A tenth of a percent: less is told as it is alone. */
const LEAST_TOLD = 0.0005;

function isShare({ kind: { name: kind } }: Metric): boolean {
  return kind === 'share' || kind === 'estimated share';
}

/** The size of a change; undefined where it is too small to be told. */
function sizeWords(metric: Metric, size: number): string | undefined {
  const number = isShare(metric) ? percent(size) : rounded(size, metric.kind.name === 'rating' ? 2 : 1);
  if (number === 0) return undefined;
  if (isShare(metric)) return pointsText(size);
  return metric.kind.unit === 'seconds' ? fineDurationText(size) : String(number);
}
