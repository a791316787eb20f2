import { expect, test } from 'vitest';
import { DrawnSample } from '../../../src/figures/statistics/drawn-sample.ts';
import { createRandom } from '../../../src/sandbox/world/random.ts';

// A sample of records of which some were loaded for what they are: no share may be drawn towards these.

const ALL = Array.from({ length: 1000 }, (_, id) => id);

test('all that is loaded stands for itself, and nothing is missing', () => {
  const sample = new DrawnSample(ALL, new Map(ALL.map((id) => [id, id])));
  expect(sample.missingFor(200)).toEqual({ ids: [], size: 1000 });
  expect(sample.standIns(2000)).toMatchObject({ loaded: 0, drawn: 1000, rest: 1000 });
  expect(sample.standIns(2000).all.every(({ weight }) => weight === 1)).toBe(true);
});

test('where nothing is loaded, the first of the order are drawn', () => {
  const sample = new DrawnSample(ALL, new Map());
  expect(sample.missingFor(200)).toEqual({ ids: ALL.slice(0, 200), size: 200 });
  expect(sample.standIns(2000).all).toEqual([]);
});

test('of more than may be looked at, each stands for as many', () => {
  const sample = new DrawnSample(ALL, new Map(ALL.map((id) => [id, 1])));
  expect(sample.standIns(250).all).toEqual(ALL.slice(0, 250).map((id) => ({ id, weight: 4 })));
});

test('what a search loaded draws no share towards itself, before and after the draw, and needs fewer records', () => {
  const estimates: number[] = [];
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed);
    const has = ALL.map(() => random.chance(0.1));
    const share = has.filter(Boolean).length / ALL.length;
    // All that have the word are likely to be loaded; a later search loads others.
    const loadedAt = new Map(ALL.filter((id) => random.chance(has[id] === true ? 0.6 : 0.1)).map((id) => [id, 1]));
    const { ids, size } = new DrawnSample(ALL, loadedAt).missingFor(200);
    expect(ids.length).toBeLessThan(200);
    expect(size).toBeGreaterThanOrEqual(200 - 1e-6);
    for (const id of ids) loadedAt.set(id, 2);
    for (const id of ALL) if (!loadedAt.has(id) && has[id] === true && random.chance(0.5)) loadedAt.set(id, 3);
    const drawn = new DrawnSample(ALL, loadedAt);
    // Nothing is drawn again because something else was loaded.
    expect(drawn.missingFor(200).ids).toEqual([]);
    const { all } = drawn.standIns(2000);
    const sum = (some: typeof all) => some.reduce((total, { weight }) => total + weight, 0);
    expect(sum(all)).toBeCloseTo(ALL.length);
    estimates.push(sum(all.filter(({ id }) => has[id])) / ALL.length - share);
  }
  const mean = estimates.reduce((sum, one) => sum + one, 0) / estimates.length;
  expect(Math.abs(mean)).toBeLessThan(0.004);
});
