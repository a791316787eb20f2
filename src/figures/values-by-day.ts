import type { Kind } from './kinds/figure.ts';
import { chanceOfChange, chanceOfUnlike, type DaySums } from './statistics/chance.ts';
import { ALL } from './statistics/growing.ts';
import { spreadOf } from './statistics/quantiles.ts';

/** The days of a period, by the number of the first since 1970. */
export interface Days {
  readonly first: number;
  readonly count: number;
}

/** The values of some chats, and the place of each one's day: a median needs them one by one. */
interface DatedValues extends Days {
  readonly values: Float64Array;
  readonly days: ArrayLike<number>;
}

/** What the days of a period have of a figure of some chats. */
export type FigureDays = DaySums | DatedValues;

/** The sums of a group: of each day, and of all squares. */
interface Row {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  squares: number;
}

/** Puts the values of one metric together by group and by day. */
export class SumsByDay {
  readonly #days: Days;
  readonly #isCount: boolean;
  /** By the numbers of groups, which count from 0. */
  readonly #rows: Row[] = [];

  constructor({ kind }: { readonly kind: Pick<Kind, 'name'> }, days: Days) {
    [this.#days, this.#isCount] = [days, kind.name === 'count'];
  }

  add(group: number, day: number, value: number): void {
    const row = (this.#rows[group] ??= this.#newRow());
    row.sums[day] = (row.sums[day] ?? 0) + value;
    row.weights[day] = (row.weights[day] ?? 0) + 1;
    row.squares += value * value;
  }

  of(group: number): FigureDays {
    const { sums, weights, squares } = group === ALL ? this.#all() : (this.#rows[group] ?? this.#newRow());
    const { first } = this.#days;
    return this.#isCount ? { first, sums, weights: weights.map(() => 1) } : { first, sums, weights, squares };
  }

  #all(): Row {
    const all = this.#newRow();
    for (const { sums, weights, squares } of this.#rows.filter(Boolean)) {
      for (const [day, sum] of sums.entries()) {
        all.sums[day] = (all.sums[day] ?? 0) + sum;
        all.weights[day] = (all.weights[day] ?? 0) + (weights[day] ?? 0);
      }
      all.squares += squares;
    }
    return all;
  }

  #newRow(): Row {
    const { count } = this.#days;
    return { sums: new Float64Array(count), weights: new Float64Array(count), squares: 0 };
  }
}

/** How often chance alone changes a figure by as much between two periods; undefined where that is not known. */
export function chanceBetween(before: FigureDays, now: FigureDays): number | undefined {
  const bound = middleOf(before, now);
  return chanceOfChange(sumsAbove(before, bound), sumsAbove(now, bound));
}

/**
 * Says of groups of chats how often chance alone makes them differ as much from all others; undefined where that is not known.
 * @param bound the median of all chats, where the figure is one
 */
export function chanceAmong(all: FigureDays, bound: number): (group: FigureDays) => number | undefined {
  const whole = sumsAbove(all, bound);
  return (group) => {
    const own = sumsAbove(group, bound);
    return chanceOfUnlike(own, {
      first: whole.first,
      sums: whole.sums.map((sum, day) => sum - (own.sums[day] ?? 0)),
      weights: whole.weights.map((weight, day) => weight - (own.weights[day] ?? 0)),
      squares: (whole.squares ?? 0) - (own.squares ?? 0),
    });
  };
}

/** The median of values of some periods together. */
function middleOf(...periods: readonly FigureDays[]): number {
  const each = periods.flatMap((period) => ('values' in period ? [period.values] : []));
  const values = new Float64Array(each.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const own of each) {
    values.set(own, place);
    place += own.length;
  }
  return spreadOf(values).median ?? Number.NaN;
}

/** A median changes as the share of values above it does: that is what days have of it. */
function sumsAbove(period: FigureDays, bound: number): DaySums {
  if (!('values' in period)) return period;
  const { first, count, values, days } = period;
  const sums = new Float64Array(count);
  const weights = new Float64Array(count);
  let squares = 0;
  for (const [index, value] of values.entries()) {
    const day = days[index] ?? 0;
    // One in the middle is half above.
    const above = value > bound ? 1 : value === bound ? 0.5 : 0;
    sums[day] = (sums[day] ?? 0) + above;
    weights[day] = (weights[day] ?? 0) + 1;
    squares += above * above;
  }
  return { first, sums, weights, squares };
}
