import { assert, double, integer, property, string } from 'fast-check';
import { Headers } from 'undici';
import { describe, expect, test } from 'vitest';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';
import { backoff, pauseAfter, waitTold } from '../../../src/upstream/requests/retry-timing.ts';
import { runs } from '../../support/runs.ts';

const NOON = Date.UTC(2026, 10, 20, 12, 0, 0);
const now = epochMillis(NOON);
const told = (headers: Record<string, string>, body = ''): number | undefined =>
  waitTold({ headers: new Headers(headers), body }, now);

describe('Retry-After', () => {
  test.each([
    ['30', 30],
    ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
    ['Friday, 20-Nov-26 12:01:30 GMT', 90],
    ['Fri Nov 20 12:01:30 2026', 90],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 900],
    ['0', 1],
    ['99999999999999999999', 900],
  ])('%s', (retryAfter, wait) => {
    expect(told({ 'retry-after': retryAfter, 'ratelimit-reset': '7' }, 'wait 8 seconds')).toBe(wait);
  });

  test.each(['-5', 'NaN', '1e99', '', 'soon'])('%s says nothing', (retryAfter) => {
    expect(told({ 'retry-after': retryAfter }, '{"retry_after": 7}')).toBe(7);
  });

  test('a moment is told by the clock of the service, however wrong that is', () => {
    const date = 'Sun, 22 Nov 2026 08:00:00 GMT';
    expect(told({ 'retry-after': 'Sun, 22 Nov 2026 08:00:30 GMT', date })).toBe(30);
  });
});

test.each([
  ['ratelimit', '"default";r=0;t=50', 50],
  ['ratelimit', '"burst";r=3;t=1.5, "default";r=0;t=50', 50],
  ['ratelimit', '"burst";r=3;t=1.5', 1.5],
  ['ratelimit', 'limit=60, remaining=0, reset=50', 50],
  ['ratelimit-reset', '50', 50],
  ['x-ratelimit-reset', '50', 50],
  ['x-ratelimit-reset', String(NOON / 1000 + 50), 50],
  ['x-ratelimit-reset', String(NOON + 50_000), 50],
  ['x-ratelimit-reset', String(NOON / 1000 - 50), 1],
  ['x-rate-limit-reset', '50', 50],
  ['x-ratelimit-reset-after', '49.5', 49.5],
  ['x-ratelimit-reset', '253402300799', 900],
  ['ratelimit', '"default";r=0;t=-4', undefined],
  ['ratelimit-reset', 'tomorrow', undefined],
])('%s: %s', (header, value, wait) => {
  expect(told({ [header]: value })).toBe(wait);
  expect(told({ [header]: value, 'retry-after': '3' })).toBe(3);
});

describe('a body alone', () => {
  test.each([
    ['{"retry_after": 12}', 12],
    ['{"retryAfter":"12"}', 12],
    ['{"retry_after_ms": 12000}', 12],
    ['{"waitMinutes": 2}', 120],
    ['{"wait_time": "2 minutes"}', 120],
    ['{"error":[{"code":429,"message":"Limit of 60 requests per minute exceeded. Please wait 30 seconds."}]}', 30],
    ['10 requests in 1 minute are allowed; try again in 25 sec', 25],
    ['Too many requests (30 seconds)', 30],
    ['in 2 min', 120],
    ['wait 0 seconds', 1],
    ['wait 999999 minutes', 900],
    ['code 429', undefined],
    ['{"retry_after":"2026-11-20T12:01:00Z"}', undefined],
    ['{"waitTime":"00:00:30"}', undefined],
    ['limit of 100 requests per 15 minutes exceeded', undefined],
    ['', undefined],
  ])('%s', (body, wait) => {
    expect(told({}, body)).toBe(wait);
  });

  test('no more than the first 4 kB of it are looked at', () => {
    expect(told({}, `${' '.repeat(4096)}wait 5 seconds`)).toBeUndefined();
  });
});

test('whatever is said, the wait is from a second to a quarter of an hour', () => {
  assert(
    property(string(), string(), (value, body) => {
      const headers = { get: () => value };
      const wait = waitTold({ headers, body }, now);
      expect(wait === undefined || (wait >= 1 && wait <= 900)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

test('the pause is never shorter than what was told, and untold it doubles up to its bound', () => {
  assert(
    property(integer({ min: 0, max: 50 }), double({ min: 0, max: 1, noNaN: true }), (before, chance) => {
      const pause = pauseAfter(seconds(30), before, chance);
      expect(pause).toBeGreaterThanOrEqual(30);
      expect(pause).toBeLessThanOrEqual(30.6);
      const untold = pauseAfter(undefined, before, chance);
      expect(untold).toBeGreaterThanOrEqual(Math.min(60 * 2 ** before, 900));
      expect(untold).toBeLessThanOrEqual(Math.min(60 * 2 ** before, 900) * 1.1);
    }),
  );
});

test('a failed request comes back after up to 0.2 s, then 0.4 s', () => {
  expect([backoff(1, 0), backoff(1, 1), backoff(2, 1), backoff(2, 0.5)]).toStrictEqual([0, 0.2, 0.4, 0.2]);
});
