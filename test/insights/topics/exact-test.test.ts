import { expect, test } from 'vitest';
import { chanceLimit, ExactTest } from '../../../src/insights/topics/exact-test.ts';

const exact = new ExactTest(600);

test('the chance is that of the hypergeometric tail, with half of what was seen', () => {
  // Of 8 with a mark among 8 and 8: C(8,6)·C(8,2)/C(16,8), and the rarer ones; counted by hand.
  const [six, seven, eight] = [784 / 12_870, 64 / 12_870, 1 / 12_870];
  expect(exact.chanceOf({ own: 6, of: 8, other: 2, ofOther: 8 })).toBeCloseTo(six / 2 + seven + eight, 10);
  expect(exact.leastChanceOf({ own: 6, of: 8, other: 2, ofOther: 8 })).toBeCloseTo(eight / 2, 10);
});

test('from none to 38 of 281 is no chance, from 12 to 24 of 300 may be one of hundreds', () => {
  expect(exact.chanceOf({ own: 38, of: 281, other: 0, ofOther: 257 })).toBeLessThan(1e-9);
  expect(exact.chanceOf({ own: 24, of: 300, other: 12, ofOther: 300 })).toBeGreaterThan(0.01);
});

test('what can be beyond chance by no spread needs no correction', () => {
  expect(chanceLimit([0.001, 0.9, 0.9], 0.15)).toBe(0.15);
  expect(chanceLimit([0.001, 0.001, 0.001], 0.15)).toBeCloseTo(0.05);
});
