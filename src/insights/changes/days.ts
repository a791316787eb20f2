import { FACETS, increase, sumOver, weekdayOf, type Periods, type Range } from './chat-table.ts';
import { chanceOfMoreAmong, normalTail } from './chances.ts';
import { BLOCKS, type FieldContext } from './field.ts';

/** The figure by day and part of the day, with what is usual there, and how much days and parts of them differ by themselves. */
export interface Days {
  readonly kind: FieldContext['kind'];
  readonly from: number;
  readonly sum: Float64Array;
  readonly expected: Float64Array;
  readonly n: Float64Array;
  /** Variances between days and between parts of days: of the log of a rate, or of a value. */
  readonly spread: { readonly day: number; readonly block: number };
  readonly variance: number;
}

/** What some days and parts of days had against what is usual there, and the chance of so much or more. */
export interface Excess {
  readonly observed: number;
  readonly expected: number;
  readonly n: number;
  readonly chance: number;
}

/** Days that the desk as a whole had unlike its other days. The chance is corrected for all days and runs that were tried. */
export interface OddDays extends Excess {
  readonly days: readonly number[];
  readonly blocks: readonly [number, number];
}

/** Few days say little of how days differ: as if so many more days had differed by the usual. */
const PRIOR_DAYS = 6;
const PRIOR_SPREAD = { 'yes-no': { day: 0.09, block: 0.14 }, number: { day: 0.035, block: 0.05 } } as const;

/** What is usual for each chat, whatever its day was like, by row. Over the reference it adds up to what was observed. */
export function baselineOf(
  { table, values, kind, usual }: FieldContext,
  all: Int32Array,
  reference: Int32Array,
  periods: Periods,
): Float64Array {
  const facets = FACETS.map((by) => ({ keys: table.by[by], effects: usual.effects[by] }));
  const baseline = new Float64Array(values.length);
  for (const row of all) {
    let effect = usual.effects.hour.get(table.hour[row] ?? 0) ?? 0;
    effect += usual.effects.weekday.get(weekdayOf(table.day[row] ?? 0, periods)) ?? 0;
    for (const { keys, effects } of facets) effect += effects.get(keys[row] ?? 0) ?? 0;
    baseline[row] = kind === 'number' ? usual.level + effect : Math.min(0.95, usual.level * Math.exp(effect));
  }
  const [observed, told] = [sumOver(reference, values), sumOver(reference, baseline)];
  const scale = kind === 'yes-no' && told > 0 ? observed / told : 1;
  const shift = kind === 'number' && reference.length > 0 ? (observed - told) / reference.length : 0;
  for (const row of all) baseline[row] = (baseline[row] ?? 0) * scale + shift;
  return baseline;
}

/** Sums up days; those of `reference` say how much days differ. */
export function daysOf(
  context: FieldContext,
  all: Int32Array,
  reference: Int32Array,
  baseline: Float64Array,
  { before, now }: Periods,
): Days {
  const { table, kind, usual } = context;
  let from = 0;
  for (const row of all) from = Math.min(from, table.day[row] ?? 0);
  const to = Math.max(now.to, before.to);
  const size = (to - from) * BLOCKS;
  const empty = { sum: new Float64Array(size), expected: new Float64Array(size), n: new Float64Array(size) };
  const days = { kind, from, ...empty, variance: usual.variance };
  addRows(days, context, all, baseline, 1);
  const isReference = new Uint8Array(to - from);
  for (const row of reference) isReference[(table.day[row] ?? 0) - from] = 1;
  return { ...days, spread: { day: spreadOf(days, isReference, BLOCKS), block: spreadOf(days, isReference, 1) } };
}

type Sums = Omit<Days, 'spread'>;

function addRows(
  days: Sums,
  context: FieldContext,
  rows: Iterable<number>,
  baseline: Float64Array,
  sign: 1 | -1,
): void {
  const { table, values, blockOf } = context;
  for (const row of rows) {
    const slot = ((table.day[row] ?? 0) - days.from) * BLOCKS + (blockOf[table.hour[row] ?? 0] ?? 0);
    increase(days.sum, slot, sign * (values[row] ?? 0));
    increase(days.expected, slot, sign * (baseline[row] ?? 0));
    increase(days.n, slot, sign);
  }
}

/** The same days without some chats. */
export function withoutRows(days: Days, context: FieldContext, rows: Iterable<number>, baseline: Float64Array): Days {
  const left = { ...days, sum: days.sum.slice(), expected: days.expected.slice(), n: days.n.slice() };
  addRows(left, context, rows, baseline, -1);
  return left;
}

