import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttpServer, type HttpOptions } from '../../src/http/http-server.ts';
import { containing } from '../support/matchers.ts';
import { headersOf, PING } from './by-hand.ts';
import { ANYBODY, callerNamed, identitiesOf } from './known-callers.ts';
import { rawHeaders, rawRequest, sentRaw } from './raw-client.ts';

// Under which names a server is reached, and by whose pages.

const TOKEN = 'Bearer right';
const identities = identitiesOf(new Map([['right', callerNamed('ann')]]));

/** A server that counts what got through to it, asked on this machine wherever it listens. */
async function start(options: Partial<HttpOptions> = {}) {
  let served = 0;
  const countingServer = () => {
    served += 1;
    return new McpServer({ name: 'counting', version: '1' }, { capabilities: { tools: {} } });
  };
  const server = await startHttpServer(countingServer, {
    host: '127.0.0.1',
    port: 0,
    identities: ANYBODY,
    onDisturbance: () => {},
    ...options,
  });
  onTestFinished(() => server.close());
  const url = new URL(server.url);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  const sent = async (headers: Readonly<Record<string, string>>, method = 'POST', path = '/mcp') =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const asked = request(new URL(path, url), {
        method,
        headers: { ...headersOf(), authorization: TOKEN, ...headers },
      });
      asked.once('error', reject).once('response', (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        );
      });
      asked.end(method === 'POST' ? JSON.stringify(PING) : undefined);
    });
  return { url: url.href, sent, served: () => served };
}

const PUBLIC = { identities, public_url: new URL('https://desk.example.com/tools') };
const BINDS: readonly (readonly [string, Partial<HttpOptions>])[] = [
  ['127.0.0.1', {}],
  ['::1', {}],
  ['127.0.0.1', PUBLIC],
  ['0.0.0.0', { identities }],
  ['::', PUBLIC],
];

const WRONG_ORIGINS = [
  'null',
  '',
  'http://evil.example',
  'http://desk.example.com',
  'https://desk.example.com.evil.example',
  'https://desk.example.com:8443',
  'https://desk.example.com/tools',
  'https://desk.example.com@evil.example',
  'https://evil.example#https://desk.example.com',
  'https://desk.example.com, https://evil.example',
  'https://desk.example.com https://evil.example',
  'https://xn--dsk-fla.example.com',
  'https://desk.example.com.',
  'http://localhost@evil.example',
  'http://localhost.evil.example',
  'http://localhost/',
  'http://0.0.0.0',
  '//desk.example.com',
  'desk.example.com',
  'file://',
  'chrome-extension://abcdefgh',
  '*',
];

describe.each(BINDS)('listening on %s with %o', (host, options) => {
  test('H1: a request with a wrong Origin is refused, on whichever path and by whichever method', async () => {
    const { sent, served } = await start({ host, ...options });
    for (const origin of WRONG_ORIGINS) {
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await sent({ origin }, method);
        expect({ origin, method, status }).toEqual({ origin, method, status: 403 });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        expect(body).not.toContain('evil.example');
      }
    }
    expect((await sent({ origin: 'http://evil.example' }, 'GET', '/metrics')).status).toBe(403);
    expect(served()).toBe(0);
  });

  test('H1: two Origins are refused, the first of which is right', async () => {
    const { url } = await start({ host, ...options });
    const body = JSON.stringify(PING);
    const headers = [...rawHeaders(body), 'origin: https://desk.example.com', 'origin: http://evil.example'];
    const { statuses } = await sentRaw(url, rawRequest('POST /mcp HTTP/1.1', [...headers, 'connection: close'], body));
    expect(statuses).toEqual([403]);
  });

  test('H2: a request under another host name is refused', async () => {
    const { sent, served } = await start({ host, ...options });
    for (const name of [
      'evil.example',
      'localhost.evil.example',
      'desk.example.com.evil.example',
      'localhost.',
      '0.0.0.0',
      '192.168.0.1',
      '[::2]',
      'localhost@evil.example',
      'evil.example#localhost',
      'localhost, evil.example',
    ]) {
      const { status, body } = await sent({ host: name });
      expect([400, 403], name).toContain(status);
      expect(body).not.toContain('evil');
    }
    expect(served()).toBe(0);
  });

  test('H2: two Hosts, none, and a target that names another host are refused', async () => {
    const { url, served } = await start({ host, ...options });
    const body = JSON.stringify(PING);
    const [, ...rest] = rawHeaders(body);
    const refused = async (line: string, ...hosts: readonly string[]) => {
      const { statuses } = await sentRaw(url, rawRequest(line, [...hosts, ...rest, 'connection: close'], body));
      expect(statuses).toHaveLength(1);
      expect([400, 403], [line, ...hosts].join()).toContain(statuses[0]);
    };
    await refused('POST /mcp HTTP/1.1', 'host: localhost', 'host: evil.example');
    await refused('POST /mcp HTTP/1.1', 'host: evil.example', 'host: localhost');
    await refused('POST /mcp HTTP/1.1', 'host: localhost', 'host: localhost');
    await refused('POST /mcp HTTP/1.1');
    await refused('POST /mcp HTTP/1.1', 'host:');
    await refused('POST /mcp HTTP/1.0');
    await refused('POST http://evil.example/mcp HTTP/1.1', 'host: localhost');
    await refused('POST http://localhost@evil.example/mcp HTTP/1.1', 'host: localhost');
    await refused('POST evil.example/mcp HTTP/1.1', 'host: localhost');
    await refused('POST //evil.example/mcp HTTP/1.1', 'host: evil.example');
    expect(served()).toBe(0);
  });

  test('what is right is served', async () => {
    const { sent, served } = await start({ host, ...options });
    expect(await sent({})).toMatchObject({ status: 200, body: containing('"result"') });
    expect(await sent({ host: 'localhost' })).toMatchObject({ status: 200 });
    expect(served()).toBe(2);
  });
});

