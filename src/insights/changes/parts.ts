import { FACETS, isIn, NONE, weekdayOf, type ChatTable, type Facet, type Periods } from './chat-table.ts';

/** How chats are looked at in parts. */
export const VIEWS = [...FACETS, 'hour', 'weekday', 'day'] as const;
export type View = Facet | 'hour' | 'weekday' | 'day';

/** The values of a part in a period: their number, and their sum. */
export interface PartOfPeriod {
  readonly n: number;
  readonly sum: number;
}

/** A part of all chats, such as those of an agent. Over all parts of a view, `rate` and `mix` add up to the change. */
export interface Part {
  readonly by: View;
  readonly key: number;
  readonly before: PartOfPeriod;
  readonly now: PartOfPeriod;
  /** What it contributes because it went otherwise; and because it had another share of the chats. */
  readonly rate: number;
  readonly mix: number;
}

/** What a figure is made of: a mean over chats, or their number a day. */
export type Measure = { readonly kind: 'mean' } | { readonly kind: 'sum'; readonly days: readonly [number, number] };

/** The part of all that have no name of their own: rare ones, and chats without a value. */
export const OTHERS = Number.NEGATIVE_INFINITY;
/** A part with fewer values in both periods together says nothing by itself; more parts than these are one. */
const LEAST_VALUES = 20;
const MOST_PARTS = 32;

function keyOf(by: View, table: ChatTable, row: number, periods: Periods): number {
  if (by === 'hour') return table.hour[row] ?? 0;
  if (by === 'day') return table.day[row] ?? 0;
  if (by === 'weekday') return weekdayOf(table.day[row] ?? 0, periods);
  const key = table.by[by][row] ?? NONE;
  return key === NONE ? OTHERS : key;
}

/** The figure of some chats in a period. */
export function figureOf({ n, sum }: PartOfPeriod, measure: Measure, which: 0 | 1): number {
  return measure.kind === 'mean' ? sum / n : sum / measure.days[which];
}

/** The parts of a change by one view, those that contribute most first; rare values of a facet are one part (OTHERS). */
export function partsBy(by: View, table: ChatTable, periods: Periods, measure: Measure): Part[] {
  const parts = new Map<number, BothSums>();
  const whole: BothSums = [
    { n: 0, sum: 0 },
    { n: 0, sum: 0 },
  ];
  for (let row = 0; row < table.day.length; row += 1) {
    const day = table.day[row];
    const which = isIn(day, periods.now) ? 1 : isIn(day, periods.before) ? 0 : undefined;
    const value = table.values[row] ?? Number.NaN;
    if (which === undefined || Number.isNaN(value)) continue;
    const key = keyOf(by, table, row, periods);
    let own = parts.get(key);
    if (own === undefined)
      parts.set(
        key,
        (own = [
          { n: 0, sum: 0 },
          { n: 0, sum: 0 },
        ]),
      );
    const weight = table.weights[row] ?? 1;
    for (const sums of [own[which], whole[which]]) {
      sums.n += weight;
      sums.sum += weight * value;
    }
  }
  const [all, allNow] = whole;
  const middle = (figureOf(all, measure, 0) + figureOf(allNow, measure, 1)) / 2;
  return [...folded(parts)]
    .map(([key, [before, now]]) => ({ by, key, before, now, ...splitOf(before, now, all, allNow, measure, middle) }))
    .sort((one, two) => Math.abs(two.rate + two.mix) - Math.abs(one.rate + one.mix));
}

type BothSums = readonly [Sums, Sums];

/** The parts, of which the small ones are one. */
function folded(parts: ReadonlyMap<number, BothSums>): Map<number, BothSums> {
  const kept = new Set(
    [...parts]
      .map(([key, [before, now]]) => ({ key, n: before.n + now.n }))
      .filter(({ key, n }) => key !== OTHERS && n >= LEAST_VALUES)
      .sort((one, two) => two.n - one.n)
      .slice(0, MOST_PARTS)
      .map(({ key }) => key),
  );
  const others: BothSums = [
    { n: 0, sum: 0 },
    { n: 0, sum: 0 },
  ];
  const made = new Map<number, BothSums>();
  for (const [key, own] of parts) {
    if (kept.has(key)) made.set(key, own);
    else {
      made.set(OTHERS, others);
      own.forEach((one, which) => {
        const all = others[which === 0 ? 0 : 1];
        all.n += one.n;
        all.sum += one.sum;
      });
    }
  }
  return made;
}

interface Sums {
  n: number;
  sum: number;
}

/**
 * Splits what a part contributes (Kitagawa 1955): of a mean, by the shares s and the rates r, (r1 - r0) times its mean share, and
 * (s1 - s0) times how far its mean rate is from the middle of both figures. A part that one period lacks has no rate there.
 */
function splitOf(before: Sums, now: Sums, all: Sums, allNow: Sums, measure: Measure, middle: number) {
  if (measure.kind === 'sum') return { rate: figureOf(now, measure, 1) - figureOf(before, measure, 0), mix: 0 };
  const [share, shareNow] = [before.n / all.n, now.n / allNow.n];
  const rateNow = now.n > 0 ? now.sum / now.n : before.sum / before.n;
  const rate = before.n > 0 ? before.sum / before.n : rateNow;
  return {
    rate: ((share + shareNow) / 2) * (rateNow - rate),
    mix: (shareNow - share) * ((rate + rateNow) / 2 - middle),
  };
}
