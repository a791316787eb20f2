import type { Figure as Drawn } from '../../charts/chart.ts';
import { FEW_VALUES } from '../../figures/statistics/chance.ts';
import { mainOf } from '../../figures/figure-view.ts';
import { isMovedByChance } from '../../figures/figure-words.ts';
import type { Figure } from '../../figures/kinds/figure.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { rounded } from '../../model/words/number.ts';

/**
 * What is drawn of a figure, as data and tables have it: its main number, with its interval where it is estimated, else with the 90th
 * percentile of a median. An estimate without an interval is not drawn: it would look as exact as one that is no estimate. It is marked
 * where its group has few chats, as in tables.
 */
export function drawnFigure(metric: Metric, figure: Figure, chats: number): Drawn | undefined {
  const { main, sample } = figure;
  const told = mainOf(metric, figure);
  const isEstimated = sample?.estimated === true;
  if (main === undefined || told === undefined || (isEstimated && main.interval === undefined)) return undefined;
  const round = (value: number) => rounded(value, metric.kind.decimals);
  return omitUndefined({
    ...told,
    interval: main.interval && ([round(main.interval[0]), round(main.interval[1])] as const),
    p90: mapKnown(main.p90, round),
    few: chats < FEW_VALUES && isMovedByChance(metric) ? (true as const) : undefined,
  });
}
