import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aboutText, durationText, fineDurationText, spanText, waitText } from '../../../src/model/words/duration.ts';

const seconds = fc.oneof(...[12, 100, 4000, 100_000, 10_000_000].map((max) => fc.double({ min: 0, max, noNaN: true })));

const UNITS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600, d: 86_400 };

/** The seconds that words stand for, and those of their last unit. */
function read(words: string): { readonly value: number; readonly unit: number } {
  const parts = [...words.matchAll(/([\d.]+) (s|min|h|d)\b/g)].map(([, size, unit]) => ({
    size: Number(size),
    unit: UNITS[unit ?? ''] ?? Number.NaN,
  }));
  return {
    value: parts.reduce((sum, { size, unit }) => sum + size * unit, 0),
    unit: Math.min(...parts.map(({ unit }) => unit)),
  };
}

describe('a duration in words is as near as its last unit allows', () => {
  test('in at most two units', () => {
    fc.assert(
      fc.property(seconds, (length) => {
        const words = durationText(length);
        expect(words).toMatch(/^\d+ (s|min( \d+ s)?|h( \d+ min)?|d( \d+ h)?)$/);
        // Of 2 h 0 min the minutes are left out.
        const last = { s: 1, min: 1, h: 60, d: 3600 }[/^\d+ (\w+)/.exec(words)?.[1] ?? ''] ?? 0;
        expect(Math.abs(read(words).value - length)).toBeLessThanOrEqual(last / 2 + 1e-6);
      }),
    );
  });
});

test('tenths are told below ten seconds alone, and not where they are none', () => {
  expect([0, 4.24, 5, 9.96, 10.4, 75.2].map(fineDurationText)).toEqual([
    '0 s',
    '4.2 s',
    '5 s',
    '10 s',
    '10 s',
    '1 min 15 s',
  ]);
});

test('nothing is never minus nothing', () => {
  expect([durationText(-0), durationText(-0.4), fineDurationText(-0.04)]).toEqual(['0 s', '0 s', '0 s']);
});

test('what ends before it begins, by a clock that is ahead, takes no time', () => {
  expect([-0.4, -1, -180, -3600].map(spanText)).toEqual(['0 s', '0 s', '0 s', '0 s']);
});

test('what has yet to happen takes a second at least', () => {
  fc.assert(
    fc.property(seconds, (length) => {
      expect(aboutText(length)).toMatch(/^about [1-9]/);
    }),
  );
});

test('a wait is in one unit, and never nothing', () => {
  expect([0, 0.2, 60.4, 119, 120, 400, 1500, 31_320, 3_801_600].map(waitText)).toEqual([
    '1 s',
    '1 s',
    '61 s',
    '119 s',
    '2 min',
    '6.7 min',
    '25 min',
    '8.7 h',
    '44 days',
  ]);
});
