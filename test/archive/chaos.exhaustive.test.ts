import { assert, asyncProperty } from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { fate, NOW, suffer } from './chaos.ts';
import { temporaryFile } from './temporary-file.ts';

// The same as chaos.test.ts, often.

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([1, 2, 3, 4])('five hundred fates from seed %i', async (seed) => {
  const file = await temporaryFile();
  let run = 0;
  await assert(
    asyncProperty(fate, (happenings) => suffer(happenings, `${file}.${(run += 1)}`)),
    { numRuns: 500, seed, endOnFailure: true },
  );
});
