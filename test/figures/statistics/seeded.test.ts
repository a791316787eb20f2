import { expect, test } from 'vitest';
import { Seeded } from '../../../src/figures/statistics/seeded.ts';

const DRAWS = 20_000;

test.each([0, 1, 39, 2 ** 31])('draws of the seed %i have a standard normal distribution', (seed) => {
  const chance = new Seeded(seed);
  const drawn = Array.from({ length: DRAWS }, () => chance.normal());
  const mean = drawn.reduce((sum, value) => sum + value, 0) / DRAWS;
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS;
  const within = (deviations: number) => drawn.filter((value) => Math.abs(value) < deviations).length / DRAWS;
  expect(mean).toBeCloseTo(0, 1);
  expect(variance).toBeCloseTo(1, 1);
  expect(within(1)).toBeCloseTo(0.683, 1);
  expect(within(2)).toBeCloseTo(0.954, 1);
});

test('the same seed draws the same numbers, and another one others', () => {
  const drawn = (seed: number) => {
    const chance = new Seeded(seed);
    return [chance.bits(), chance.normal(), chance.bits()];
  };
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(8)).not.toEqual(drawn(7));
});
