import { keysBy, NONE, type ChatTable, type Periods, type Range } from './chat-table.ts';
import { chanceOfFewer, chanceOfMore } from './chances.ts';

/** Chats that came in other numbers than on the same weekdays of older weeks: of a group against all others, or all of them. */
export interface Surge {
  readonly by: Stream;
  readonly key: number;
  /** Absent where it was so in the whole period. */
  readonly days?: readonly number[];
  readonly chats: number;
  readonly expected: number;
  /** Corrected for all groups and days of its kind. */
  readonly chance: number;
}

/** What chats come by; `all`: together. */
export type Stream = 'country' | 'hour' | 'started_by' | 'all';

const MOST_DAYS = 7;
/** Of runs of days that are all as sure as can be, the one is named whose difference is clearly the largest. */
const SURE = 1e-9;
const CLEARLY = 1.2;
/** A group of more than this part of all chats is not compared with the others. */
const MOST_OF_ALL = 0.5;
const LEAST_WEEKS = 2;
/** An hour of the day is one that was so on most days. */
const LEAST_DAYS_OF_HOUR = 5;
/** A surge is at least so many times what is usual, and so much of all chats of the period. */
const LEAST = { ratio: 1.5, share: 0.03, ratioOfAll: 1.25 } as const;
/** As if so many more weeks had differed by the usual. */
const PRIOR = { weeks: 3, spread: 0.02 } as const;

/** The sums of chats until each day, for fast sums over days. */
interface Sums {
  readonly from: number;
  readonly until: Float64Array;
}

function between({ from, until }: Sums, one: Range): number {
  return (until[one.to - from] ?? 0) - (until[one.from - from] ?? 0);
}

/** The groups and days that had more chats (or fewer) than the same weekdays of older weeks, the surest first. */
export function surgesOf(
  table: ChatTable,
  streams: readonly Stream[],
  which: 'more' | 'fewer',
  period: Range,
  other: Range,
  { missing }: Pick<Periods, 'missing'>,
): Surge[] {
  const found: Surge[] = [];
  const all = sumsBy(table, 'all', period, other).get(NONE);
  if (all === undefined) return [];
  const inPeriod = between(all, period);
  const olderOf = (own: Range): Range[] => {
    const older: Range[] = [];
    for (let from = own.from - 7; from >= other.from; from -= 7) {
      const one = { from, to: from + own.to - own.from };
      if (one.to > other.to) continue;
      if (![...missing].some((day) => day >= one.from && day < one.to)) older.push(one);
    }
    return older;
  };
  for (const by of streams) {
    const groups = by === 'all' ? new Map([[NONE, all]]) : sumsBy(table, by, period, other);
    // All chats of one group are compared with nothing.
    if (by !== 'all' && groups.size < 2) continue;
    for (const [key, mine] of groups) {
      // Beside a group that most chats are of there are too few others to tell by: all chats together tell of it.
      if (by !== 'all' && between(mine, other) > MOST_OF_ALL * between(all, other)) continue;
      let best: Surge | undefined;
      let [tried, most] = [0, 0];
      for (const own of runsOf(period, by)) {
        const older = olderOf(own);
        if (older.length < LEAST_WEEKS) continue;
        tried += 1;
        const { expected, spread } = by === 'all' ? usualOf(all, older) : usualBeside(mine, all, own, older);
        const chats = between(mine, own);
        const [more, less] = which === 'more' ? [chats, expected] : [expected, chats];
        const ratio = by === 'all' ? LEAST.ratioOfAll : LEAST.ratio;
        if (more < ratio * less || more - less < LEAST.share * inPeriod) continue;
        const chance = (which === 'more' ? chanceOfMore : chanceOfFewer)(chats, expected, spread);
        const areSure = best !== undefined && Math.max(chance, best.chance) < SURE;
        if (best !== undefined && (areSure ? more - less <= CLEARLY * most : chance >= best.chance)) continue;
        most = more - less;
        const isWhole = own.to - own.from === Math.min(MOST_DAYS, period.to - period.from);
        const days = Array.from({ length: own.to - own.from }, (_, day) => own.from + day);
        best = { by, key, ...(!isWhole && { days }), chats, expected, chance };
      }
      const isOdd = (day: number) => {
        const [own, older] = [{ from: day, to: day + 1 }, olderOf({ from: day, to: day + 1 })];
        const { expected } = by === 'all' ? usualOf(all, older) : usualBeside(mine, all, own, older);
        const [chats, ratio] = [between(mine, own), by === 'all' ? LEAST.ratioOfAll : LEAST.ratio];
        return which === 'more' ? chats >= ratio * expected : expected >= ratio * chats;
      };
      // Days at either end that are like any other are none of a surge, however sure the whole is.
      if (best?.days !== undefined)
        best = trimmed(
          best,
          best.days,
          isOdd,
          (run) => between(mine, run),
          (run) => (by === 'all' ? usualOf(all, olderOf(run)) : usualBeside(mine, all, run, olderOf(run))).expected,
        );
      if (best !== undefined) found.push({ ...best, chance: Math.min(1, 2 * best.chance * tried * groups.size) });
    }
  }
  return found.sort((one, two) => one.chance - two.chance || two.chats - two.expected - (one.chats - one.expected));
}

