import { describe, test } from 'vitest';
import { checkCombination, combinationsOf, nameOf } from './matrix.ts';

// The matrix of dialects with small pages; the rest is in matrix.exhaustive.test.ts.

describe.each([1, 7] as const)('page size %i', (pageSize) => {
  const named = combinationsOf(pageSize).map((one) => [nameOf(one), one] as const);
  test.each(named)('%s', (_, one) => checkCombination(one));
});
