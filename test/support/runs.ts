import { inject } from 'vitest';

/** So many runs find what is not rare. */
const USUAL = 300;

/** How many of the runs of a property are made: all of them in the exhaustive suites, and in `npm test` the first 300. */
export function runs(all: number): number {
  return inject('isWhole') === undefined ? Math.min(all, USUAL) : all;
}
