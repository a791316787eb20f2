import type { Steps } from '../../model/slices.ts';
import {
  BLOCKS,
  daysIn,
  eachOf,
  increase,
  isIn,
  keysBy,
  NONE,
  weekdayOf,
  WHOLE_DAY,
  type ChatTable,
  type Compared,
  type Facet,
  type Place,
  type Range,
} from './chat-table.ts';
import { chanceOfFewer, chanceOfMore, logChoose } from './chances.ts';

/** What chats are counted by; `all`: together. */
export type Stream = Facet | 'hour' | 'all';

/** How many chats each key of a stream had by day and part of the day, and which days are compared with which. */
export interface Counts {
  readonly by: Stream;
  readonly compared: Compared;
  readonly from: number;
  readonly keys: ReadonlyMap<number, Float64Array>;
  readonly all: Float64Array;
}

/** How many chats there were in one place, how many are usual there, and how likely that number is by chance. */
export interface Shift {
  readonly chats: number;
  readonly expected: number;
  readonly chance: number;
}

/** Fewer older weeks do not say what is usual. */
export const LEAST_WEEKS = 3;
/** Adds weeks that differ by the usual amount, because few weeks say little about a day. Their variance is relative to the square. */
const PRIOR = { weeks: 3, spread: 0.008 } as const;

/** Counts chats by a stream. */
export function* countsBy(table: ChatTable, by: Stream, blockOf: Uint8Array, compared: Compared): Steps<Counts> {
  const { period, weeks } = compared;
  const from = Math.min(period.from, ...weeks.map((week) => week.from));
  const to = Math.max(period.to, ...weeks.map((week) => week.to));
  const made = () => new Float64Array((to - from) * BLOCKS);
  const [keys, all] = [new Map<number, Float64Array>(), made()];
  const own = by === 'all' ? undefined : keysBy(table, by);
  yield* eachOf(table.day.length, (row) => {
    const [day, key] = [table.day[row] ?? 0, own?.[row] ?? NONE];
    if (!isIn(day, { from, to })) return;
    const slot = (day - from) * BLOCKS + (blockOf[table.hour[row] ?? 0] ?? 0);
    increase(all, slot, 1);
    if (by === 'all' || (key === NONE && by !== 'hour')) return;
    let mine = keys.get(key);
    if (mine === undefined) keys.set(key, (mine = made()));
    increase(mine, slot, 1);
  });
  return { by, compared, from, keys: by === 'all' ? new Map([[NONE, all]]) : keys, all };
}

/** The number of chats at a place. */
export function countAt(of: Float64Array, from: number, { days, blocks: [first, last] }: Place): number {
  let sum = 0;
  for (const day of days) {
    for (let block = first; block <= last; block += 1) sum += of[(day - from) * BLOCKS + block] ?? 0;
  }
  return sum;
}

/**
 * Holds the chats of a key at a place against the same weekdays of older weeks; `beside`: as a share of all chats there, so that what
 * all have in common is no shift.
 */
export function shiftAt({ compared, from, all }: Counts, own: Float64Array, place: Place, isBeside: boolean): Shift {
  const { weeks, weekday } = compared;
  const times = new Float64Array(7);
  for (const day of place.days) increase(times, weekdayOf(day, { weekday }), 1);
  const [first, last] = place.blocks;
  const sumIn = (of: Float64Array, week: Range) => {
    let sum = 0;
    for (let day = week.from; day < week.to; day += 1) {
      const count = times[weekdayOf(day, { weekday })] ?? 0;
      if (count === 0) continue;
      for (let block = first; block <= last; block += 1) sum += count * (of[(day - from) * BLOCKS + block] ?? 0);
    }
    return sum;
  };
  const older = weeks.map((week) => ({ own: sumIn(own, week), all: isBeside ? sumIn(all, week) : 1 }));
  const [usual, usualAll] = [
    older.reduce((sum, one) => sum + one.own, 0),
    older.reduce((sum, one) => sum + one.all, 0),
  ];
  const chats = countAt(own, from, place);
  const rest = isBeside ? countAt(all, from, place) - chats : 1;
  const expected = isBeside ? (rest * (usual + 0.5)) / Math.max(1, usualAll - usual + 1) : usual / weeks.length;
  // Periods of several weeks vary less than each of them.
  const length = Math.max(1, place.days.length / 7);
  let [squares, weight] = [0, 0];
  for (const one of older) {
    const mean = (one.all * usual) / Math.max(1, usualAll) / length;
    squares += (one.own / length - mean) ** 2 - mean;
    weight += mean ** 2;
  }
  const seen = weight > 0 ? Math.max(0, squares / weight) : 0;
  const prior = (PRIOR.spread * 7) / Math.min(7, place.days.length);
  const weekly = (seen * (weeks.length - 1) + prior * PRIOR.weeks) / (weeks.length - 1 + PRIOR.weeks);
  const spread = weekly * (1 / length + 1 / weeks.length) + 1 / (usual + 0.5);
  const chance = (chats > expected ? chanceOfMore : chanceOfFewer)(chats, expected, spread);
  return { chats, expected, chance };
}

/** Days of a period, or parts of them, on which a key had other numbers of chats than usual. */
export interface OddCount extends Shift {
  readonly key: number;
  readonly days: readonly number[];
  readonly blocks: Place['blocks'];
  /** Whether it was so on most days of the period. */
  readonly isWhole: boolean;
}

/** What is unusual enough: the ratio to the usual number on each day, and the least number of days. */
export interface Oddness {
  readonly which: 'more' | 'fewer';
  readonly ratio: number;
  readonly leastDays: number;
  readonly isBeside: boolean;
}

