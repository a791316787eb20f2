import { z } from 'zod';
import { VERDICTS, type Change } from '../../figures/change.ts';
import type { Datum } from '../../figures/kinds/figure.ts';
import { METRICS } from '../../figures/metrics/catalogue.ts';
import { keysOfMetric } from '../../figures/kinds/keys.ts';
import type { Figures, Metric } from '../../figures/metrics/metric.ts';
import { spelledOutElsewhere } from '../../answers/tool.ts';

/** The shapes of a metric's figure, by its keys. */
function shapesOf(metric: Metric): (readonly [string, z.ZodType<Datum | undefined>])[] {
  return Object.entries(metric.kind.shape(metric));
}

const spelledOut = new Set<string>();

/** The figures of a selection of chats. Only the first of a kind is spelled out where they are advertised. */
export const FiguresShape = z.strictObject(
  Object.fromEntries(
    METRICS.flatMap((metric: Metric) => {
      const isFirst = !spelledOut.has(metric.kind.name);
      spelledOut.add(metric.kind.name);
      return shapesOf(metric).map(([key, shape]) => {
        const inner = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
        return [
          key,
          isFirst || !(inner instanceof z.ZodObject) ? shape : spelledOutElsewhere(inner).optional(),
        ] as const;
      });
    }),
  ),
);

/** Figures as data. */
export function figuresData(figures: Figures): Record<string, Datum> {
  return Object.fromEntries([...figures].flatMap(([metric, figure]) => Object.entries(figure.data(metric))));
}

/** The definitions of some metrics as data, by the key of their figure. */
export function definitionsData(metrics: readonly Metric[]): Record<string, string> {
  return Object.fromEntries(metrics.map((metric) => [keysOfMetric(metric).figure, metric.definition]));
}

/** By how much a figure changed. */
export const ChangeShape = z.strictObject({
  absolute: z.number(),
  relative: z.number().optional(),
  daily: z.number().optional(),
  few: z.literal(true).optional(),
  verdict: z.enum(VERDICTS),
});

/** Changes as data, by the keys of the numbers that changed. */
export function changesData(changes: ReadonlyMap<Metric, Change>): Record<string, Change> {
  return Object.fromEntries([...changes].map(([metric, change]) => [keysOfMetric(metric).change, change]));
}
