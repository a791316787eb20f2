import { valuesAt } from './ranked.ts';

/** How values are spread, durations in seconds mostly; with none, only their number. */
export interface Spread {
  readonly n: number;
  readonly mean?: number;
  readonly median?: number;
  readonly p90?: number;
  readonly max?: number;
}

/**
 * Mean, median (the middle value, or the mean of the two in the middle), 90th percentile (nearest rank) and maximum, in
 * the unit of the values.
 */
export function spreadOf(values: ArrayLike<number>): Spread {
  const n = values.length;
  if (n === 0) return { n };
  const all = values instanceof Float64Array ? values : Float64Array.from(values);
  const places = [Math.floor((n - 1) / 2), Math.ceil((n - 1) / 2), Math.ceil(0.9 * n) - 1];
  const [low = Number.NaN, high = Number.NaN, p90 = Number.NaN] = valuesAt(all, places);
  let [sum, max] = [0, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < n; index += 1) {
    const value = all[index] ?? Number.NaN;
    sum += value;
    if (value > max) max = value;
  }
  return { n, mean: sum / n, median: (low + high) / 2, p90, max };
}
