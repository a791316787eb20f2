/** What the days of a period have of a figure: the sums of values and their weights, a place a day. */
export interface DaySums {
  /** The number of the first day since 1970: days are compared with those of the same weekday. */
  readonly first: number;
  readonly sums: Float64Array;
  /** The number of values of each day; of a count, 1. */
  readonly weights: Float64Array;
  /** The sum of the squares of all values; absent for a count. */
  readonly squares?: number;
}

/** The share of changes without a cause that may be called beyond chance, for one figure. */
export const LEVEL = 0.05;

/** The number of chats below which chance alone moves a figure much: it is shown, and marked. */
export const FEW_VALUES = 20;

/** Fewer degrees of freedom tell nothing of how much days differ. */
const LEAST_FREEDOM = 3;

/** In longer periods days drift, and come together more than was tried. */
export const MOST_DAYS = 31;

/** Bad days come together: periods vary by so much more than their days would if each were by itself. */
const TOGETHER = 1.3;

/** A difference, how far chance alone moves it, and on how much evidence the latter rests. */
interface Difference {
  readonly value: number;
  readonly error: number;
  readonly freedom: number;
}

/**
 * How often chance alone changes a figure by as much from one period to another: chats of one day are not independent of each
 * other, so days are what chance draws. What weekdays differ by is taken out (two-way layout). Undefined where the periods have
 * other weekdays, or too few days, unless independent chats would already differ as much.
 */
export function chanceOfChange(before: DaySums, now: DaySums): number | undefined {
  const least = leastError(before, now);
  const byDays = changeByDays(before, now);
  if (byDays !== undefined) return chanceOf({ ...byDays, error: Math.max(byDays.error, least) });
  const chance = chanceOf({ value: rateOf(now) - rateOf(before), error: least, freedom: Number.POSITIVE_INFINITY });
  return chance < LEVEL ? undefined : chance;
}

/**
 * How often chance alone makes some chats of a period differ as much from the others of it, by what each day adds to the difference.
 * Undefined where too few days have any.
 */
export function chanceOfUnlike(some: DaySums, others: DaySums): number | undefined {
  const days = toldDays(some);
  if (days - 1 < LEAST_FREEDOM || total(others.weights) === 0) return undefined;
  const [own, rest] = [influencesOf(some), influencesOf(others)];
  const squares = own.reduce((sum, one, day) => sum + (one - (rest[day] ?? 0)) ** 2, 0);
  const byDays = Math.sqrt((TOGETHER * squares * days) / (days - 1));
  return chanceOf({
    value: rateOf(some) - rateOf(others),
    error: Math.max(byDays, leastError(some, others)),
    freedom: ((days - 1) * evenDays(some)) / days,
  });
}

/** What each day adds to a figure. */
function influencesOf(period: DaySums): Float64Array {
  const [rate, all] = [rateOf(period), total(period.weights)];
  return period.sums.map((sum, day) => (sum - rate * (period.weights[day] ?? 0)) / all);
}

function changeByDays(before: DaySums, now: DaySums): Difference | undefined {
  const [earlier, later] = [byWeekday(before), byWeekday(now)];
  let [days, weekdays, evidence, shifted, squares] = [0, 0, 0, 0, 0];
  const pairs: { readonly evidence: number; readonly shift: number }[] = [];
  for (const [weekday, one] of earlier.entries()) {
    const other = later[weekday] ?? [];
    // On such weekdays nobody came: the desk is closed, or they are not asked about.
    if ([...one, ...other].every(({ isNone }) => isNone)) continue;
    if (one.length === 0 || other.length === 0) return undefined;
    const own = (one.length * other.length) / (one.length + other.length);
    const shift = meanOf(other) - meanOf(one);
    pairs.push({ evidence: own, shift });
    evidence += own;
    shifted += own * shift;
    squares += squaresAround(one) + squaresAround(other);
    days += one.length + other.length;
    weekdays += 1;
  }
  const freedom = days - weekdays - 1;
  if (freedom < LEAST_FREEDOM) return undefined;
  const shift = shifted / evidence;
  for (const pair of pairs) squares += pair.evidence * (pair.shift - shift) ** 2;
  return {
    value: shift,
    error: Math.sqrt((TOGETHER * squares) / freedom / evidence),
    freedom: (freedom * (evenDays(before) + evenDays(now))) / (toldDays(before) + toldDays(now)),
  };
}

/** A day of a period, in the unit of the figure: the figure is the mean of all days. */
interface Day {
  readonly value: number;
  /** Whether a count has none. */
  readonly isNone: boolean;
}

/** The days that have something to tell, by weekday. */
function byWeekday(period: DaySums): readonly (readonly Day[])[] {
  const { first, sums, weights, squares } = period;
  const days: Day[][] = Array.from({ length: 7 }, () => []);
  const [told, rate, all] = [toldDays(period), rateOf(period), total(weights)];
  for (const [day, sum] of sums.entries()) {
    const weight = weights[day] ?? 0;
    if (weight === 0) continue;
    const value = rate + ((sum - rate * weight) * told) / all;
    days[(first + day) % 7]?.push({ value, isNone: squares === undefined && sum === 0 });
  }
  return days;
}

/** The error that a difference has where all values are independent, as if nothing differed. */
function leastError(one: DaySums, other: DaySums): number {
  const [weight, weightOther] = [total(one.weights), total(other.weights)];
  const all = weight + weightOther;
  const rate = (total(one.sums) + total(other.sums)) / all;
  const areCounts = one.squares === undefined || other.squares === undefined;
  // Counts are Poisson's.
  const variance = areCounts ? rate : ((one.squares ?? 0) + (other.squares ?? 0)) / all - rate ** 2;
  return Math.sqrt(Math.max(0, variance) * (1 / weight + 1 / weightOther));
}

/** How often chance alone is as far from nothing, either way: Student's t as a normal number (Wallace 1959). */
export function chanceOf({ value, error, freedom }: Difference): number {
  if (error === 0) return 1;
  const score = Math.abs(value) / error;
  if (!Number.isFinite(freedom)) return normalTails(score);
  const normal = Math.sqrt(freedom * Math.log1p(score ** 2 / freedom)) * ((8 * freedom + 1) / (8 * freedom + 3));
  return normalTails(normal);
}

/** The coefficients of the complementary error function, to seven digits (Numerical Recipes, erfcc). */
const TAIL = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
  -1.26551223,
] as const;

function normalTails(score: number): number {
  const near = 1 / (1 + score / (2 * Math.SQRT2));
  return near * Math.exp(-(score ** 2) / 2 + TAIL.reduce((sum, one) => sum * near + one, 0));
}

function toldDays({ weights }: DaySums): number {
  return weights.reduce((count, weight) => count + Number(weight > 0), 0);
}

/** The number of days with equally many values that tell as much: of uneven ones, the large ones alone decide. */
function evenDays({ weights }: DaySums): number {
  return total(weights) ** 2 / weights.reduce((sum, weight) => sum + weight ** 2, 0);
}

function rateOf({ sums, weights }: DaySums): number {
  return total(sums) / total(weights);
}

function total(values: Float64Array): number {
  return values.reduce((sum, one) => sum + one, 0);
}

function meanOf(days: readonly Day[]): number {
  return days.reduce((sum, { value }) => sum + value, 0) / days.length;
}

function squaresAround(days: readonly Day[]): number {
  const mean = meanOf(days);
  return days.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
}
