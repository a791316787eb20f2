import { inject } from 'vitest';

// How much of a test `npm test` makes: where there is more of the same, a part. The exhaustive suites make all of it.

/** Whether this is one of the exhaustive suites. */
export const IS_WHOLE = inject('isWhole') !== undefined;

/** The runs of a property that find what is not rare. Where one takes long, `npm test` has fewer. */
const USUAL = 100;

/** The number of runs of a property that are made: the first of them, or all. */
export function runs(all: number, usual = USUAL): number {
  return IS_WHOLE ? all : Math.min(all, usual);
}

/** The part of the golden ratio behind its point: steps of it meet every pattern of a list evenly, as steps of a whole number do not. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Chooses the cases that are looked at among very many: one in `count`, spread over all of them, or all. */
export function oneIn<T>(count: number, cases: readonly T[]): readonly T[] {
  return IS_WHOLE ? cases : cases.filter((_, index) => (index * GOLDEN) % 1 < 1 / count);
}
