import { seconds, type Seconds } from '../model/units.ts';
import { ascending } from './ascending.ts';

/** How durations are spread; with none, only their number. */
export interface Spread {
  readonly n: number;
  readonly mean?: Seconds;
  readonly median?: Seconds;
  readonly p90?: Seconds;
  readonly max?: Seconds;
}

/**
 * Mean, median (the middle value, or the mean of the two in the middle), 90th percentile (nearest rank) and maximum,
 * in seconds.
 */
export function spreadOf(values: readonly Seconds[] | Float64Array): Spread {
  const sorted = ascending(values);
  const n = sorted.length;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  if (n === 0) return { n };
  return {
    n,
    mean: seconds(sorted.reduce((sum, value) => sum + value, 0) / n),
    median: seconds((at(Math.floor((n - 1) / 2)) + at(Math.ceil((n - 1) / 2))) / 2),
    p90: seconds(at(Math.ceil(0.9 * n) - 1)),
    max: seconds(at(n - 1)),
  };
}
