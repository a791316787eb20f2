import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatedShareText, percent, percentText, pointsText } from '../../../src/model/words/share.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a share is told to a tenth of a percent, a change of it in points', () => {
  fc.assert(
    fc.property(share, (value) => {
      expect(percentText(value)).toBe(`${percent(value)} %`);
      expect(pointsText(value)).toBe(`${percent(value)} points`);
      expect(Math.abs(percent(value) - value * 100)).toBeLessThanOrEqual(0.05 + 1e-9);
    }),
  );
});

test('nothing is never minus nothing', () => {
  expect([percentText(-0), percentText(-0.0004), pointsText(-0.0004)]).toEqual(['0 %', '0 %', '0 points']);
});

test('an estimate has its interval in brackets', () => {
  expect(estimatedShareText(0.38, 0.312, 0.459)).toBe('38%; 31–46');
});
