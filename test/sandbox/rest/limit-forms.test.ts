import { expect, test } from 'vitest';
import type { DialectOptions } from '../../../src/sandbox/dialects.ts';
import { NOW, openDesk } from '../desk.ts';

const REASON = 'Too many requests: 2 per minute are allowed.';

/** A desk that allows two requests a minute, with the time in the test's hands. */
async function openLimited(dialect: DialectOptions, start = NOW) {
  const time = { now: start };
  const desk = await openDesk({ dialect, requestsPerMinute: 2, clock: () => time.now });
  const status = async (path = '/api/agents'): Promise<number> => (await desk.get(path)).status;
  return { ...desk, time, status };
}

test.each([
  ['retry_after', { 'retry-after': '48' }, `${REASON} Please wait 48 seconds.`],
  [
    'retry_after_date',
    // The room comes at 15:31:00.000, and the service says what time it is by its own clock.
    { 'retry-after': 'Wed, 18 Nov 2026 15:31:00 GMT', date: 'Wed, 18 Nov 2026 15:30:12 GMT' },
    REASON,
  ],
  ['ratelimit', { ratelimit: '"default";r=0;t=48', 'ratelimit-policy': '"default";q=2;w=60' }, REASON],
  [
    'x_ratelimit',
    { 'x-ratelimit-reset': String(NOW / 1000 + 60), 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '2' },
    REASON,
  ],
  ['body', {}, `${REASON} Please wait 48 seconds.`],
  ['nothing', {}, undefined],
] as const)('the limit tells its true waiting time as %s', async (limit_form, headers, message) => {
  const { get, status, time } = await openLimited({ limit_form });
  expect([await status(), await status()]).toEqual([200, 200]);
  time.now += 12_000;
  const refused = await get('/api/agents');
  expect(refused.status).toBe(429);
  const telling = [...refused.headers].filter(([name]) => /retry-after|ratelimit/.test(name) || name in headers);
  expect(Object.fromEntries(telling)).toEqual(headers);
  expect(refused.json).toEqual(message === undefined ? undefined : { error: [{ code: 429, message }] });

  time.now += 48_000 - 1;
  expect(await status()).toBe(429);
  time.now += 1;
  expect(await status()).toBe(200);
});

test('each endpoint may have its own limit', async () => {
  const { status } = await openLimited({ limit_scope: 'endpoint' });
  for (const path of ['/api/agents', '/api/chats/']) {
    expect([await status(path), await status(path), await status(path)]).toEqual([200, 200, 429]);
  }
  expect([await status('/api/chats/1'), await status('/api/chats/2/'), await status('/api/chats/3')]).toEqual([
    404, 404, 429,
  ]);
});

test('refused attempts may count: who hammers is never let in', async () => {
  const { status, time } = await openLimited({ refused_attempts: 'counted' });
  await status();
  await status();
  for (let minute = 0; minute < 5; minute += 1) {
    for (const wait of [30_000, 29_999]) {
      time.now += wait;
      expect(await status()).toBe(429);
    }
  }
  time.now += 60_000;
  expect(await status()).toBe(200);
});

test('with refused attempts counted, the waiting time is still true', async () => {
  const { get, status, time } = await openLimited({ refused_attempts: 'counted' });
  await status();
  await status();
  time.now += 20_000;
  await status();
  time.now += 20_000;
  const { headers } = await get('/api/agents');
  // Two of the last four are in the window until the third leaves it.
  expect(headers.get('Retry-After')).toBe('40');
  time.now += 40_000;
  expect(await status()).toBe(200);
});

test('a fixed window begins anew with each minute of the clock', async () => {
  const { get, status, time } = await openLimited({ limit_window: 'fixed' }, NOW + 59_000);
  expect([await status(), await status()]).toEqual([200, 200]);
  expect((await get('/api/agents')).headers.get('Retry-After')).toBe('1');
  time.now += 1000;
  expect([await status(), await status()]).toEqual([200, 200]);
  expect((await get('/api/agents')).headers.get('Retry-After')).toBe('60');
});

test('the limit can be changed while it runs, for all and for one endpoint', async () => {
  const { sandbox, get, status, time } = await openLimited({});
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  sandbox.limit(4);
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  sandbox.limit(1);
  time.now += 60_000;
  expect([await status(), await status()]).toEqual([200, 429]);

  time.now += 60_000;
  sandbox.limit(10);
  sandbox.limit(1, '/api/chats');
  expect([await status('/api/chats/'), await status('/api/chats?page_no=2'), await status()]).toEqual([200, 429, 200]);
  expect((await get('/api/chats')).json).toMatchObject({
    error: [{ message: 'Too many requests: 1 per minute are allowed. Please wait 60 seconds.' }],
  });
});
