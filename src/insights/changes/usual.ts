import type { Steps } from '../../model/slices.ts';
import {
  eachOf,
  FACETS,
  increase,
  keysBy,
  NONE,
  sumOver,
  weekdayOf,
  type ChatTable,
  type Facet,
  type Periods,
} from './chat-table.ts';

/** Whether values are shares of chats or numbers. */
export type ValueKind = 'yes-no' | 'number';

/** What chats are compared by within the same days and hours; hours, within the same days. */
export type Within = Facet | 'hour';

/** What is usual for each value of what a chat is grouped by, and how much it is unsure. */
export interface Usual {
  readonly kind: ValueKind;
  /** Of each chat, by row: its effect on the log odds, or on the value itself, whatever its day was like. */
  readonly effect: Float64Array;
  /** Of each chat, by row. Over the reference it adds up to what was observed. */
  readonly baseline: Float64Array;
  /** How unsure what is usual of a key is: a standard deviation of its effect. */
  readonly doubt: (by: Within, key: number) => number;
  /** The variance of a value that the effects do not explain; 1 for yes-no figures. */
  readonly variance: number;
}

const SWEEPS = 3;
/** Effects are drawn towards none as if each part had this many events, or this many values, that are like all others. */
const PRIOR = { 'yes-no': 10, number: 16 } as const;
const MOST_LIKELY = 0.95;

const FITTED = ['day', 'weekday', 'hour', ...FACETS] as const;
type Fitted = (typeof FITTED)[number];

/** The keys of all rows by one grouping, and what is known of each key: its effect, and the weight of its evidence. */
interface Fit {
  readonly by: Fitted;
  readonly keyOf: (row: number) => number;
  readonly effects: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Fits what is usual to the chats outside of the period that is searched. Days are fitted, so that agents who worked on bad days are
 * not blamed for them.
 * @param all all rows, of which the reference are some
 */
export function* usualOf(
  table: ChatTable,
  all: Int32Array,
  reference: Int32Array,
  values: Float64Array,
  kind: ValueKind,
  periods: Periods,
): Steps<Usual> {
  const isShare = kind === 'yes-no';
  const count = reference.length;
  const sum = sumOver(reference, values);
  const expected = new Float64Array(count).fill(isShare ? (sum + 1) / (count + 2) : sum / count);
  const fits = FITTED.map((by) => fitBy(by, table, periods));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const fit of fits) yield* improve(fit, isShare, reference, values, expected);
  }
  let squares = 0;
  yield* eachOf(count, (place) => {
    squares += ((values[reference[place] ?? 0] ?? 0) - (expected[place] ?? 0)) ** 2;
  });
  const variance = isShare ? 1 : squares / Math.max(1, count - 1);
  const [effect, weekly] = [new Float64Array(values.length), new Float64Array(values.length)];
  yield* eachOf(all.length, (place) => {
    const row = all[place] ?? 0;
    for (const { by, keyOf, effects } of fits) {
      if (by !== 'day') increase(by === 'weekday' ? weekly : effect, row, effects[keyOf(row)] ?? 0);
    }
  });
  const baseline = effect.map((own, row) => {
    const told = own + (weekly[row] ?? 0);
    return isShare ? Math.min(MOST_LIKELY, (sum / count) * Math.exp(told)) : sum / count + told;
  });
  const told = sumOver(reference, baseline);
  const [scale, shift] = isShare ? [told > 0 ? sum / told : 1, 0] : [1, (sum - told) / count];
  yield* eachOf(baseline.length, (row) => {
    baseline[row] = (baseline[row] ?? 0) * scale + shift;
  });
  const doubt = (by: Within, key: number): number =>
    Math.sqrt(variance / ((fits.find((one) => one.by === by)?.weights[key] ?? 0) + PRIOR[kind]));
  return { kind, effect, baseline, doubt, variance };
}

function fitBy(by: Fitted, table: ChatTable, periods: Periods): Fit {
  const { day } = table;
  const made = (keyOf: Fit['keyOf'], size: number) => ({
    by,
    keyOf,
    effects: new Float64Array(size),
    weights: new Float64Array(size),
  });
  if (by === 'weekday') return made((row) => weekdayOf(day[row] ?? 0, periods), 7);
  const keys: ArrayLike<number> = by === 'day' ? day : keysBy(table, by);
  let [least, most] = [0, 0];
  for (let row = 0; row < keys.length; row += 1) {
    least = Math.min(least, keys[row] ?? 0);
    most = Math.max(most, keys[row] ?? 0);
  }
  return made((row) => (keys[row] ?? 0) - least, most - least + 1);
}

/** One step of the fit by one grouping: changes its effects and what is expected. */
function* improve(
  { by, keyOf, effects, weights }: Fit,
  isShare: boolean,
  reference: Int32Array,
  values: Float64Array,
  expected: Float64Array,
): Steps<void> {
  const sums = { observed: new Float64Array(effects.length), expected: new Float64Array(effects.length) };
  const counts = new Float64Array(effects.length);
  yield* eachOf(reference.length, (place) => {
    const row = reference[place] ?? 0;
    const key = keyOf(row);
    increase(sums.observed, key, values[row] ?? 0);
    increase(sums.expected, key, expected[place] ?? 0);
    increase(counts, key, 1);
  });
  const steps = effects.map((known, key) => {
    const [observed, usual, n] = [sums.observed[key] ?? 0, sums.expected[key] ?? 0, counts[key] ?? 0];
    weights[key] = isShare ? usual : n;
    // The prior holds for the whole effect, not for each sweep's step.
    if (n === 0 || (key === NONE && FACETS.some((facet) => facet === by))) return 0;
    if (!isShare) return (observed - usual + n * known) / (n + PRIOR.number) - known;
    const prior = PRIOR['yes-no'];
    return Math.log(Math.max(1e-9, observed + prior) / (usual * Math.exp(-known) + prior)) - known;
  });
  steps.forEach((step, key) => increase(effects, key, step));
  yield* eachOf(reference.length, (place) => {
    const [one, step] = [expected[place] ?? 0, steps[keyOf(reference[place] ?? 0)] ?? 0];
    expected[place] = isShare ? Math.min(MOST_LIKELY, one * Math.exp(step)) : one + step;
  });
}
