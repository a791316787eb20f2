import type { Point } from '../../charts/chart.ts';
import type { Figure, Kind } from '../../figures/kinds/figure.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { rounded } from '../../model/words/number.ts';

/**
 * What is drawn of a figure, rounded as in data: its main number, with its interval where it is estimated, else with the 90th
 * percentile of a median. An estimate without an interval is not drawn: it would look as exact as one that is no estimate.
 */
export function numbersOf({ main, sample }: Figure, { decimals }: Kind): Omit<Point, 'read'> {
  const isEstimated = sample?.estimated === true;
  if (main === undefined || (isEstimated && main.interval === undefined)) return {};
  const round = (value: number) => rounded(value, decimals);
  const interval = main.interval && ([round(main.interval[0]), round(main.interval[1])] as const);
  return { value: round(main.value), ...omitUndefined({ interval, p90: mapKnown(main.p90, round) }) };
}
