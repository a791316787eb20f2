import { GroupedList } from '../statistics/growing.ts';
import { spreadOf } from '../statistics/quantiles.ts';
import { Certainty } from './certainty.ts';
import type { SpreadFigure, Sums } from './figure.ts';

/** The spread of the values that chats have. */
export class SpreadSums implements Sums<SpreadFigure> {
  readonly #certainty = new Certainty();
  readonly #values = new GroupedList();

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (this.#certainty.takes(group, value) && !Number.isNaN(value)) this.#values.push(group, value);
    }
  }

  of(group: number): SpreadFigure | undefined {
    return this.#certainty.has(group) ? { kind: 'spread', ...spreadOf(this.#values.of(group)) } : undefined;
  }
}
