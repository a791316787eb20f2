import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aboutWords,
  counted,
  durationWords,
  percentWords,
  rounded,
  signedWords,
} from '../../../src/answers/words/quantities.ts';
import { safe } from '../../../src/privacy/safe-text.ts';

const figure = fc.double({ min: -1e9, max: 1e9, noNaN: true });

describe('no number in words is minus nothing', () => {
  test.each([
    ['a share', (value: number) => percentWords(value)],
    ['a duration', (value: number) => durationWords(value)],
    ['a change', (value: number) => signedWords(value, 1)],
    ['a change of a share', (value: number) => safe`${signedWords(value * 100, 1)} %`],
  ])('%s', (_what, words) => {
    fc.assert(
      fc.property(fc.oneof(figure, fc.constantFrom(0, -0, -0.0004, 0.0004, -0.04)), (value) => {
        expect(words(value)).not.toMatch(/[-−+]0(?![.\d])/);
      }),
    );
  });

  test('a rounded number is 0, never −0, and as near as its places allow', () => {
    fc.assert(
      fc.property(figure, fc.integer({ min: 0, max: 3 }), (value, decimals) => {
        const round = rounded(value, decimals);
        expect(Object.is(round, -0)).toBe(false);
        expect(Math.abs(round - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-6);
      }),
    );
  });
});

test('a change has its sign exactly where something of it is told', () => {
  fc.assert(
    fc.property(figure, (change) => {
      const words = signedWords(change, 1);
      const sign = rounded(change, 1) === 0 ? '' : change < 0 ? '−' : '+';
      expect(words.replace(/\d.*$/, '')).toBe(sign);
    }),
  );
});

test('what has yet to happen takes a second at least', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (duration) => {
      expect(aboutWords(duration)).toMatch(/^about [1-9]/);
    }),
  );
});

test('one of a thing is no plural', () => {
  expect([0, 1, 2, 11].map((count) => counted(count, safe`page`))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
    '11 pages',
  ]);
  expect([1, 3].map((count) => counted(count, safe`day that is`, safe`days that are`))).toEqual([
    '1 day that is',
    '3 days that are',
  ]);
});
