/** The spread of values, of durations in seconds mostly; with none, only their number. */
export interface Spread {
  readonly n: number;
  readonly mean?: number;
  readonly median?: number;
  readonly p90?: number;
  readonly max?: number;
}

/** Returns mean, median (or the mean of the two in the middle), 90th percentile (nearest rank) and maximum of values. */
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

/** Few values are simply sorted. */
const MAX_SORTED = 2000;

/** The number of buckets into which more values are put first. */
const BUCKETS = 4096;

/**
 * Returns the values that stand at some places, from 0, when the values are sorted from the lowest; it does not sort them all, of
 * which a year has hundreds of thousands.
 * @param places in order
 */
export function valuesAt(values: Float64Array, places: readonly number[]): number[] {
  if (values.length <= MAX_SORTED) {
    const sorted = values.toSorted();
    return places.map((place) => sorted[place] ?? Number.NaN);
  }
  const count = values.length;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < count; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (lowest === highest) return places.map(() => lowest);
  const scale = (BUCKETS - 1) / (highest - lowest);
  const buckets = new Uint16Array(count);
  const counts = new Uint32Array(BUCKETS);
  for (let index = 0; index < count; index += 1) {
    const bucket = Math.floor(((values[index] ?? Number.NaN) - lowest) * scale);
    buckets[index] = bucket;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let before = 0;
  const found: number[] = [];
  for (let bucket = 0; bucket < BUCKETS && found.length < places.length; bucket += 1) {
    const length = counts[bucket] ?? 0;
    const start = before;
    before += length;
    const within = places.slice(found.length).filter((place) => place < start + length);
    if (within.length === 0) continue;
    const own = valuesIn(bucket, values, buckets, length);
    found.push(
      ...valuesAt(
        own,
        within.map((place) => place - start),
      ),
    );
  }
  return found;
}

function valuesIn(bucket: number, values: Float64Array, buckets: Uint16Array, length: number): Float64Array {
  const own = new Float64Array(length);
  let place = 0;
  for (let index = 0; place < length; index += 1) {
    if (buckets[index] !== bucket) continue;
    own[place] = values[index] ?? Number.NaN;
    place += 1;
  }
  return own;
}
