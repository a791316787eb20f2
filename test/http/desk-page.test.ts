import { createHash } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttpServer, type HttpOptions } from '../../src/http/http-server.ts';
import { containing } from '../support/matchers.ts';
import { callerNamed, identitiesOf } from './known-callers.ts';

// The page at `/`. What it does in a browser: test/views/desk.

const SCRIPT = 'document.body.append("desk")';
const STYLE = 'body { color: red }';
const PAGE = `<!doctype html><style>${STYLE}</style><body><script type="module">${SCRIPT}</script>`;
const identities = identitiesOf(new Map([['right', callerNamed('ann')]]));

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function start(options: Partial<HttpOptions> = {}) {
  let reads = 0;
  const server = await startHttpServer(() => new McpServer({ name: 'test', version: '1' }), {
    host: '127.0.0.1',
    port: 0,
    identities,
    onDisturbance: () => {},
    readPage: () => {
      reads += 1;
      return Promise.resolve(PAGE);
    },
    ...options,
  });
  onTestFinished(() => server.close());
  const get = async (headers: Readonly<Record<string, string>> = {}, method = 'GET', path = '/') =>
    new Promise<Answered>((resolve, reject) => {
      request(new URL(path, server.url), { method, headers })
        .once('error', reject)
        .once('response', (response) => {
          text(response).then(
            (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
            reject,
          );
        })
        .end();
    });
  return { get, reads: () => reads };
}

const sha256 = (of: string): string => `'sha256-${createHash('sha256').update(of).digest('base64')}'`;

describe('the page at /', () => {
  test('is given to a browser that has no token yet, and read by the first who asks', async () => {
    const { get, reads } = await start();
    expect(reads()).toBe(0);
    const [one, other] = [await get(), await get()];
    expect(one).toMatchObject({ status: 200, body: PAGE, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(other.body).toBe(PAGE);
    expect(reads()).toBe(1);
  });

  test('H1: runs what stands in it alone, asks this server alone, and no page may frame or open it', async () => {
    const { get } = await start();
    const { headers } = await get();
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src ${sha256(SCRIPT)}`,
        `style-src ${sha256(STYLE)}`,
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('H1: is refused to pages of other origins', async () => {
    const { get } = await start();
    expect(await get({ origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    expect((await get({ origin: 'null' })).body).not.toContain('<script');
  });

  test('H2: is refused under another host name, and is there under the public one', async () => {
    const { get } = await start({ public_url: new URL('https://desk.example.com/tools') });
    expect(await get({ host: 'evil.example' })).toMatchObject({ status: 403 });
    expect(await get({ host: 'desk.example.com' })).toMatchObject({ status: 200, body: PAGE });
  });

  test('is sent again only when it is another one', async () => {
    const { get } = await start();
    const { headers } = await get();
    expect(headers['cache-control']).toBe('no-cache');
    const tag = `${headers.etag}`;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      expect(await get({ 'if-none-match': known })).toMatchObject({ status: 304, body: '' });
    }
    expect(await get({ 'if-none-match': '"other"' })).toMatchObject({ status: 200, body: PAGE });
  });

  test('has a head', async () => {
    const { get } = await start();
    const { headers } = await get();
    const head = await get({}, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.etag).toBe(headers.etag);
  });

  test.each(['/index.html', '/desk', '/mcp/'])('is not at %s, where the help is', async (path) => {
    const { get } = await start();
    expect(await get({}, 'GET', path)).toMatchObject({
      status: 404,
      body: containing('/ shows the desk'),
    });
  });

  test('is asked for again after it could not be read', async () => {
    const failures: unknown[] = [];
    let isThere = false;
    const { get } = await start({
      readPage: () => (isThere ? Promise.resolve(PAGE) : Promise.reject(new Error('/secret/path'))),
      onFailure: (error) => void failures.push(error),
    });
    const failed = await get();
    expect(failed.status).toBe(500);
    expect(failed.body).not.toContain('secret');
    isThere = true;
    expect(await get()).toMatchObject({ status: 200, body: PAGE });
    expect(failures).toHaveLength(1);
  });
});
