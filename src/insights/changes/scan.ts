import type { Steps } from '../../model/slices.ts';
import { BLOCKS, eachOf, increase, NONE, type Place } from './chat-table.ts';
import { normalTail } from './chances.ts';
import { dailyOf, type Field, type Grouped, type Spread } from './field.ts';
import type { Within } from './usual.ts';

/** How far a part did worse than the others of the same days and hours: over the whole period, or where it did worst. */
export interface Found {
  readonly by: Within;
  readonly key: number;
  readonly score: number;
  /** Its days count from the first one of the field. */
  readonly place?: Place;
}

/** What is known of some cells together. */
interface Known {
  sum: number;
  expected: number;
  n: number;
  allSum: number;
  allN: number;
  /** The variance of the part's sum where that of the stratum is given. */
  given: number;
}
const KNOWN = ['expected', 'n', 'allSum', 'allN', 'given'] as const;

const nothingKnown = (): Known => ({ sum: 0, expected: 0, n: 0, allSum: 0, allN: 0, given: 0 });

function addCell(to: Known, { known }: Grouped, sums: Float64Array, cell: number): void {
  to.sum += sums[cell] ?? 0;
  for (const name of KNOWN) to[name] += known[name][cell] ?? 0;
}

/**
 * The log of how much likelier it is that a part and the rest of its strata differ, less what the doubt of the part and its days
 * (variances of its effect) add to the variance of its sum. 0 where the part did not do worse.
 */
function scoreOf({ kind, usualVariance }: Field, own: Known, doubt: number): number {
  const { sum, expected, n, allSum, allN, given } = own;
  if (sum <= expected || given <= 1e-9 || allN <= n) return 0;
  // Without the rest of the stratum, an agent who has most chats of an afternoon would never be found.
  const ratio =
    kind === 'number'
      ? (sum - expected) ** 2 / (2 * given)
      : Math.max(0, binomial(sum, expected, n) + binomial(allSum - sum, allSum - expected, allN - n));
  return ratio / (1 + (given * doubt) / usualVariance ** 2);
}

function binomial(sum: number, expected: number, n: number): number {
  const yes = sum > 0 ? sum * Math.log(sum / Math.max(1e-9, expected)) : 0;
  const no = n - sum > 0 ? (n - sum) * Math.log((n - sum) / Math.max(1e-9, n - expected)) : 0;
  return yes + no;
}

/** Scores the parts of a grouping: over the whole period within days, and where they did worst within parts of days. */
export function* scoresOf(field: Field, grouped: Grouped, values: Float64Array, spread: Spread): Steps<Found[]> {
  const { by, keys, cell, known } = grouped;
  const sums = new Float64Array(known.n.length);
  yield* eachOf(cell.length, (place) => increase(sums, cell[place] ?? 0, values[place] ?? 0));
  const scored = field.unit === 'day' ? wholeScore : scanScore;
  return keys.flatMap((key, part) =>
    by !== 'hour' && key === NONE ? [] : [{ by, key, ...scored(field, grouped, sums, key, part, spread) }],
  );
}

function wholeScore(
  field: Field,
  grouped: Grouped,
  sums: Float64Array,
  key: number,
  part: number,
  spread: Spread,
): Pick<Found, 'score'> {
  const { by, known } = grouped;
  const own = nothingKnown();
  let [most, second, days] = [0, 0, 0];
  for (let day = 0; day < field.days; day += 1) {
    const cell = (part * field.days + day) * BLOCKS;
    if (known.n[cell] === 0) continue;
    days += 1;
    addCell(own, grouped, sums, cell);
    const gain = (sums[cell] ?? 0) - (known.expected[cell] ?? 0);
    if (gain > most) [most, second] = [gain, most];
    else if (gain > second) second = gain;
  }
  // One bad day is no bad hour: the worst day of an hour counts like the second worst.
  if (by === 'hour') own.sum += second - most;
  return { score: scoreOf(field, own, spread.doubt(by, key) ** 2 + dailyOf(spread, by) ** 2 / Math.max(1, days)) };
}

/** A cause that takes more days than this is one of the whole period. */
const MOST_DAYS = 8;

/**
 * The run of hours and the days in which a part did worse than the others by most. For each run of hours, the best set of days is
 * among those that begin with the day of the highest ratio, so that not all sets have to be tried.
 */
