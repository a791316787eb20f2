import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { spreadOf } from '../../src/insights/statistics.ts';
import { seconds } from '../../src/model/units.ts';
import { median, p90 } from '../../src/sandbox/truth.ts';

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
      expect(spreadOf(values.toReversed())).toEqual(spreadOf(values));
      expect(values).toEqual(before);
    }),
  );
});
