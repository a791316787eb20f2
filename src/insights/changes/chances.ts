/** The chance that the largest of many scores exceeds `score`, from some draws of that largest score (a Gumbel distribution). */
export function chanceOfLargest(score: number, largest: Float64Array): number {
  const mean = largest.reduce((sum, one) => sum + one, 0) / largest.length;
  const variance = largest.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (largest.length - 1);
  const scale = Math.max(1e-9, Math.sqrt(6 * variance) / Math.PI);
  const location = mean - 0.5772156649 * scale;
  return -Math.expm1(-Math.exp(-(score - location) / scale));
}

const LANCZOS = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
  -0.000005395239384953,
];

function logGamma(x: number): number {
  const base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = LANCZOS.reduce((sum, one, index) => sum + one / (x + index + 1), 1.000000000190015);
  return Math.log((2.5066282746310007 * series) / x) - base;
}

/** The logarithm of the number of ways to take some of so many. */
export function logChoose(all: number, some: number): number {
  return logGamma(all + 1) - logGamma(some + 1) - logGamma(all - some + 1);
}

/** The chance of `count` or more where `mean` is expected, with the variance mean + spread × mean² (negative binomial). */
export function chanceOfMore(count: number, mean: number, spread: number): number {
  if (count <= 0) return 1;
  const { size, step } = negativeBinomial(mean, spread);
  let term = Math.exp(
    logGamma(count + size) -
      logGamma(size) -
      logGamma(count + 1) -
      size * Math.log1p(mean / size) +
      count * Math.log(step),
  );
  let chance = 0;
  for (let one = count; one < count + 10_000; one += 1) {
    chance += term;
    term *= (step * (one + size)) / (one + 1);
    if (term < chance * 1e-9) break;
  }
  return Math.min(1, chance);
}

/** The chance of `count` or fewer, likewise. */
export function chanceOfFewer(count: number, mean: number, spread: number): number {
  const { size, step } = negativeBinomial(mean, spread);
  let term = Math.exp(-size * Math.log1p(mean / size));
  let chance = 0;
  for (let one = 0; one <= count; one += 1) {
    chance += term;
    term *= (step * (one + size)) / (one + 1);
  }
  return Math.min(1, chance);
}

/**
 * The chance of `count` or more of `n` chats where `mean` is expected, and the rate varies by itself with the variance
 * spread × rate² (beta-binomial).
 */
export function chanceOfMoreAmong(count: number, n: number, mean: number, spread: number): number {
  if (count <= mean) return 1;
  const rate = Math.min(0.95, Math.max(1e-4, mean / n));
  const size = Math.max(0.5, (1 - rate) / (spread * rate) - 1);
  const [yes, no] = [rate * size, (1 - rate) * size];
  let term = Math.exp(
    logGamma(n + 1) -
      logGamma(count + 1) -
      logGamma(n - count + 1) +
      (logGamma(count + yes) + logGamma(n - count + no) - logGamma(n + size)) -
      (logGamma(yes) + logGamma(no) - logGamma(size)),
  );
  let chance = 0;
  for (let one = count; one <= n; one += 1) {
    chance += term;
    term *= ((n - one) * (one + yes)) / ((one + 1) * (n - one - 1 + no));
    if (term < chance * 1e-9) break;
  }
  return Math.min(1, chance);
}

function negativeBinomial(mean: number, spread: number): { readonly size: number; readonly step: number } {
  const size = 1 / Math.max(spread, 1e-6);
  return { size, step: mean / (mean + size) };
}

/** The coefficients of the complementary error function (Numerical Recipes, erfcc). */
const TAIL = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
  -1.26551223,
];

/** The chance that a normal number exceeds `score`. */
export function normalTail(score: number): number {
  if (score < 0) return 1 - normalTail(-score);
  const z = score / Math.SQRT2;
  const near = 1 / (1 + z / 2);
  return (near * Math.exp(-z * z + TAIL.reduce((sum, one) => sum * near + one, 0))) / 2;
}
