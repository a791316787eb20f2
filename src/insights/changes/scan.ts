import { increase, NONE } from './chat-table.ts';
import { normalTail } from './chances.ts';
import { BLOCKS, VARIES_DAILY, type Field, type Grouped, type Spread, type Within } from './field.ts';

/** Where a part did worse than the others of the same days and hours. */
export interface Found {
  readonly by: Within;
  readonly key: number;
  /** Undefined for the whole period; else the days, from 0, and the first and last part of the day. */
  readonly where?: { readonly days: readonly number[]; readonly blocks: readonly [number, number] };
  readonly observed: number;
  readonly expected: number;
  readonly score: number;
}

/** What is known of some chats of a part before it is known how they went, and of all chats of the same strata. */
interface Known {
  expected: number;
  n: number;
  allSum: number;
  allN: number;
  /** The variance of the part's sum where that of the stratum is given. */
  given: number;
}
const KNOWN = ['expected', 'n', 'allSum', 'allN', 'given'] as const;

/** What is known of each part, day and part of the day, and the cell of each chat. It is the same in every draw. */
export interface Cells {
  readonly grouped: Grouped;
  readonly cellOf: Int32Array;
  readonly known: Readonly<Record<keyof Known, Float64Array>>;
}

export function cellsOf(field: Field, grouped: Grouped): Cells {
  const slots = field.days * BLOCKS;
  const made = () => new Float64Array(grouped.keys.length * slots);
  const known = { expected: made(), n: made(), allSum: made(), allN: made(), given: made() };
  const variance = made();
  const cellOf = grouped.part.map(
    (part, place) =>
      part * slots + (field.day[place] ?? 0) * BLOCKS + (field.unit === 'day' ? 0 : (field.block[place] ?? 0)),
  );
  for (let place = 0; place < cellOf.length; place += 1) {
    const cell = cellOf[place] ?? 0;
    increase(known.expected, cell, field.expected[place] ?? 0);
    increase(known.n, cell, 1);
    increase(variance, cell, field.variance[place] ?? 0);
  }
  for (let cell = 0; cell < variance.length; cell += 1) {
    if ((known.n[cell] ?? 0) === 0) continue;
    const [own, slot] = [variance[cell] ?? 0, cell % slots];
    const all = field.totals.variance[slot] ?? 0;
    known.allSum[cell] = field.totals.sum[slot] ?? 0;
    known.allN[cell] = field.totals.n[slot] ?? 0;
    known.given[cell] = all > own ? own * (1 - own / all) : 0;
  }
  return { grouped, cellOf, known };
}

function sumsOf({ cellOf, known }: Cells, values: Float64Array): Float64Array {
  const sums = new Float64Array(known.n.length);
  for (let place = 0; place < cellOf.length; place += 1) increase(sums, cellOf[place] ?? 0, values[place] ?? 0);
  return sums;
}

function nothingKnown(): Known {
  return { expected: 0, n: 0, allSum: 0, allN: 0, given: 0 };
}

function addCell(to: Known, { known }: Cells, cell: number): void {
  for (const name of KNOWN) to[name] += known[name][cell] ?? 0;
}

/** The log of how much likelier it is that a part and the rest of its strata differ. 0 where the part did not do worse. */
function likelihoodRatio(kind: Field['kind'], sum: number, { expected, n, allSum, allN, given }: Known): number {
  if (sum <= expected || given <= 1e-9 || allN <= n) return 0;
  if (kind === 'number') return (sum - expected) ** 2 / (2 * given);
  // Without the rest of the stratum, an agent who has most chats of an afternoon would never be found.
  return Math.max(0, binomial(sum, expected, n) + binomial(allSum - sum, allSum - expected, allN - n));
}

function binomial(sum: number, expected: number, n: number): number {
  const yes = sum > 0 ? sum * Math.log(sum / Math.max(1e-9, expected)) : 0;
  const no = n - sum > 0 ? (n - sum) * Math.log((n - sum) / Math.max(1e-9, n - expected)) : 0;
  return yes + no;
}

