import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { FirstInOrder } from '../../src/model/first-in-order.ts';
import { runs } from '../support/runs.ts';

test('the first in order are those that sorting all of them gives, however they come', () => {
  assert(
    property(array(integer({ min: -20, max: 20 }), { maxLength: 60 }), integer({ min: 1, max: 9 }), (values, most) => {
      // Of values that are alike, those that came first.
      const pairs = values.map((value, place) => ({ value, place }));
      const byValue = (one: { readonly value: number }, other: { readonly value: number }) => one.value - other.value;
      const first = new FirstInOrder(byValue, most);
      for (const pair of pairs) first.add(pair);
      expect(first.values()).toEqual(pairs.toSorted(byValue).slice(0, most));
    }),
    { numRuns: runs(300) },
  );
});
