import type { Point, Unit } from '../../charts/chart.ts';
import { mainNumberOf } from '../../insights/figures/change.ts';
import type { Figure } from '../../insights/kinds/figure.ts';
import type { Metric } from '../../insights/metrics/metric.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { rounded } from '../../model/words/number.ts';

// Figures in a picture: what is drawn of one follows from its kind, as its words and its data do.

/** What the number of a kind of figure counts, and to how many places data have it. */
const DRAWN: Readonly<Record<Figure['kind'], { readonly unit: Unit; readonly decimals: number }>> = {
  count: { unit: 'chats', decimals: 0 },
  share: { unit: 'share', decimals: 4 },
  spread: { unit: 'number', decimals: 1 },
  distinct: { unit: 'number', decimals: 0 },
  rating: { unit: 'rating', decimals: 2 },
  'service level': { unit: 'share', decimals: 4 },
  concurrency: { unit: 'number', decimals: 2 },
  hourly: { unit: 'number', decimals: 2 },
  'estimated spread': { unit: 'number', decimals: 1 },
  'estimated share': { unit: 'share', decimals: 4 },
};

/** What the numbers of a metric count in a picture. */
export function unitOf({ kind, unit }: Metric): Unit {
  return unit === 'seconds' ? 'seconds' : DRAWN[kind].unit;
}

/**
 * What is drawn of a figure, rounded as in data: its main number, with its interval where it is estimated, else with the 90th
 * percentile of a median. An estimate without an interval is not drawn: it would look as exact as one that is no estimate.
 */
export function numbersOf(figure: Figure): Omit<Point, 'read'> {
  const main = mainNumberOf(figure);
  const isEstimated = 'estimated' in figure && figure.estimated;
  if (main === undefined || (isEstimated && main.between === undefined)) return {};
  const round = (value: number) => rounded(value, DRAWN[figure.kind].decimals);
  const interval = main.between && ([round(main.between[0]), round(main.between[1])] as const);
  const p90 = 'p90' in figure && !isEstimated ? mapKnown(figure.p90, round) : undefined;
  return { value: round(main.value), ...omitUndefined({ interval, p90 }) };
}
