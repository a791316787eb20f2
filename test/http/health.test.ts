import { McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer, type HttpOptions } from '../../src/http/http-server.ts';
import { CallsOfRequests, watchingFor } from '../../src/http/observed/watching.ts';
import { Readiness } from '../../src/http/readiness.ts';
import { seconds } from '../../src/model/time/units.ts';
import { ANYBODY, callerNamed, identitiesOf } from './known-callers.ts';

// What whoever runs a server asks it: whether it is alive, and whether it is to be sent requests.

async function start(options: Partial<HttpOptions>): Promise<URL> {
  const server = await startHttpServer(() => new McpServer({ name: 'health', version: '1' }), {
    host: '127.0.0.1',
    port: 0,
    identities: ANYBODY,
    onDisturbance: () => {},
    ...options,
  });
  onTestFinished(() => server.close());
  return new URL(server.url);
}

async function asked(path: string, url: URL, init: RequestInit = {}) {
  const response = await fetch(new URL(path, url), init);
  return { status: response.status, body: await response.text() };
}

test('is alive for anybody, whether its archive is or not', async () => {
  const url = await start({
    identities: identitiesOf(new Map()),
    checkArchive: () => Promise.reject(new Error('gone')),
  });
  expect(await asked('/healthz', url)).toEqual({ status: 200, body: 'alive\n' });
  expect(await asked('/readyz', url)).toEqual({ status: 503, body: 'The archive cannot be reached.\n' });
});

test('is ready while its archive can be reached', async () => {
  const url = await start({});
  expect(await asked('/readyz', url)).toEqual({ status: 200, body: 'ready\n' });
});

test('an archive that hangs is none; it is asked once, however often somebody wants to know', async () => {
  let asks = 0;
  const answer = Promise.withResolvers<void>();
  let now = 0;
  const check = () => {
    asks += 1;
    return answer.promise;
  };
  const readiness = new Readiness({ check, checkWithin: seconds(0.01), now: () => now });
  for (; now < 10_000; now += 1000) expect(await readiness.hindrance()).toBe('The archive cannot be reached.');
  expect(asks).toBe(1);
  answer.resolve();
  await answer.promise;
  expect(await readiness.hindrance()).toBeUndefined();
  expect(asks).toBe(2);
});

test('what was found is told for a second, and then looked at again', async () => {
  let [asks, now, isThere] = [0, 0, true];
  const check = async () => {
    asks += 1;
    if (!isThere) throw new Error('gone');
  };
  const readiness = new Readiness({ check, now: () => now });
  for (now of [0, 300, 999]) expect(await readiness.hindrance()).toBeUndefined();
  expect(asks).toBe(1);
  isThere = false;
  now = 1000;
  expect(await readiness.hindrance()).toBe('The archive cannot be reached.');
  isThere = true;
  now = 2000;
  expect(await readiness.hindrance()).toBeUndefined();
});

test('metrics are for identities with their scope, and for everybody where there are no identities', async () => {
  const metrics = () => Promise.resolve(new Response('calls 1\n'));
  const callers = new Map([
    ['a', { ...callerNamed('ann'), scopes: new Set(['metrics:read'] as const) }],
    ['b', { ...callerNamed('ben'), scopes: new Set(['chats:read'] as const) }],
  ]);
  const url = await start({ identities: identitiesOf(callers), metrics });
  const as = (token: string) => asked('/metrics', url, { headers: { authorization: `Bearer ${token}` } });
  expect(await as('a')).toEqual({ status: 200, body: 'calls 1\n' });
  expect((await as('b')).status).toBe(403);
  const called = (token: string) =>
    asked('/mcp', url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  // Who may read the figures of the server, and nothing else, is answered nothing of the desk.
  expect((await called('a')).status).toBe(403);
  expect((await called('b')).status).not.toBe(403);
  expect((await as('c')).status).toBe(401);
  expect(await asked('/metrics', await start({ metrics }))).toEqual({ status: 200, body: 'calls 1\n' });
  expect((await asked('/metrics', await start({}))).status).toBe(404);
});

test('tells of each request how it was answered, and nothing that a stranger wrote', async () => {
  const exchanges: unknown[] = [];
  const url = await start({
    identities: identitiesOf(new Map([['a', callerNamed('ann')]])),
    watching: watchingFor(
      [
        {
          streamBegan: () => undefined,
          streamEnded: () => undefined,
          answered: ({ milliseconds, bytes, ...exchange }) => exchanges.push(exchange),
        },
      ],
      new CallsOfRequests(),
    ),
  });
  await asked('/healthz', url);
  await asked('/secret-in-path?token=x', url, { method: 'PATCH' });
  await asked('/mcp', url, { method: 'POST' });
  await asked('/mcp', url, { method: 'POST', headers: { authorization: 'Bearer a' } });
  await asked('/.well-known/oauth-protected-resource/mcp', url);
  await asked('/mcp', url, { headers: { origin: 'http://evil.example' } });
  await expect.poll(() => exchanges.length).toBe(6);
  expect(exchanges).toEqual([
    { path: '/healthz', method: 'GET', status: 200 },
    { path: 'other', method: 'other', status: 404 },
    { path: '/mcp', method: 'POST', status: 401 },
    { path: '/mcp', method: 'POST', status: 415, caller: 'token:ann' },
    { path: '/.well-known', method: 'GET', status: 404 },
    { path: '/mcp', method: 'GET', status: 403 },
  ]);
});