function trimmed(
  surge: Surge,
  days: readonly number[],
  isOdd: (day: number) => boolean,
  chatsIn: (run: Range) => number,
  expectedIn: (run: Range) => number,
): Surge {
  const [first, last] = [days.find(isOdd), days.findLast(isOdd)];
  if (first === undefined || last === undefined) return surge;
  const run = { from: first, to: last + 1 };
  const kept = days.filter((day) => day >= first && day <= last);
  return { ...surge, days: kept, chats: chatsIn(run), expected: expectedIn(run) };
}

/** The runs of days of a period that are looked at: for hours of the day, only long ones. */
function runsOf(period: Range, by: Stream): Range[] {
  const runs: Range[] = [];
  const least = by === 'hour' ? Math.min(LEAST_DAYS_OF_HOUR, period.to - period.from) : 1;
  for (let { from } = period; from < period.to; from += 1) {
    for (let to = from + least; to <= Math.min(period.to, from + MOST_DAYS); to += 1) runs.push({ from, to });
  }
  return runs;
}

/** What is usual of a group, by what came of all others. */
function usualBeside(mine: Sums, all: Sums, own: Range, older: readonly Range[]) {
  const counts = older.map((one) => ({ own: between(mine, one), all: between(all, one) }));
  const usual = counts.reduce((sum, one) => sum + one.own, 0);
  const usualAll = counts.reduce((sum, one) => sum + one.all, 0);
  const rest = between(all, own) - between(mine, own);
  return {
    expected: (rest * (usual + 0.5)) / Math.max(1, usualAll - usual + 1),
    spread: spreadOf(
      counts.map((one) => ({ own: one.own, expected: (one.all * usual) / Math.max(1, usualAll) })),
      usual,
    ),
  };
}

/** What is usual of all chats. */
function usualOf(all: Sums, older: readonly Range[]) {
  const counts = older.map((one) => between(all, one));
  const usual = counts.reduce((sum, one) => sum + one, 0);
  const expected = usual / older.length;
  return {
    expected,
    spread: spreadOf(
      counts.map((own) => ({ own, expected })),
      usual,
    ),
  };
}

/** The variance between weeks beyond that of independent chats, relative to the square, and that of what is usual itself. */
function spreadOf(weeks: readonly { readonly own: number; readonly expected: number }[], usual: number): number {
  let [squares, weight] = [0, 0];
  for (const { own, expected } of weeks) {
    squares += (own - expected) ** 2 - expected;
    weight += expected ** 2;
  }
  const seen = weight > 0 ? Math.max(0, squares / weight) : 0;
  const more = weeks.length - 1;
  return (seen * more + PRIOR.spread * PRIOR.weeks) / (more + PRIOR.weeks) + 1 / (usual + 0.5);
}

function sumsBy(table: ChatTable, by: Stream, period: Range, other: Range): ReadonlyMap<number, Sums> {
  const from = Math.min(other.from, period.from);
  const to = Math.max(other.to, period.to);
  const keys = by === 'all' ? undefined : keysBy(table, by);
  const groups = new Map<number, Float64Array>();
  for (let row = 0; row < table.day.length; row += 1) {
    const day = table.day[row] ?? 0;
    const key = keys?.[row] ?? NONE;
    if (day < from || day >= to || (key === NONE && by !== 'hour' && by !== 'all')) continue;
    let own = groups.get(key);
    if (own === undefined) groups.set(key, (own = new Float64Array(to - from + 1)));
    own[day - from + 1] = (own[day - from + 1] ?? 0) + 1;
  }
  for (const own of groups.values()) {
    for (let day = 1; day < own.length; day += 1) own[day] = (own[day] ?? 0) + (own[day - 1] ?? 0);
  }
  return new Map([...groups].map(([key, until]) => [key, { from, until }]));
}
