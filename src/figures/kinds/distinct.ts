import { z } from 'zod';
import type { ChatSelection } from '../../model/chat-columns.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { groupedText } from '../../model/words/number.ts';
import { missedState, NO } from '../../model/codebook/code-states.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { keysOfMetric } from './keys.ts';
import { ALL, GroupedList } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { Figure, Kind, Sums } from './figure.ts';

/** The number of different values, such as visitors, and how many of them had a chat that was served, where that is known. */
export const DISTINCT: Kind = {
  name: 'distinct',
  unit: 'number',
  main: '',
  decimals: 0,
  columns: () => ' (served)',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z.strictObject({ n: z.number(), served: z.number().optional() }).optional(),
  }),
};

function distinctFigure(n: number, served: number | undefined): Figure {
  return {
    main: { value: n, n },
    words: () => (served === undefined ? groupedText(n) : `${groupedText(n)} (${groupedText(served)} served)`),
    cell: () => (served === undefined ? groupedText(n) : `${groupedText(n)} (${groupedText(served)})`),
    data: (metric) => ({ [keysOfMetric(metric).figure]: omitUndefined({ n, served }) }),
  };
}

/** Counts the different values that the chats of each group have, and those that a served chat has. */
export class DistinctSums implements Sums {
  readonly #book: Codebook;
  readonly #all = new GroupedList();
  readonly #served = new GroupedList();
  readonly #certainty = new Certainty();
  // ALL may have too many values to tell apart at the end: they are counted as they come.
  readonly #different = new Set<number>();
  readonly #differentServed = new Set<number>();

  constructor(book: Codebook) {
    this.#book = book;
  }

  add(values: Float64Array, { columns, rows }: ChatSelection, groups: Uint32Array): void {
    const states = columns.codeSets.map((codes) => missedState(codes, this.#book));
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const value = values[row] ?? Number.NaN;
      const group = groups[index] ?? 0;
      const missed = states[columns.codes[row] ?? 0] ?? NO;
      this.#certainty.takes(group, missed);
      if (Number.isNaN(value)) continue;
      this.#all.push(group, value);
      this.#different.add(value);
      if (missed !== NO) continue;
      this.#served.push(group, value);
      this.#differentServed.add(value);
    }
  }

  of(group: number): Figure {
    const all = group === ALL ? this.#different : new Set(this.#all.of(group));
    const served = group === ALL ? this.#differentServed : new Set(this.#served.of(group));
    return distinctFigure(all.size, this.#certainty.has(group) ? served.size : undefined);
  }
}
