import { assert, asyncProperty } from 'fast-check';
import { afterEach, beforeEach, test } from 'vitest';
import { scenario, NOW, runScenario } from './chaos.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';

beforeEach(() => {
  fakeTime(NOW);
});
afterEach(() => {
  realTime();
});

test('whatever happens, the archive ends up with what is true, within the budget and the time', async () => {
  await assert(asyncProperty(scenario, runScenario), { numRuns: 10, seed: 3, endOnFailure: true });
});