describe('behind a reverse proxy that keeps the Host header', () => {
  test('the host and the origin of the public address are allowed', async () => {
    const { sent } = await start(PUBLIC);
    expect((await sent({ host: 'desk.example.com' })).status).toBe(200);
    expect((await sent({ host: 'DESK.example.com:443', origin: 'https://desk.example.com' })).status).toBe(200);
  });

  test('without the setting they are not', async () => {
    const { sent } = await start();
    expect(await sent({ host: 'desk.example.com' })).toMatchObject({ status: 403, body: containing('public_url') });
    expect((await sent({ origin: 'https://desk.example.com' })).status).toBe(403);
  });

  test('further names and origins are allowed by their settings', async () => {
    const { sent } = await start({
      identities,
      allowed_hosts: ['node-1.internal', '[fd00::1]'],
      allowed_origins: ['https://app.example.com:8443'],
    });
    for (const host of ['node-1.internal:3400', '[fd00::1]', 'localhost'])
      expect((await sent({ host })).status).toBe(200);
    expect((await sent({ origin: 'https://app.example.com:8443' })).status).toBe(200);
    expect((await sent({ origin: 'https://app.example.com' })).status).toBe(403);
  });
});

describe('what a proxy says', () => {
  const forwarded = [
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'for=10.0.0.1;host="evil.example"' },
    { 'x-forwarded-host': 'localhost, evil.example' },
  ];

  test.each(forwarded)('H2: %j is refused where the proxy is trusted', async (headers) => {
    const { sent } = await start({ identities, trusted_proxies: ['127.0.0.0/8'] });
    expect((await sent(headers)).status).toBe(403);
    expect((await sent({ 'x-forwarded-host': 'localhost', forwarded: 'host=localhost:443' })).status).toBe(200);
  });

  test.each(forwarded)('%j means nothing of anybody else', async (headers) => {
    const { sent } = await start({ identities, trusted_proxies: ['10.0.0.0/8', '::1', '192.168.0.1'] });
    expect((await sent(headers)).status).toBe(200);
  });

  test.each([{ 'x-forwarded-host': 'localhost' }, { forwarded: 'host=localhost' }])(
    'H2: %j does not make up for a wrong Host',
    async (headers) => {
      const { sent } = await start({ identities, trusted_proxies: ['127.0.0.1'] });
      expect((await sent({ host: 'evil.example', ...headers })).status).toBe(403);
    },
  );

  test('H15: whoever tries out tokens is told apart by their address, which nobody forges', async () => {
    const seen: string[] = [];
    const listening = {
      identify: async (_request: Request, peer: string) => (
        seen.push(peer),
        { refused: new Response(null, { status: 401 }) }
      ),
      lacking: () => new Response(),
      metadata: () => undefined,
    };
    const trusting = await start({ identities: listening, trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] });
    await trusting.sent({ 'x-forwarded-for': '203.0.113.7' });
    await trusting.sent({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.2.3' });
    await trusting.sent({ forwarded: 'for=198.51.100.1, for="[2001:db8::7]:4711";proto=https' });
    await trusting.sent({ 'x-forwarded-for': '10.1.2.3' });
    await trusting.sent({});
    const wary = await start({ identities: listening });
    await wary.sent({ 'x-forwarded-for': '203.0.113.7' });
    expect(seen).toEqual(['203.0.113.7', '203.0.113.7', '2001:db8::7', '127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });
});

test.each([
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'X-Forwarded-Proto': 'https' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-anything': '' },
])('H3: where nobody is identified, %j is refused, and told what to set', async (headers) => {
  const { sent, served } = await start();
  const { status, body } = await sent(headers);
  expect({ status, served: served() }).toEqual({ status: 403, served: 0 });
  expect(body).toContain('Set public_url to the address of the proxy, and make a token');
  expect((await sent(headers, 'GET', '/metrics')).status).not.toBe(200);
  expect((await sent({ 'x-forward': 'x', forwarding: 'x', 'x-via': 'x' })).status).toBe(200);
  expect((await (await start({ identities })).sent(headers)).status).toBe(200);
});

describe('pages of other origins', () => {
  const asking = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type, mcp-protocol-version, mcp-param-region',
  };

  test('of a listed one may ask with any header, and read the answer', async () => {
    const { sent, served } = await start({ identities, allowed_origins: ['https://app.example.com'] });
    const origin = 'https://app.example.com';
    const preflight = await sent({ origin, ...asking, authorization: '' }, 'OPTIONS');
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET,POST,DELETE',
        'access-control-allow-headers': 'authorization,content-type,mcp-protocol-version,mcp-param-region',
        vary: containing('Origin'),
      },
    });
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(served()).toBe(0);
    const exposed = {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': containing('Mcp-Session-Id'),
    };
    expect(await sent({ origin })).toMatchObject({ status: 200, headers: exposed });
    expect(await sent({ origin, authorization: '' })).toMatchObject({ status: 401, headers: exposed });
  });

  test('of this machine may ask, and not read the answer', async () => {
    const { sent } = await start({ allowed_origins: ['https://app.example.com'] });
    const origin = 'http://localhost:5173';
    const answer = await sent({ origin });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await sent({ origin, ...asking }, 'OPTIONS');
    expect(preflight.status).toBe(405);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('of this machine may not ask a server that other machines reach', async () => {
    const { sent } = await start({ host: '0.0.0.0', identities });
    expect((await sent({ origin: 'http://localhost:5173' })).status).toBe(403);
  });
});
