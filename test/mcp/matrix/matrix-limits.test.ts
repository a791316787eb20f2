import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { BEGIN, checkLimits, LIMITS } from './matrix-limits.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';

// A part of the dialects of limits; matrix-limits.exhaustive.test.ts has all of them, several times.

beforeEach(() => fakeTime(BEGIN));
afterEach(() => {
  realTime();
  vi.restoreAllMocks();
});

describe('an unknown limit', () => {
  const some = LIMITS.filter((_, index) => index % 7 === 0);
  test.each(some)('$limit_form, $limit_scope, $limit_window, $refused_attempts', (limits) => checkLimits(limits, 1));
});
