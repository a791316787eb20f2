import { z } from 'zod';
import { groupedText } from '../../model/words/number.ts';
import { YES } from '../../model/codebook/code-states.ts';
import { keysOfMetric } from './keys.ts';
import { Counts } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { Figure, Kind, Sums } from './figure.ts';

/** A number of chats. */
export const COUNT: Kind = {
  name: 'count',
  unit: 'chats',
  main: '',
  adds: (value) => (value === YES ? 1 : undefined),
  // The mean of four has quarters.
  decimals: 2,
  columns: () => '',
  shape: (metric) => ({ [keysOfMetric(metric).figure]: z.number().optional() }),
};

export function countFigure(counted: number, periods = 1): Figure {
  const count = counted / periods;
  return {
    main: { value: count, words: groupedText(count), n: counted },
    count,
    words: () => groupedText(count),
    cell: () => groupedText(count),
    data: (metric) => ({ [keysOfMetric(metric).figure]: count }),
  };
}

/** Counts the chats whose value is YES. */
export class CountSums implements Sums {
  readonly #certainty = new Certainty();
  readonly #counted = new Counts();

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (this.#certainty.takes(group, value) && value === YES) this.#counted.add(group);
    }
  }

  of(group: number, _agentId: undefined | number, periods: number): Figure | undefined {
    return this.#certainty.has(group) ? countFigure(this.#counted.of(group), periods) : undefined;
  }
}
