import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounded, short, signOf } from '../../../src/model/words/number.ts';

const figure = fc.double({ min: -1e9, max: 1e9, noNaN: true });

test('a rounded number is 0, never −0, and as near as its places allow', () => {
  fc.assert(
    fc.property(figure, fc.integer({ min: 0, max: 3 }), (value, decimals) => {
      const round = rounded(value, decimals);
      expect(Object.is(round, -0)).toBe(false);
      expect(Math.abs(round - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-6);
    }),
  );
});

test('a half is rounded away from zero, also where a computer has a little less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 4000 }), (of, some) => {
      const tenths = Math.floor((2000 * some + of) / (2 * of));
      expect(rounded((some / of) * 100, 1)).toBe(tenths / 10);
      expect(rounded(-(some / of) * 100, 1)).toBe(0 - tenths / 10);
    }),
    {
      examples: [
        [80, 23],
        [2, 1],
      ],
    },
  );
  expect([rounded(1.005, 2), rounded(-2.5, 0), rounded(2 ** 53 - 1, 2)]).toEqual([1.01, -3, 2 ** 53 - 1]);
});

test('a short number has a tenth below ten alone', () => {
  expect([0.04, 0.05, 9.94, 9.96, 10.4, 10.5].map(short)).toEqual([0, 0.1, 9.9, 10, 10, 11]);
});

test('what is less has the sign of it, which is no hyphen', () => {
  expect([-0.1, 0, 2].map(signOf)).toEqual(['−', '+', '+']);
});