function scanScore(
  field: Field,
  grouped: Grouped,
  sums: Float64Array,
  key: number,
  part: number,
  spread: Spread,
): Pick<Found, 'score' | 'place'> {
  const { by, known } = grouped;
  const most = Math.min(MOST_DAYS, Math.max(2, Math.floor(field.days / 2)));
  const [doubt, daily] = [spread.doubt(by, key) ** 2, dailyOf(spread, by) ** 2];
  const made = () => new Float64Array(field.days);
  let best: Pick<Found, 'score' | 'place'> = { score: 0 };
  for (let first = 0; first < BLOCKS; first += 1) {
    const run = { sum: made(), expected: made(), n: made() };
    for (let last = first; last < BLOCKS; last += 1) {
      for (let day = 0; day < field.days; day += 1) {
        const cell = (part * field.days + day) * BLOCKS + last;
        increase(run.sum, day, sums[cell] ?? 0);
        increase(run.expected, day, known.expected[cell] ?? 0);
        increase(run.n, day, known.n[cell] ?? 0);
      }
      const worst = worstDays(run, field.kind, most);
      const own = nothingKnown();
      let before = 0;
      for (const [used, day] of worst.entries()) {
        const start = (part * field.days + day) * BLOCKS;
        for (let cell = start + first; cell <= start + last; cell += 1) addCell(own, grouped, sums, cell);
        const score = scoreOf(field, own, doubt + daily / (used + 1));
        if (score < before) break;
        before = score;
        if (score <= best.score) continue;
        const days = worst.slice(0, used + 1).sort((one, two) => one - two);
        best = { score, place: { days, blocks: [first, last] } };
      }
    }
  }
  return best;
}

/** The first few days in which more happened than expected, the worst first. */
function worstDays(
  { sum, expected, n }: Readonly<Record<'sum' | 'expected' | 'n', Float64Array>>,
  kind: Field['kind'],
  most: number,
): number[] {
  const worst: number[] = [];
  const ranks = sum.map((own, day) =>
    kind === 'number' ? (own - (expected[day] ?? 0)) / (n[day] ?? 1) : own / (expected[day] ?? 1),
  );
  sum.forEach((own, day) => {
    if (own - (expected[day] ?? 0) <= 1e-9) return;
    let at = worst.length;
    while (at > 0 && (ranks[worst[at - 1] ?? 0] ?? 0) < (ranks[day] ?? 0)) at -= 1;
    worst.splice(at, 0, day);
    if (worst.length > most) worst.pop();
  });
  return worst;
}

/** Surely unlike the rest, or less surely so where most of the excess is of one part. */
const UNLIKE = { surely: 0.01, mostly: 0.02, most: 0.6 } as const;

/**
 * The part, if any, that did unlike the rest of a place that is odd, so that it is odd because of it.
 * @param excessOf by how much some chats of the field are worse than usual
 */
export function partAt(
  field: Field,
  place: Place,
  excessOf: (isOne: (place: number) => boolean) => { readonly excess: number; readonly n: number },
): (Pick<Found, 'by' | 'key'> & { readonly chance: number }) | undefined {
  const slots = field.days * BLOCKS;
  const tries = field.grouped.reduce((sum, { keys }) => sum + keys.length, 0);
  const isThere = (slot: number) => {
    const [day, block] = [Math.floor(slot / BLOCKS), slot % BLOCKS];
    return place.days.includes(day) && block >= place.blocks[0] && block <= place.blocks[1];
  };
  let best: ReturnType<typeof partAt>;
  for (const grouped of field.grouped) {
    const { by, keys, cell, known } = grouped;
    const all = excessOf((at) => isThere((cell[at] ?? 0) % slots));
    const sums = new Float64Array(known.n.length);
    cell.forEach((at, index) => increase(sums, at, field.values[index] ?? 0));
    for (const [part, key] of keys.entries()) {
      const own = nothingKnown();
      for (let slot = 0; slot < slots; slot += 1) if (isThere(slot)) addCell(own, grouped, sums, part * slots + slot);
      const chance = normalTail(Math.sqrt(2 * scoreOf(field, own, 0)));
      if (key === NONE || own.n === 0 || chance > UNLIKE.mostly || chance >= (best?.chance ?? 1)) continue;
      // A part that most chats are of has most of any excess.
      const share = own.n / Math.max(1, all.n);
      const mine = excessOf((at) => Math.floor((cell[at] ?? 0) / slots) === part && isThere((cell[at] ?? 0) % slots));
      const isMost = mine.excess >= (share + UNLIKE.most * (1 - share)) * all.excess;
      if (isMost || chance * tries <= UNLIKE.surely) best = { by, key, chance };
    }
  }
  return best;
}
