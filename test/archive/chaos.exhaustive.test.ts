import { assert, asyncProperty } from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { fate, NOW, suffer } from './chaos.ts';

// The same as chaos.test.ts, often.

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([1, 2, 3, 4])('five hundred fates from seed %i', async (seed) => {
  await assert(asyncProperty(fate, suffer), { numRuns: 500, seed, endOnFailure: true });
});
