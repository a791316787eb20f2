import type { Agreement } from '../../model/codebook/codebook.ts';

/** A claim below this confidence is not made: 11 rows that all agree do not reach it, 12 do. */
export const MIN_CONFIDENCE = 0.75;
/** Rows are written while things happen, so proof need not be unanimous; more exceptions than this are a rule of their own. */
const NEARLY_ALL = 0.95;

/** The standard normal quantile of a 95 % interval. */
export const Z_95 = 1.959964;
/** The same of a 99.9 % interval. */
export const Z_999 = 3.290527;

/** The Wilson interval of the share that agrees, of 95 % where nothing else is said: of none asked, everything is possible. */
export function wilsonInterval({ n, agreeing }: Agreement, z = Z_95): readonly [number, number] {
  if (n === 0) return [0, 1];
  const share = agreeing / n;
  const middle = share + z ** 2 / (2 * n);
  const width = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const whole = 1 + z ** 2 / n;
  // Rounding must not push a bound past the share itself.
  return [
    Math.min(share, Math.max(0, (middle - width) / whole)),
    Math.max(share, Math.min(1, (middle + width) / whole)),
  ];
}

/** What is known of values that others are drawn from: their variance and bounds. */
export interface Values {
  readonly mean: number;
  readonly variance: number;
  readonly low: number;
  readonly high: number;
}

/** Sums up values; the variance of a single one is 0. */
export function valuesOf(values: Float64Array): Values {
  let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    sum += value;
    [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  const mean = sum / values.length;
  const squares = values.reduce((all, value) => all + (value - mean) ** 2, 0);
  return { mean, variance: squares / Math.max(1, values.length - 1), low, high };
}

/**
 * The 95 % interval of the mean of some values, within the bounds of all that they are among. They vary at least as all do: a few
 * that are alike are alike by chance.
 */
export function meanInterval(some: Float64Array, all: Values): readonly [number, number] {
  const { mean, variance } = valuesOf(some);
  const width = Z_95 * Math.sqrt(Math.max(variance, all.variance) / some.length);
  return [Math.max(all.low, mean - width), Math.min(all.high, mean + width)];
}

/** The lower bound of the interval: 0 for none at all, near 1 for many and all. */
export function confidenceOf(agreement: Agreement): number {
  return wilsonInterval(agreement)[0];
}

/** Whether nearly all agree, and enough of them to be sure that it is not chance. */
export function isProven(agreement: Agreement): boolean {
  return agreement.agreeing >= NEARLY_ALL * agreement.n && confidenceOf(agreement) >= MIN_CONFIDENCE;
}

/** Whether a number of rows would prove a claim if they all agreed. */
export function isEnough(n: number): boolean {
  return isProven({ n, agreeing: n });
}
