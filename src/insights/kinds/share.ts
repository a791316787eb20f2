import { NO, UNKNOWN, YES } from '../codes/code-states.ts';
import { Counts } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { ShareFigure, Sums } from './figure.ts';

/** The share of YES among those that are YES or NO. */
export class ShareSums implements Sums<ShareFigure> {
  readonly #certainty = new Certainty();
  readonly #yes = new Counts();
  readonly #known = new Counts();
  readonly #unknown = new Counts();

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (!this.#certainty.takes(group, value)) continue;
      if (value === YES) this.#yes.add(group);
      if (value === YES || value === NO) this.#known.add(group);
      else if (value === UNKNOWN) this.#unknown.add(group);
    }
  }

  of(group: number): ShareFigure | undefined {
    if (!this.#certainty.has(group)) return undefined;
    return {
      kind: 'share',
      count: this.#yes.of(group),
      of: this.#known.of(group),
      unknown: this.#unknown.of(group),
    };
  }
}
