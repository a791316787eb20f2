import { FACETS, NONE, type ChatTable, type Facet, type Periods, type Range } from './chat-table.ts';
import { chanceOfFewer, chanceOfMore } from './chances.ts';

/** How many chats each day had in all, and of each part. */
export interface Volumes {
  readonly from: number;
  readonly all: Float64Array;
  readonly parts: Readonly<Record<Facet, ReadonlyMap<number, Float64Array>>>;
}

export function volumesOf(table: ChatTable, { now }: Periods): Volumes {
  let from = 0;
  for (const day of table.day) from = Math.min(from, day);
  const made = () => new Float64Array(now.to - from);
  const all = made();
  const parts = { agent: new Map(), country: new Map(), started_by: new Map(), ended_by: new Map() };
  const each = FACETS.map((by): readonly [Int32Array, Map<number, Float64Array>] => [table.by[by], parts[by]]);
  for (let row = 0; row < table.day.length; row += 1) {
    const day = (table.day[row] ?? 0) - from;
    all[day] = (all[day] ?? 0) + 1;
    for (const [keys, own] of each) {
      const key = keys[row] ?? NONE;
      if (key === NONE) continue;
      let days = own.get(key);
      if (days === undefined) own.set(key, (days = made()));
      days[day] = (days[day] ?? 0) + 1;
    }
  }
  return { from, all, parts };
}

function sumOf(values: Float64Array, from: number, range: Range): number {
  let sum = 0;
  for (let day = range.from; day < range.to; day += 1) sum += values[day - from] ?? 0;
  return sum;
}

/** How many times the variance of a week a comparison has: that of both periods, less where they are longer. */
function doubled(period: Range, other: Range): number {
  return 7 / (period.to - period.from) + 7 / (other.to - other.from);
}

/** Few weeks say little of how weeks differ: as if so many more had differed by the usual. */
const PRIOR_WEEKS = 3;
const PRIOR_SPREAD = { all: 0.008, part: 0.006 } as const;

/** The variance between weeks of a part's number of chats, beyond that of independent chats, relative to its square. */
function weeklySpread(own: Float64Array, of: Float64Array | undefined, from: number, other: Range): number {
  let [squares, weight, weeks] = [0, 0, 0];
  const share = of === undefined ? 1 : sumOf(own, from, other) / Math.max(1, sumOf(of, from, other));
  const mean = of === undefined ? sumOf(own, from, other) / Math.max(1, (other.to - other.from) / 7) : 0;
  for (let week = other.from; week + 7 <= other.to; week += 7) {
    const range = { from: week, to: week + 7 };
    const expected = of === undefined ? mean : share * sumOf(of, from, range);
    squares += (sumOf(own, from, range) - expected) ** 2 - expected;
    weight += expected ** 2;
    weeks += 1;
  }
  const seen = weight > 0 && weeks > 1 ? Math.max(0, squares / weight) : 0;
  const more = Math.max(0, weeks - 1);
  return (seen * more + PRIOR_SPREAD[of === undefined ? 'all' : 'part'] * PRIOR_WEEKS) / (more + PRIOR_WEEKS);
}

/** How many chats there were, how many are usual, and the chance of so many. */
export interface Shift {
  readonly chats: number;
  readonly expected: number;
  readonly chance: number;
}

/** A part that had another share of the chats than it usually has; the chance is corrected for all parts. */
export interface PartShift extends Shift {
  readonly by: Facet;
  readonly key: number;
}

/** How the share of each part of the chats of a period differs from its share in other days. */
export function shiftsOf({ from, all, parts }: Volumes, period: Range, other: Range): PartShift[] {
  const [total, usualTotal] = [sumOf(all, from, period), sumOf(all, from, other)];
  const shifts = FACETS.flatMap((by) =>
    [...parts[by]].map(([key, own]) => {
      const [chats, usual] = [sumOf(own, from, period), sumOf(own, from, other)];
      const expected = (total * (usual + 0.5)) / (usualTotal + 1);
      const spread = weeklySpread(own, all, from, other) * doubled(period, other) + 1 / (usual + 0.5);
      const chance = chats > expected ? chanceOfMore(chats, expected, spread) : chanceOfFewer(chats, expected, spread);
      return { by, key, chats, expected, chance };
    }),
  );
  return shifts.map((one) => ({ ...one, chance: Math.min(1, 2 * one.chance * shifts.length) }));
}

/** How many more chats came in a period than in as many other days, and the chance of so many. */
export function loadOf({ from, all }: Volumes, period: Range, other: Range): Shift {
  const [chats, usual] = [sumOf(all, from, period), sumOf(all, from, other)];
  const expected = (usual * (period.to - period.from)) / (other.to - other.from);
  const spread = weeklySpread(all, undefined, from, other) * doubled(period, other) + 1 / Math.max(1, usual);
  return { chats, expected, chance: chanceOfMore(chats, expected, spread) };
}

/** How much worse chats of a part go than others, over all periods; 0 where that may be chance, or was not so before. */
export function rateGap(
  keys: Int32Array,
  key: number,
  values: Float64Array,
  all: Int32Array,
  reference: Int32Array,
): number {
  const [whole, before] = [gapIn(all, keys, key, values), gapIn(reference, keys, key, values)];
  return Math.abs(whole.gap) > 3 * whole.error && whole.gap * before.gap > 0 ? whole.gap : 0;
}

function gapIn(rows: Int32Array, keys: Int32Array, key: number, values: Float64Array) {
  const [part, rest] = [
    { n: 0, sum: 0, squares: 0 },
    { n: 0, sum: 0, squares: 0 },
  ];
  for (const row of rows) {
    const own = keys[row] === key ? part : rest;
    const value = values[row] ?? 0;
    own.n += 1;
    own.sum += value;
    own.squares += value * value;
  }
  const errorOf = ({ n, sum, squares }: typeof part) => (squares - sum ** 2 / Math.max(1, n)) / Math.max(1, n) ** 2;
  return {
    gap: part.sum / Math.max(1, part.n) - rest.sum / Math.max(1, rest.n),
    error: Math.sqrt(errorOf(part) + errorOf(rest)),
  };
}
