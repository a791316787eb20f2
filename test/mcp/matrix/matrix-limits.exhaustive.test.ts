import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { BEGIN, checkLimits, LIMITS } from './matrix-limits.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';

// Every way to count and to tell a limit, with several runs of luck.

beforeEach(() => fakeTime(BEGIN));
afterEach(() => {
  realTime();
  vi.restoreAllMocks();
});

describe.each([1, 2, 3, 4, 5])('an unknown limit, seed %i', (seed) => {
  test.each(LIMITS)('$limit_form, $limit_scope, $limit_window, $refused_attempts', (limits) =>
    checkLimits(limits, seed),
  );
});
