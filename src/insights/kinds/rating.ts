import { Counts, GroupedList } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { RatingFigure, Sums } from './figure.ts';

/** Stands in the column of ratings for a served chat that was not rated: no service gives so little. */
export const NOT_RATED = -Number.MAX_VALUE;

/** The ratings of served chats. */
export class RatingSums implements Sums<RatingFigure> {
  readonly #certainty = new Certainty();
  readonly #served = new Counts();
  readonly #ratings = new GroupedList();

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (!this.#certainty.takes(group, value) || Number.isNaN(value)) continue;
      this.#served.add(group);
      if (value !== NOT_RATED) this.#ratings.push(group, value);
    }
  }

  of(group: number): RatingFigure | undefined {
    if (!this.#certainty.has(group)) return undefined;
    const ratings = this.#ratings.of(group);
    const counts = new Map<number, number>();
    let sum = 0;
    for (const value of ratings) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
      sum += value;
    }
    return {
      kind: 'rating',
      n: ratings.length,
      served: this.#served.of(group),
      ...(ratings.length > 0 && { mean: sum / ratings.length }),
      distribution: Object.fromEntries([...counts].sort(([one], [other]) => one - other)),
    };
  }
}
