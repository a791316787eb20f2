import { assert, asyncProperty } from 'fast-check';
import { afterEach, beforeEach, test } from 'vitest';
import { scenario, NOW, runScenario } from './chaos.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';

// The same as chaos.test.ts, often.

beforeEach(() => {
  fakeTime(NOW);
});
afterEach(() => {
  realTime();
});

test.each([1, 2, 3, 4])('five hundred scenarios from seed %i', async (seed) => {
  await assert(asyncProperty(scenario, runScenario), { numRuns: 500, seed, endOnFailure: true });
});
