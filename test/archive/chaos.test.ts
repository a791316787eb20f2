import { assert, asyncProperty } from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { fate, NOW, suffer } from './chaos.ts';
import { temporaryFile } from './temporary-file.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test('whatever happens, the archive ends up with what is true, within the budget and the time', async () => {
  const file = await temporaryFile();
  let run = 0;
  await assert(
    asyncProperty(fate, (happenings) => suffer(happenings, `${file}.${(run += 1)}`)),
    { numRuns: 30, seed: 3, endOnFailure: true },
  );
});
