import { YES } from '../codes/code-states.ts';
import { Counts } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { CountFigure, Sums } from './figure.ts';

/** Counts the chats whose value is YES. */
export class CountSums implements Sums<CountFigure> {
  readonly #certainty = new Certainty();
  readonly #counted = new Counts();

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (this.#certainty.takes(group, value) && value === YES) this.#counted.add(group);
    }
  }

  of(group: number): CountFigure | undefined {
    return this.#certainty.has(group) ? { kind: 'count', count: this.#counted.of(group) } : undefined;
  }
}
