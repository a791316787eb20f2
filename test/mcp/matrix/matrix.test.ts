import { describe, test } from 'vitest';
import { checkCombination, combinationsOf, mixes, nameOf, PAGE_SIZES, type Combination } from './matrix.ts';

// A part of the matrix of dialects; matrix.exhaustive.test.ts has all of it.

/** Prime, so that nearly every way comes with nearly every other one. */
const STEP = 661;

const named = (combinations: readonly Combination[]) => combinations.map((one) => [nameOf(one), one] as const);

describe('some of the matrix', () => {
  const all = PAGE_SIZES.flatMap((pageSize) => combinationsOf(pageSize));
  test.each(named(all.filter((_, index) => index % STEP === 0)))('%s', (_, one) => checkCombination(one));
});

describe('dialects in which anything may be otherwise', () => {
  test.each(named(mixes(4, 1)))('%s', (_, one) => checkCombination(one));
});
