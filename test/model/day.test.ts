import { assert, date, integer, property, tuple, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  contiguousRanges,
  isoDate,
  daysOf,
  parseUtcDay,
  startOfDay,
  utcDayOf,
} from '../../src/model/time/day.ts';
import { epochMillis } from '../../src/model/time/units.ts';

const moment = date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }).map((at) =>
  epochMillis(at.getTime()),
);
const day = moment.map(utcDayOf);

describe('UTC days', () => {
  test('hold the moments from their start until the start of the next', () => {
    assert(
      property(moment, (at) => {
        const today = utcDayOf(at);
        expect(startOfDay(today)).toBeLessThanOrEqual(at);
        expect(startOfDay(addDays(today, 1))).toBeGreaterThan(at);
        expect(parseUtcDay(today)).toBe(today);
        expect(utcDayOf(startOfDay(today))).toBe(today);
      }),
    );
  });

  test('are written as ISO 8601 has them, in any year of four digits', () => {
    const any = date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    assert(
      property(any, (at) => {
        expect(isoDate(at.getTime())).toBe(at.toISOString().slice(0, 10));
      }),
    );
  });

  test('are added there and back', () => {
    assert(
      property(day, integer({ min: -50, max: 4000 }), (from, count) => {
        if (startOfDay(from) + count * 86_400_000 < 0) return;
        expect(addDays(addDays(from, count), -count)).toBe(from);
        if (count >= 0) expect(daysOf({ from, to: addDays(from, count) })).toHaveLength(count + 1);
      }),
    );
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '2026-01-01T00:00', '', '1969-12-31'])(
    'are not %j',
    (text) => {
      expect(() => parseUtcDay(text)).toThrow(RangeError);
    },
  );

  test.each(['2024-02-29', '1970-01-01', '2000-02-29', '2099-12-31'])('are %s', (text) => {
    expect(parseUtcDay(text)).toBe(text);
  });
});

test('any days are as few contiguous ranges as they can be', () => {
  const days = tuple(day, uniqueArray(integer({ min: 0, max: 60 }))).map(([from, offsets]) =>
    offsets.map((offset) => addDays(from, offset)),
  );
  assert(
    property(days, (some) => {
      const ranges = contiguousRanges(some);
      expect(ranges.flatMap(daysOf)).toEqual(some.toSorted());
      for (const [index, { from }] of ranges.entries()) {
        const before = ranges[index - 1];
        // Between two ranges at least one day is missing.
        if (before !== undefined) expect(addDays(before.to, 1) < from).toBe(true);
      }
    }),
  );
});
