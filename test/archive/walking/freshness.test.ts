import { assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshnessOf } from '../../../src/archive/walking/freshness.ts';
import { parseUtcDay, startOfDay } from '../../../src/model/time/day.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';

const HOUR = 3_600_000;
const DAY = parseUtcDay('2026-11-10');
const START = startOfDay(DAY);
const MINUTE_OLD = seconds(60);
const LOOK_BACK = 2;

/** A look `looked` hours after the day began, and a question `asked` hours after that. */
const look = record({
  looked: integer({ min: 0, max: 200 * 60 }).map((minutes) => minutes / 60),
  later: integer({ min: 0, max: 200 * 60 }).map((minutes) => minutes / 60),
  openChats: integer({ min: 0, max: 2 }),
});
const at = (hours: number) => epochMillis(Math.round(START + hours * HOUR));
const worth = (looked: number, asked: number, openChats = 0) =>
  freshnessOf(DAY, { at: at(looked), openChats, isFlawed: false, basis: 'proven' }, at(asked), LOOK_BACK, MINUTE_OLD);

describe('a look at a day', () => {
  test('while the day still runs is fresh for a minute, and then due', () => {
    assert(
      property(look, ({ looked, later }) => {
        if (looked + later >= 24) return;
        expect(worth(looked, looked + later)).toBe(later * 60 <= 1 ? 'fresh' : 'due');
      }),
    );
  });

  test('while the day ran is worth nothing when it is over', () => {
    assert(
      property(look, ({ looked, later, openChats }) => {
        if (looked >= 24 || looked + later < 24) return;
        expect(worth(looked, looked + later, openChats)).toBe('unknown');
      }),
    );
  });

  test('after the look-back is good for ever', () => {
    assert(
      property(look, ({ looked, later, openChats }) => {
        expect(worth(72 + looked, 72 + looked + later * 1000, openChats)).toBe('fresh');
      }),
    );
  });

  test('before that is good until the look-back is over, while no chat is open', () => {
    assert(
      property(look, ({ looked, later }) => {
        if (looked < 24 || looked >= 72) return;
        expect(worth(looked, looked + later)).toBe(looked + later < 72 ? 'fresh' : 'due');
      }),
    );
  });

  test('before that with a chat that is open is due after a minute', () => {
    expect(worth(30, 30 + 1 / 60, 1)).toBe('fresh');
    expect(worth(30, 30 + 2 / 60, 1)).toBe('due');
  });

  test('that never was is worth nothing', () => {
    expect(freshnessOf(DAY, undefined, at(100), LOOK_BACK, MINUTE_OLD)).toBe('unknown');
  });

  test('that has yet to come is worth nothing: the clock was wrong', () => {
    for (const [looked, asked] of [
      [10, 9],
      [30, 29],
      [100, 99],
    ] as const) {
      expect(worth(looked, asked)).toBe('unknown');
    }
  });

  test('that left something out is due after a day, for as long as it does', () => {
    const flawed = (looked: number, asked: number) =>
      freshnessOf(
        DAY,
        { at: at(looked), openChats: 0, isFlawed: true, basis: 'proven' },
        at(asked),
        LOOK_BACK,
        MINUTE_OLD,
      );
    expect([flawed(30, 54), flawed(30, 54.1), flawed(100, 124), flawed(100, 124.1)]).toEqual([
      'fresh',
      'due',
      'fresh',
      'due',
    ]);
  });

  test('that rows moved under is due at once, and good to answer from', () => {
    const doubted = (looked: number) =>
      freshnessOf(
        DAY,
        { at: at(looked), openChats: 0, isFlawed: false, basis: 'partial' },
        at(looked),
        LOOK_BACK,
        MINUTE_OLD,
      );
    expect([doubted(10), doubted(30), doubted(100)]).toEqual(['due', 'due', 'due']);
  });

  test('without a look-back is good from the end of the day', () => {
    expect(
      freshnessOf(DAY, { at: at(24), openChats: 0, isFlawed: false, basis: 'proven' }, at(900), 0, MINUTE_OLD),
    ).toBe('fresh');
  });
});
