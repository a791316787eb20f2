import { expect, test } from 'vitest';
import { epochMillis } from '../../src/model/units.ts';
import { waitingTime } from '../../src/upstream/waiting-time.ts';

const now = epochMillis(Date.UTC(2026, 10, 20, 12, 0, 0));

test.each([
  ['30', 30],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
  ['Friday, 20-Nov-26 12:01:30 GMT', 90],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 900],
  ['0', 1],
  ['99999999999999999999', 900],
])('Retry-After: %s', (retryAfter, seconds) => {
  expect(waitingTime({ retryAfter, body: 'wait 7 seconds' }, now)).toBe(seconds);
});

test.each(['-5', 'NaN', '1e99', '', 'soon'])('Retry-After: %s says nothing', (retryAfter) => {
  expect(waitingTime({ retryAfter, body: '{"retry_after": 7}' }, now)).toBe(7);
});

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
  ['code 429', 60],
  ['', 60],
])('a body alone: %s', (body, seconds) => {
  expect(waitingTime({ retryAfter: null, body }, now)).toBe(seconds);
});

test('no more than the first 4 kB of a body are looked at', () => {
  expect(waitingTime({ retryAfter: null, body: `${' '.repeat(4096)}wait 5 seconds` }, now)).toBe(60);
});

test('a hostile body is read in no time', () => {
  const started = performance.now();
  for (const body of ['wait'.repeat(1024), 'retry_'.repeat(700), '1'.repeat(4096), 'after 1'.repeat(600)]) {
    waitingTime({ retryAfter: null, body }, now);
  }
  expect(performance.now() - started).toBeLessThan(200);
});