/** The variance between days of the reference, or between parts of them, beyond what independent chats give. */
function spreadOf(days: Sums, isReference: Uint8Array, width: 1 | typeof BLOCKS): number {
  const { kind, variance } = days;
  let [squares, weight, count] = [0, 0, 0];
  for (let slot = 0; slot < days.sum.length; slot += width) {
    if (isReference[Math.floor(slot / BLOCKS)] !== 1) continue;
    const { observed, expected, n } = totalOf(days, slot, slot + width);
    if (n === 0) continue;
    squares += (observed - expected) ** 2 - (kind === 'number' ? n * variance : expected);
    weight += (kind === 'number' ? n : expected) ** 2;
    count += width / BLOCKS;
  }
  const prior = PRIOR_SPREAD[kind][width === 1 ? 'block' : 'day'] * (kind === 'number' ? variance : 1);
  const own = weight > 0 ? Math.max(0, squares / weight) : 0;
  return (own * count + prior * PRIOR_DAYS) / (count + PRIOR_DAYS);
}

interface Total {
  observed: number;
  expected: number;
  n: number;
}

function totalOf({ sum, expected, n }: Sums, from: number, to: number): Total {
  const total = { observed: 0, expected: 0, n: 0 };
  for (let slot = from; slot < to; slot += 1) {
    total.observed += sum[slot] ?? 0;
    total.expected += expected[slot] ?? 0;
    total.n += n[slot] ?? 0;
  }
  return total;
}

/** How much worse some parts of some days were than usual. */
export function excessOf(
  days: Days,
  own: { readonly days: readonly number[]; readonly blocks: readonly [number, number] },
): Excess {
  const total = { observed: 0, expected: 0, n: 0 };
  const [first, last] = own.blocks;
  for (const day of own.days) {
    const slot = (day - days.from) * BLOCKS;
    const one = totalOf(days, slot + first, slot + last + 1);
    total.observed += one.observed;
    total.expected += one.expected;
    total.n += one.n;
  }
  return { ...total, chance: chanceOfTotal(days, total, betweenOf(days, own.days.length, last - first + 1)) };
}

/** The variance between runs of days or of parts of one. */
function betweenOf({ spread }: Days, days: number, blocks: number): number {
  if (blocks === BLOCKS) return spread.day / Math.sqrt(days);
  return (spread.day / 2 + (spread.block - spread.day / 2) / Math.sqrt(blocks)) / days;
}

function chanceOfTotal({ kind, variance }: Days, { observed, expected, n }: Total, between: number): number {
  if (n === 0) return 1;
  return kind === 'number'
    ? normalTail((observed - expected) / Math.sqrt(n * variance + n * n * between))
    : chanceOfMoreAmong(observed, n, expected, Math.max(0.01, between));
}

const MOST_DAYS = 7;

/** The day, part of a day or run of days of a period in which the whole desk was most unlike itself. */
export function oddestDays(days: Days, period: Range): OddDays | undefined {
  const [start, end] = [period.from - days.from, period.to - days.from];
  const all = totalOf(days, start * BLOCKS, end * BLOCKS);
  let best: OddDays | undefined;
  let tried = 0;
  const look = (first: number, count: number, from: number, to: number): void => {
    const own = Array.from({ length: count }, (_, index) => first + index + days.from);
    const excess = excessOf(days, { days: own, blocks: [from, to] });
    tried += 1;
    if (excess.n === 0) return;
    const expected = expectedIn(days.kind, excess, all);
    const chance = chanceOfTotal(days, { ...excess, expected }, betweenOf(days, count, to - from + 1));
    if (chance < (best?.chance ?? Number.POSITIVE_INFINITY)) {
      best = { ...excess, expected, days: own, blocks: [from, to], chance };
    }
  };
  for (let day = start; day < end; day += 1) {
    for (let from = 0; from < BLOCKS; from += 1) {
      for (let to = from; to < BLOCKS; to += 1) look(day, 1, from, to);
    }
    for (let count = 2; count <= Math.min(MOST_DAYS, Math.floor((end - start) / 2)) && day + count <= end; count += 1) {
      look(day, count, 0, BLOCKS - 1);
    }
  }
  return best && { ...best, chance: Math.min(1, best.chance * tried) };
}

/** What is expected of some days where the others of the period say whether it was a bad one altogether. */
function expectedIn(kind: Days['kind'], { observed, expected, n }: Total, all: Total): number {
  const [restSum, restExpected] = [all.observed - observed, all.expected - expected];
  return kind === 'number'
    ? expected + n * Math.max(0, (restSum - restExpected) / (all.n - n + 20))
    : expected * Math.max(1, (restSum + 5) / (restExpected + 5));
}
