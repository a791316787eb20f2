import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { basic, NOW, openDesk, smallWorld } from '../desk.ts';

test('the limit is for each login, in any sixty seconds; refused requests and bad credentials do not count', async () => {
  let now = 1_000_000_000_000;
  const { get, sandbox } = await openDesk({ requestsPerMinute: 3, clock: () => now });
  const ask = async () => get('/api/agents/');

  expect((await ask()).status).toBe(200);
  now += 20_000;
  expect((await get('/api/agents/', null)).status).toBe(401);
  expect((await get('/api/agents/none')).status).toBe(400);
  expect((await ask()).status).toBe(200);

  now += 28_500;
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('12');
  expect(refused.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(refused.json).toEqual({
    error: [{ code: 429, message: 'Too many requests: 3 per minute are allowed. Please wait 12 seconds.' }],
  });
  expect((await get('/api/agents/', sandbox.world.account.admin)).status).toBe(200);

  now += 11_499;
  expect((await ask()).headers.get('Retry-After')).toBe('1');
  now += 1;
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});

test('sixty requests a minute unless told otherwise, and all of them are in the log', async () => {
  const world = smallWorld();
  const sandbox = await startSandbox({ world, clock: () => NOW });
  onTestFinished(sandbox.close);
  const ask = async (path: string) =>
    fetch(sandbox.url + path, { headers: { Authorization: basic(world.account.superAdmin) } });

  for (let count = 0; count < 60; count += 1) expect((await ask('/api/agents/?page_no=2')).status).toBe(200);
  expect((await ask('/api/agents')).status).toBe(429);
  expect(sandbox.requests).toHaveLength(61);
  expect(sandbox.requests[0]).toEqual({ at: NOW, method: 'GET', path: '/api/agents/?page_no=2', status: 200 });
  expect(sandbox.requests.at(-1)).toEqual({ at: NOW, method: 'GET', path: '/api/agents', status: 429 });
});
