import { z } from 'zod';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { ratingScaleOf, scaleText, type Codebook } from '../../model/codebook/codebook.ts';
import { keysOfMetric } from './keys.ts';
import { meanInterval, valuesOf, type Values } from '../statistics/confidence.ts';
import { ALL, Counts, GroupedList } from '../statistics/growing.ts';
import { Certainty } from './certainty.ts';
import type { Figure, Kind, Sums } from './figure.ts';
import { partText } from './share.ts';

/** Stands in the column of ratings for a served chat that was not rated: no service gives so little. */
export const NOT_RATED = -Number.MAX_VALUE;

export const RATING: Kind = {
  name: 'rating',
  unit: 'rating',
  main: 'mean',
  adds: (value) => (Number.isFinite(value) && value !== NOT_RATED ? value : undefined),
  decimals: 2,
  columns: ({ hasIntervals }) => (hasIntervals ? ' (n; 95% interval)' : ' (n)'),
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z
      .strictObject({
        n: z.number(),
        mean: z.number().optional(),
        distribution: z.record(z.string(), z.number()).meta({ advertisedAs: { type: 'object' } }),
        response_rate: z.number().optional(),
      })
      .optional(),
  }),
};

/**
 * The ratings that some visitors gave, of so many served chats.
 * @param all what is known of the ratings of all chats
 */
function ratingFigure(ratings: Float64Array, served: number, book: Codebook, all: () => Values): Figure {
  const n = ratings.length;
  const mean = n === 0 ? undefined : ratings.reduce((sum, value) => sum + value, 0) / n;
  const counts = new Map<number, number>();
  for (const value of ratings) counts.set(value, (counts.get(value) ?? 0) + 1);
  const scale = scaleText(ratingScaleOf(book, [...counts.keys()]));
  const meanText = mapKnown(mean, (mean) => rounded(mean, 2).toFixed(2));
  const words = meanText && `mean ${meanText}${scale === undefined ? '' : ` (${scale})`}`;
  return {
    main: mean === undefined || meanText === undefined ? undefined : { value: mean, words: meanText, n },
    scale,
    words: () =>
      words === undefined
        ? `none of ${groupedText(served)} served`
        : `${words}, from ${partText(n, served, trusted`served`)}`,
    ofServed: () => (words === undefined ? 'none' : `${words}, from ${groupedText(n)} (${shareText(n, served)})`),
    cell: ({ hasIntervals }) => {
      const bounds =
        hasIntervals && n > 0
          ? meanInterval(ratings, all())
              .map((bound) => rounded(bound, 2).toFixed(2))
              .join('–')
          : undefined;
      return meanText && `${meanText} (${groupedText(n)}${bounds === undefined ? '' : `; ${bounds}`})`;
    },
    data: (metric) => ({
      [keysOfMetric(metric).figure]: omitUndefined({
        n,
        distribution: Object.fromEntries([...counts].sort(([one], [other]) => one - other)),
        mean: mapKnown(mean, (mean) => rounded(mean, 2)),
        ...(served > 0 && { response_rate: rounded(n / served, 4) }),
      }),
    }),
  };
}

/** The ratings of served chats. */
export class RatingSums implements Sums {
  readonly #book: Codebook;
  readonly #certainty = new Certainty();
  readonly #served = new Counts();
  readonly #ratings = new GroupedList();
  #known: Values | undefined;

  constructor(book: Codebook) {
    this.#book = book;
  }

  get #all(): Values {
    return (this.#known ??= valuesOf(this.#ratings.of(ALL)));
  }

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    this.#known = undefined;
    for (let index = 0; index < rows.length; index += 1) {
      const value = values[rows[index] ?? 0] ?? Number.NaN;
      const group = groups[index] ?? 0;
      if (!this.#certainty.takes(group, value) || Number.isNaN(value)) continue;
      this.#served.add(group);
      if (value !== NOT_RATED) this.#ratings.push(group, value);
    }
  }

  of(group: number): Figure | undefined {
    if (!this.#certainty.has(group)) return undefined;
    return ratingFigure(this.#ratings.of(group), this.#served.of(group), this.#book, () => this.#all);
  }
}
