import { afterAll, describe, test } from 'vitest';
import { leftOut } from './matrix-inquiry.ts';
import { checkCombination, combinationsOf, mixes, nameOf, singleSweep, type Combination } from './matrix.ts';

// The matrix of dialects with large pages, and all other ways of the service. Small pages take longer and are in a file
// of their own, which runs beside this one.

const named = (combinations: readonly Combination[]) => combinations.map((one) => [nameOf(one), one] as const);

describe.each([50, 500] as const)('page size %i', (pageSize) => {
  test.each(named(combinationsOf(pageSize)))('%s', (_, one) => checkCombination(one));
});

describe('each other way by itself', () => {
  test.each(named(singleSweep()))('%s', (_, one) => checkCombination(one));
});

describe('dialects in which anything may be otherwise', () => {
  test.each(named(mixes(200, 2)))('%s', (_, one) => checkCombination(one));
});

afterAll(() => {
  const lines = [...leftOut].map(([what, times]) => `${what}: ${times} times\n`).sort();
  process.stdout.write(`What was told to be unknown:\n${lines.join('')}`);
});
