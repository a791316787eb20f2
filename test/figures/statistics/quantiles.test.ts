import { array, assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { spreadOf, valuesAt } from '../../../src/figures/statistics/quantiles.ts';
import { seconds } from '../../../src/model/time/units.ts';
import { median, p90 } from '../../oracle/truth.ts';

const durations = array(
  integer({ min: 0, max: 9_000_000 }).map((millis) => seconds(millis / 1000)),
  { maxLength: 60 },
);

test('a spread is what sorting and counting by hand give', () => {
  assert(
    property(durations, (values) => {
      const spread = spreadOf(values);
      expect(spread.n).toBe(values.length);
      expect(spread.median).toBe(median(values));
      expect(spread.p90).toBe(p90(values));
      expect(spread.max).toBe(values.length === 0 ? undefined : Math.max(...values));
      const sum = values.reduce((total, value) => total + value, 0);
      expect((spread.mean ?? 0) * values.length).toBeCloseTo(sum, 6);
    }),
  );
});

test('the order of the values does not matter, and they stay as they are', () => {
  assert(
    property(durations, (values) => {
      const before = [...values];
      const { mean, ...spread } = spreadOf(values);
      const { mean: meanReversed, ...reversed } = spreadOf(values.toReversed());
      expect(reversed).toEqual(spread);
      expect(meanReversed ?? 0).toBeCloseTo(mean ?? 0, 9);
      expect(values).toEqual(before);
    }),
  );
});

test('what stands at a place among many is what sorting puts there', () => {
  const most = double({ min: -1e6, max: 1e10, noNaN: true });
  const millis = integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => value / 1000);
  assert(
    property(
      integer({ min: 1, max: 6000 }),
      array(millis, { minLength: 1 }),
      array(most),
      array(integer({ min: 0, max: 5999 }), { maxLength: 5 }),
      (length, some, odd, wanted) => {
        const values = [
          ...Array.from({ length }, (_, index) => (some[index % some.length] ?? 0) + (index % 97) / 1000),
          ...odd,
        ];
        const places = wanted.map((place) => place % values.length).sort((one, other) => one - other);
        const sorted = values.toSorted((one, other) => one - other);
        expect(valuesAt(Float64Array.from(values), places)).toEqual(places.map((place) => sorted[place]));
      },
    ),
    { numRuns: 100 },
  );
});