/** The likelihood ratio, less what the doubt of the part and its days (variances of its effect) add to the variance of its sum. */
function scoreOf({ kind, usualVariance }: Field, sum: number, own: Known, doubt: number): number {
  const ratio = likelihoodRatio(kind, sum, own);
  return ratio === 0 ? 0 : ratio / (1 + (own.given * doubt) / usualVariance ** 2);
}

/** The score of each part over the whole period, in a field whose strata are days. */
export function wholeParts(field: Field, cells: Cells, values: Float64Array, { doubt, daily }: Spread): Found[] {
  const { by, keys } = cells.grouped;
  const sums = sumsOf(cells, values);
  return keys.flatMap((key, part) => {
    if (by !== 'hour' && key === NONE) return [];
    const own = nothingKnown();
    let [sum, most, second, days] = [0, 0, 0, 0];
    for (let day = 0; day < field.days; day += 1) {
      const cell = (part * field.days + day) * BLOCKS;
      if ((cells.known.n[cell] ?? 0) === 0) continue;
      days += 1;
      sum += sums[cell] ?? 0;
      addCell(own, cells, cell);
      const gain = (sums[cell] ?? 0) - (cells.known.expected[cell] ?? 0);
      if (gain > most) [most, second] = [gain, most];
      else if (gain > second) second = gain;
    }
    // One bad day is no bad hour: the worst day of an hour counts like the second worst.
    const told = by === 'hour' ? sum - most + second : sum;
    const perDay = VARIES_DAILY.has(by) ? daily ** 2 / Math.max(1, days) : 0;
    const score = scoreOf(field, told, own, doubt(by, key) ** 2 + perDay);
    return [{ by, key, observed: sum, expected: own.expected, score }];
  });
}

/** A cause that takes more days than this is one of the whole period. */
const MOST_DAYS = 8;

/** The days of one part in one run of parts of the day. */
interface Run {
  readonly sum: Float64Array;
  readonly expected: Float64Array;
  readonly n: Float64Array;
  readonly ratio: Float64Array;
  readonly order: Int32Array;
}

/**
 * For each part the run of hours and the days in which it did worse than others by most. For each run of hours, the best set of
 * days is among those that begin with the day of the highest ratio, so that not all sets have to be tried.
 */
export function scanParts(field: Field, cells: Cells, values: Float64Array, spread: Spread): Found[] {
  const { by, keys } = cells.grouped;
  const sums = sumsOf(cells, values);
  const made = () => new Float64Array(field.days);
  const run: Run = { sum: made(), expected: made(), n: made(), ratio: made(), order: new Int32Array(field.days) };
  const most = Math.min(MOST_DAYS, Math.max(2, Math.floor(field.days / 2)));
  return keys.flatMap((key, part) => {
    if (key === NONE) return [];
    const unsure = spread.doubt(by, key) ** 2;
    const daily = VARIES_DAILY.has(by) ? spread.daily ** 2 : 0;
    let best: Found | undefined;
    for (let first = 0; first < BLOCKS; first += 1) {
      for (const one of [run.sum, run.expected, run.n]) one.fill(0);
      for (let last = first; last < BLOCKS; last += 1) {
        const count = addBlock(field, cells, sums, part * field.days, last, most, run);
        const own = nothingKnown();
        let [sum, before] = [0, 0];
        for (let used = 0; used < count; used += 1) {
          const day = run.order[used] ?? 0;
          const start = (part * field.days + day) * BLOCKS;
          sum += run.sum[day] ?? 0;
          for (let cell = start + first; cell <= start + last; cell += 1) addCell(own, cells, cell);
          const score = scoreOf(field, sum, own, unsure + daily / (used + 1));
          if (score < before) break;
          before = score;
          if (score <= (best?.score ?? 0)) continue;
          const days = Array.from(run.order.subarray(0, used + 1)).sort((one, other) => one - other);
          best = { by, key, where: { days, blocks: [first, last] }, observed: sum, expected: own.expected, score };
        }
      }
    }
    return best === undefined ? [] : [best];
  });
}

