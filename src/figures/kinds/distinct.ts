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
  decimals: 2,
  columns: () => ' (served)',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z.strictObject({ n: z.number(), served: z.number().optional() }).optional(),
  }),
};

function distinctFigure(n: number, served: number | undefined): Figure {
  return {
    main: { value: n, words: groupedText(n), n },
    words: () => (served === undefined ? groupedText(n) : `${groupedText(n)} (${groupedText(served)} served)`),
    cell: () => (served === undefined ? groupedText(n) : `${groupedText(n)} (${groupedText(served)})`),
    data: (metric) => ({ [keysOfMetric(metric).figure]: omitUndefined({ n, served }) }),
  };
}

/** The different values of each group, of one period after the other. */
class Different {
  readonly #counted = new Map<number, number>();
  #values = new GroupedList();
  // ALL may have too many values to tell apart at the end: they are counted as they come.
  #all = new Set<number>();

  add(group: number, value: number): void {
    this.#values.push(group, value);
    this.#all.add(value);
  }

  nextPeriod(): void {
    for (const group of [ALL, ...this.#values.groups()]) this.#counted.set(group, this.of(group));
    [this.#values, this.#all] = [new GroupedList(), new Set()];
  }

  /** The number of them in all periods. */
  of(group: number): number {
    const values = group === ALL ? this.#all : new Set(this.#values.of(group));
    return (this.#counted.get(group) ?? 0) + values.size;
  }
}

/** Counts the different values that the chats of each group have, and those that a served chat has. */
export class DistinctSums implements Sums {
  readonly #book: Codebook;
  readonly #all = new Different();
  readonly #served = new Different();
  readonly #certainty = new Certainty();

  constructor(book: Codebook) {
    this.#book = book;
  }

  nextPeriod(): void {
    this.#all.nextPeriod();
    this.#served.nextPeriod();
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
      this.#all.add(group, value);
      if (missed === NO) this.#served.add(group, value);
    }
  }

  of(group: number, _agentId: number | undefined, periods: number): Figure {
    const served = this.#certainty.has(group) ? this.#served.of(group) / periods : undefined;
    return distinctFigure(this.#all.of(group) / periods, served);
  }
}
