import { describe, expect, test } from 'vitest';
import { chanceOf, chanceOfChange, chanceOfUnlike, type DaySums } from '../../../src/figures/statistics/chance.ts';

// Expected values are those of printed tables of Student's t, and of the paired test by hand.

const MONDAY = 4;

test.each([
  [3, 3.182, 0.05],
  [6, 2.447, 0.05],
  [6, 3.707, 0.01],
  [6, 5.959, 0.001],
  [12, 2.179, 0.05],
  [48, 2.011, 0.05],
  [Number.POSITIVE_INFINITY, 1.96, 0.05],
  [Number.POSITIVE_INFINITY, 3.2905, 0.001],
])("with %d degrees of freedom, chance goes as far as Student's t says", (freedom, score, chance) => {
  const found = chanceOf({ value: -2 * score, error: 2, freedom });
  expect(Math.abs(found / chance - 1)).toBeLessThan(0.1);
});

/** A count of each day. */
function counts(sums: readonly number[], first = MONDAY): DaySums {
  return { first, sums: Float64Array.from(sums), weights: new Float64Array(sums.length).fill(1) };
}

/** So many of 100 chats of each day, or of as many others. */
function shares(sums: readonly number[], of = 100): DaySums {
  return {
    first: MONDAY,
    sums: Float64Array.from(sums),
    weights: new Float64Array(sums.length).fill(of),
    squares: sums.reduce((sum, one) => sum + one, 0),
  };
}

/** The chance of the paired test of differences by weekday, of which the variance is 1.3 times as large because days hang together. */
function pairedChance(before: readonly number[], now: readonly number[]): number {
  const differences = now.map((one, day) => one - (before[day] ?? 0));
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.sqrt((1.3 * squares) / (differences.length - 1) / differences.length);
  return chanceOf({ value: mean, error, freedom: differences.length - 1 });
}

const WEEK = [300, 260, 240, 250, 230, 120, 90];
const WEEK_AFTER = [380, 290, 330, 270, 310, 150, 160];

describe('a change from one week to the next', () => {
  test('is that of its weekdays, pair by pair', () => {
    expect(chanceOfChange(counts(WEEK), counts(WEEK_AFTER))).toBeCloseTo(pairedChance(WEEK, WEEK_AFTER), 10);
    const found = chanceOfChange(shares(WEEK, 100_000), shares(WEEK_AFTER, 100_000));
    expect(found).toBeCloseTo(pairedChance(WEEK, WEEK_AFTER), 10);
  });

  test('of a weekday on which the desk is closed is none', () => {
    const [open, openAfter] = [WEEK.slice(0, 6), WEEK_AFTER.slice(0, 6)];
    const found = chanceOfChange(counts([...open, 0]), counts([...openAfter, 0]));
    expect(found).toBeCloseTo(pairedChance(open, openAfter), 10);
  });

  test('is within chance where independent chats differ as much, however alike the days are', () => {
    const [before, now] = [20, 21].map((count) => counts(WEEK.map(() => count)));
    expect(before && now && chanceOfChange(before, now)).toBeGreaterThan(0.5);
  });
});

test('a day is held against the four before it, which say how much such days differ', () => {
  const four: DaySums = {
    first: MONDAY,
    sums: Float64Array.from({ length: 28 }, (_, day) => (day % 7 === 0 ? [100, 110, 95, 105][day / 7] : 0) ?? 0),
    weights: Float64Array.from({ length: 28 }, (_, day) => Number(day % 7 === 0)),
  };
  expect(chanceOfChange(four, counts([104]))).toBeGreaterThan(0.5);
  expect(chanceOfChange(four, counts([190]))).toBeLessThan(0.01);
});

describe('what is not known', () => {
  test('is whether single days differ, unless independent chats do as much', () => {
    expect(chanceOfChange(counts([200]), counts([300], MONDAY + 1))).toBeUndefined();
    expect(chanceOfChange(counts([200]), counts([210], MONDAY + 1))).toBeGreaterThan(0.5);
  });

  test('is whether other weekdays differ', () => {
    expect(chanceOfChange(counts([300, 260, 240, 250]), counts([230, 120, 90, 300], MONDAY + 4))).toBeUndefined();
  });
});

describe('some chats among all', () => {
  const others = shares([10, 12, 9, 11, 10, 8, 12]);

  test('differ where their days do all the more', () => {
    expect(chanceOfUnlike(shares([40, 38, 45, 39, 41, 44, 40]), others)).toBeLessThan(0.001);
    expect(chanceOfUnlike(shares([0, 0, 90, 10, 5, 0, 3]), others)).toBeGreaterThan(0.3);
  });

  test('are of too few days to say so', () => {
    const few = { ...shares([40, 38, 45, 0, 0, 0, 0]), weights: Float64Array.from([100, 100, 100, 0, 0, 0, 0]) };
    expect(chanceOfUnlike(few, others)).toBeUndefined();
  });
});