/** Adds a part of the day to a run of them, and orders the first few days in which more happened than expected. Returns their number. */
function addBlock(
  { days, kind }: Field,
  { known }: Cells,
  sums: Float64Array,
  firstDay: number,
  block: number,
  most: number,
  run: Run,
): number {
  let count = 0;
  const { order, ratio } = run;
  for (let day = 0; day < days; day += 1) {
    const cell = (firstDay + day) * BLOCKS + block;
    increase(run.sum, day, sums[cell] ?? 0);
    increase(run.expected, day, known.expected[cell] ?? 0);
    increase(run.n, day, known.n[cell] ?? 0);
    const [sum, expected] = [run.sum[day] ?? 0, run.expected[day] ?? 0];
    if (sum - expected <= 1e-9) continue;
    const rank = kind === 'number' ? (sum - expected) / (run.n[day] ?? 1) : sum / expected;
    ratio[day] = rank;
    if (count === most && (ratio[order[count - 1] ?? 0] ?? 0) >= rank) continue;
    let at = count === most ? count - 1 : count;
    for (; at > 0 && (ratio[order[at - 1] ?? 0] ?? 0) < rank; at -= 1) order[at] = order[at - 1] ?? 0;
    order[at] = day;
    count = Math.min(most, count + 1);
  }
  return count;
}

/** Surely unlike the rest, or less surely so where most of the excess is of one part. */
const UNLIKE = { surely: 0.01, mostly: 0.02, most: 0.6 } as const;

/**
 * The part, if any, that did unlike the rest of some odd days and parts of the day, so that they are odd because of it.
 * @param excess by how much these days are worse than usual
 * @param gain by how much a chat is
 */
export function partAt(
  field: Field,
  where: NonNullable<Found['where']>,
  excess: number,
  gain: (place: number) => number,
): Found | undefined {
  let best: (Found & { readonly chance: number }) | undefined;
  const parts = field.grouped.reduce((sum, { keys }) => sum + keys.length, 0);
  const [first, last] = where.blocks;
  for (const grouped of field.grouped) {
    const cells = cellsOf(field, grouped);
    const sums = sumsOf(cells, field.values);
    const [gains, shares] = [new Float64Array(grouped.keys.length), new Float64Array(grouped.keys.length)];
    let all = 0;
    grouped.part.forEach((part, place) => {
      const block = field.block[place] ?? 0;
      if (block >= first && block <= last && where.days.includes(field.day[place] ?? 0)) {
        increase(gains, part, gain(place));
        increase(shares, part, 1);
        all += 1;
      }
    });
    grouped.keys.forEach((key, part) => {
      if (key === NONE) return;
      const own = nothingKnown();
      let sum = 0;
      for (const day of where.days) {
        for (let block = first; block <= last; block += 1) {
          const cell = (part * field.days + day) * BLOCKS + block;
          sum += sums[cell] ?? 0;
          addCell(own, cells, cell);
        }
      }
      const chance = normalTail(Math.sqrt(2 * likelihoodRatio(field.kind, sum, own)));
      // A part that most chats are of has most of any excess.
      const share = (shares[part] ?? 0) / Math.max(1, all);
      const most = share + UNLIKE.most * (1 - share);
      const isMost = chance <= UNLIKE.mostly && (gains[part] ?? 0) >= most * excess;
      if (own.n === 0 || !(isMost || chance * parts <= UNLIKE.surely) || chance >= (best?.chance ?? 1)) return;
      best = { by: grouped.by, key, where, observed: sum, expected: own.expected, score: 0, chance };
    });
  }
  return best;
}
