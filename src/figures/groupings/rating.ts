import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { ratingValueOf } from '../../model/codebook/code-states.ts';
import type { Grouping } from './grouping.ts';

/** Chats without a rating come last. */
const NOT_RATED = Number.MAX_VALUE;

/** Groups chats by what the visitor gave; while it is unknown which value stands for none, every value is a group. */
export const rating = {
  name: 'rating',
  label: trusted`rating`,
  drawn: { as: 'bars' },
  order: 'key',
  codes: ['rating'],
  cuts: true,
  keys: ({ book }) => {
    const text = (key: number): ProgramText => (key === NOT_RATED ? trusted`not rated` : trusted`${key}`);
    return {
      of: ({ columns: { codes, codeSets }, rows }) => {
        const keys = codeSets.map((set) => ratingValueOf(set, book) ?? NOT_RATED);
        return Float64Array.from(rows, (row) => keys[codes[row] ?? 0] ?? NOT_RATED);
      },
      all: () => [],
      text,
      label: (key) => ({
        kind: 'words',
        words: book.rating.settled || key === NOT_RATED ? text(key) : trusted`code ${key} (unknown)`,
      }),
    };
  },
} as const satisfies Grouping;