/** Of sets of days that are all as sure as can be, the largest is named: of days that differ from what is usual by so much alike. */
const SURE = 1e-9;
const ALIKE = 1 / 3;
const MOST = 0.7;

/**
 * The set of days, of those given, on which a key was most surely unlike itself. The chance is corrected for all sets of as many
 * days: the surest set of each size has the days of the highest ratio.
 */
export function oddDaysOf(
  counts: Counts,
  key: number,
  days: readonly number[],
  blocks: Place['blocks'],
  { which, ratio, leastDays, isBeside }: Oddness,
): OddCount | undefined {
  const own = counts.keys.get(key);
  if (own === undefined) return undefined;
  const sign = which === 'more' ? 1 : -1;
  const isOdd = ({ chats, expected }: Shift) =>
    which === 'more' ? chats >= ratio * expected : expected >= ratio * chats && expected > 0;
  const odd = days
    .map((day) => ({ day, ...shiftAt(counts, own, { days: [day], blocks }, isBeside) }))
    .filter(isOdd)
    .map((one) => ({ ...one, ratio: (one.chats + 0.5) / (one.expected + 0.5) }))
    .sort((one, two) => sign * (two.ratio - one.ratio) || two.expected - one.expected);
  const isWhole = odd.length >= MOST * days.length;
  let best: OddCount | undefined;
  for (let count = isWhole ? odd.length : leastDays; count <= odd.length; count += 1) {
    const used = isWhole ? days : odd.slice(0, count).map(({ day }) => day);
    const shift = shiftAt(counts, own, { days: used, blocks }, isBeside);
    const last = odd[used.length - 1]?.ratio ?? 1;
    if (!isWhole && which === 'more' && last - 1 < ALIKE * (shift.chats / shift.expected - 1)) break;
    const chance = shift.chance * Math.exp(logChoose(days.length, used.length));
    if (!isOdd(shift) || (chance >= (best?.chance ?? 1) && chance >= SURE)) continue;
    best = { ...shift, chance, key, days: used.toSorted((one, two) => one - two), blocks, isWhole };
  }
  return best;
}

/** Other numbers of chats than on the same weekdays of older weeks: of a key against all others, or of all. The surest first. */
export function surgesOf(counts: Counts, which: 'more' | 'fewer'): OddCount[] {
  const { by, compared, keys, all, from } = counts;
  const days = daysIn(compared.period);
  if (compared.weeks.length < LEAST_WEEKS || (by !== 'all' && keys.size < 2)) return [];
  const inPeriod = countAt(all, from, { days, blocks: WHOLE_DAY });
  const total = (of: Float64Array) => of.reduce((sum, one) => sum + one, 0);
  const found: OddCount[] = [];
  for (const [key, own] of keys) {
    // Beside a group that most chats are of there are too few others to tell by: all chats together tell of it.
    if (by !== 'all' && total(own) > MOST_OF_ALL * total(all)) continue;
    const odd = oddDaysOf(counts, key, days, WHOLE_DAY, {
      which,
      ratio: by === 'all' ? LEAST.ratioOfAll : LEAST.ratio,
      leastDays: by === 'hour' ? Math.min(LEAST.daysOfHour, days.length) : 1,
      isBeside: by !== 'all',
    });
    if (odd === undefined || Math.abs(odd.chats - odd.expected) < LEAST.share * inPeriod) continue;
    found.push({ ...odd, chance: Math.min(1, 2 * odd.chance * keys.size) });
  }
  return found.sort((one, two) => one.chance - two.chance || two.chats - two.expected - (one.chats - one.expected));
}

/** A group of more than this part of all chats is not compared with the others. */
const MOST_OF_ALL = 0.5;
/** The least ratio of a surge to the usual number, and its least share of the period's chats. A surge of an hour is on most days. */
const LEAST = { ratio: 1.5, ratioOfAll: 1.25, share: 0.03, daysOfHour: 5 } as const;

/** The runs of parts of a day. */
export const RUNS = Array.from({ length: BLOCKS }, (_, first) =>
  Array.from({ length: BLOCKS - first }, (__, more): Place['blocks'] => [first, first + more]),
).flat();

/** An agent who is away has hardly any chats, while the others have at least this part of theirs. */
const AWAY = { ratio: 4, othersWorked: 0.6, least: 3, leastUsual: 1 } as const;

/** Who had hardly any chats at times at which they usually have some, while others did; the chance is corrected for all agents. */
export function absencesOf(counts: Counts): OddCount[] {
  const { keys, compared, all } = counts;
  if (compared.weeks.length < LEAST_WEEKS) return [];
  const found: OddCount[] = [];
  for (const [key, own] of keys) {
    const others = { ...counts, keys: new Map([[key, all.map((one, slot) => one - (own[slot] ?? 0))]]) };
    let best: OddCount | undefined;
    for (const blocks of RUNS) {
      const days = daysIn(compared.period).filter((day) => {
        const place = { days: [day], blocks };
        const usual = shiftAt(counts, own, place, false).expected;
        const rest = shiftAt(others, others.keys.get(key) ?? all, place, false);
        return usual >= AWAY.leastUsual && rest.chats >= AWAY.othersWorked * rest.expected;
      });
      const odd = oddDaysOf(counts, key, days, blocks, {
        which: 'fewer',
        ratio: AWAY.ratio,
        leastDays: 1,
        isBeside: false,
      });
      if (odd === undefined || odd.expected < AWAY.least || odd.chance >= (best?.chance ?? 1)) continue;
      best = odd;
    }
    if (best !== undefined) found.push({ ...best, chance: best.chance * RUNS.length * keys.size });
  }
  return found.sort((one, two) => one.chance - two.chance);
}
