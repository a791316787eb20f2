import type { Point } from '../../charts/chart.ts';
import { mainOf } from '../../figures/figure-view.ts';
import type { Figure } from '../../figures/kinds/figure.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { rounded } from '../../model/words/number.ts';

/**
 * What is drawn of a figure, as data and tables have it: its main number, with its interval where it is estimated, else with the 90th
 * percentile of a median. An estimate without an interval is not drawn: it would look as exact as one that is no estimate.
 */
export function numbersOf(metric: Metric, figure: Figure): Omit<Point, 'read'> {
  const { main, sample } = figure;
  const isEstimated = sample?.estimated === true;
  if (main === undefined || (isEstimated && main.interval === undefined)) return {};
  const round = (value: number) => rounded(value, metric.kind.decimals);
  const interval = main.interval && ([round(main.interval[0]), round(main.interval[1])] as const);
  return { ...mainOf(metric, figure), ...omitUndefined({ interval, p90: mapKnown(main.p90, round) }) };
}
