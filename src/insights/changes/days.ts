import type { Steps } from '../../model/slices.ts';
import { BLOCKS, daysIn, eachOf, increase, WHOLE_DAY, type ChatTable, type Place, type Range } from './chat-table.ts';
import { chanceOfMoreAmong, normalTail } from './chances.ts';
import { RUNS } from './numbers.ts';
import type { Usual, ValueKind } from './usual.ts';

/** The figure by day and part of the day, with what is usual there. */
export interface Days {
  readonly kind: ValueKind;
  readonly variance: number;
  readonly from: number;
  readonly observed: Float64Array;
  readonly expected: Float64Array;
  readonly n: Float64Array;
}

/** Variances between days and between parts of days: of the log of a rate, or of a value. */
export interface DaySpread {
  readonly day: number;
  readonly block: number;
}

/** What some place has, what is usual there, and the chance of so much or more. */
export interface Excess {
  readonly observed: number;
  readonly expected: number;
  readonly n: number;
  readonly chance: number;
}
type Total = Omit<Excess, 'chance'>;

/** Few days say little of how days differ: as if so many more days had differed by the usual. */
const PRIOR_DAYS = 6;
const PRIOR_SPREAD = { 'yes-no': { day: 0.09, block: 0.14 }, number: { day: 0.035, block: 0.05 } } as const;

/** Sums up the values of some rows by day and part of the day. */
export function* daysOf(
  { day, hour }: ChatTable,
  rows: ArrayLike<number>,
  values: Float64Array,
  { kind, baseline, variance }: Usual,
  blockOf: Uint8Array,
  { from, to }: Range,
): Steps<Days> {
  const made = () => new Float64Array((to - from) * BLOCKS);
  const [observed, expected, n] = [made(), made(), made()];
  yield* eachOf(rows.length, (place) => {
    const row = rows[place] ?? 0;
    const slot = ((day[row] ?? 0) - from) * BLOCKS + (blockOf[hour[row] ?? 0] ?? 0);
    increase(observed, slot, values[row] ?? 0);
    increase(expected, slot, baseline[row] ?? 0);
    increase(n, slot, 1);
  });
  return { kind, variance, from, observed, expected, n };
}

/** How much days differ, and parts of them, beyond what independent chats give. */
export function spreadOf(days: Days): DaySpread {
  return { day: betweenRuns(days, BLOCKS), block: betweenRuns(days, 1) };
}

function betweenRuns(days: Days, width: 1 | typeof BLOCKS): number {
  const { kind, variance } = days;
  const isShare = kind === 'yes-no';
  let [squares, weight, count] = [0, 0, 0];
  for (let slot = 0; slot < days.n.length; slot += width) {
    const { observed, expected, n } = totalOf(days, slot, slot + width);
    if (n === 0) continue;
    squares += (observed - expected) ** 2 - (isShare ? expected : n * variance);
    weight += (isShare ? expected : n) ** 2;
    count += width / BLOCKS;
  }
  const prior = PRIOR_SPREAD[kind][width === 1 ? 'block' : 'day'] * (isShare ? 1 : variance);
  const own = weight > 0 ? Math.max(0, squares / weight) : 0;
  return (own * count + prior * PRIOR_DAYS) / (count + PRIOR_DAYS);
}

function totalOf({ observed, expected, n }: Days, from: number, to: number): Total {
  const total = { observed: 0, expected: 0, n: 0 };
  for (let slot = from; slot < to; slot += 1) {
    total.observed += observed[slot] ?? 0;
    total.expected += expected[slot] ?? 0;
    total.n += n[slot] ?? 0;
  }
  return total;
}

function totalAt(days: Days, { days: own, blocks: [first, last] }: Place): Total {
  return own
    .map((day) => totalOf(days, (day - days.from) * BLOCKS + first, (day - days.from) * BLOCKS + last + 1))
    .reduce((sum, one) => added(sum, one, 1), { observed: 0, expected: 0, n: 0 });
}

function added(one: Total, two: Total, sign: 1 | -1): Total {
  return {
    observed: one.observed + sign * two.observed,
    expected: one.expected + sign * two.expected,
    n: one.n + sign * two.n,
  };
}

/** How much worse some parts of some days were than usual; `beside`: than where the others of the period say what is usual. */
export function excessAt(days: Days, { day, block }: DaySpread, place: Place, beside?: Total): Excess {
  const { kind, variance } = days;
  const own = totalAt(days, place);
  const blocks = place.blocks[1] - place.blocks[0] + 1;
  const between =
    blocks === BLOCKS
      ? day / Math.sqrt(place.days.length)
      : (day / 2 + (block - day / 2) / Math.sqrt(blocks)) / place.days.length;
  const rest = beside && added(beside, own, -1);
  const { observed, n } = own;
  let { expected } = own;
  if (rest !== undefined && kind === 'yes-no') expected *= Math.max(1, (rest.observed + 5) / (rest.expected + 5));
  if (rest !== undefined && kind === 'number')
    expected += n * Math.max(0, (rest.observed - rest.expected) / (rest.n + 20));
  const chance =
    n === 0
      ? 1
      : kind === 'number'
        ? normalTail((observed - expected) / Math.sqrt(n * variance + n * n * between))
        : chanceOfMoreAmong(observed, n, expected, Math.max(0.01, between));
  return { observed, expected, n, chance };
}

const MOST_DAYS = 7;

/** Days, or parts of a day, that the desk as a whole had unlike its other days. */
export interface OddDays extends Excess, Place {}

/**
 * The day, part of a day or run of days of a period in which the whole desk was most unlike itself. The chance is corrected for all
 * days and runs that were tried.
 */
export function oddestDays(days: Days, spread: DaySpread, period: Range): OddDays | undefined {
  const all = totalAt(days, { days: daysIn(period), blocks: WHOLE_DAY });
  const most = Math.min(MOST_DAYS, Math.floor((period.to - period.from) / 2));
  const places = daysIn(period).flatMap((day): Place[] => [
    ...RUNS.map((blocks) => ({ days: [day], blocks })),
    ...Array.from({ length: Math.max(0, Math.min(most, period.to - day) - 1) }, (_, more) => ({
      days: daysIn({ from: day, to: day + more + 2 }),
      blocks: WHOLE_DAY,
    })),
  ]);
  let best: OddDays | undefined;
  for (const place of places) {
    const excess = excessAt(days, spread, place, all);
    if (excess.chance < (best?.chance ?? 1)) best = { ...excess, ...place };
  }
  return best && { ...best, chance: Math.min(1, best.chance * places.length) };
}
