import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startHttpServer } from '../../src/http/http-server.ts';
import { isReachedFromElsewhere } from '../../src/http/reach/hosts.ts';
import { seconds } from '../../src/model/time/units.ts';
import { ANYBODY } from './known-callers.ts';
import { containing } from '../support/matchers.ts';
import { runProgram } from '../support/program.ts';

let served = 0;

/** A server that counts how often anything got through to it. */
function countingServer(): McpServer {
  served += 1;
  return new McpServer({ name: 'counting', version: '1' }, { capabilities: { tools: {} } });
}

const options = { port: 0, identities: ANYBODY, onDisturbance: () => {} };
const server = await startHttpServer(countingServer, { host: '127.0.0.1', ...options });
afterAll(() => server.close());
beforeEach(() => {
  served = 0;
});

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
}

/** Not fetch: that would set Host itself. */
async function post(
  url: string,
  { headers = {}, body = ping }: { headers?: Readonly<Record<string, string>>; body?: string },
): Promise<{ status: number | undefined; connection: string | undefined; body: string }> {
  const sent = request(url, { method: 'POST', headers: { ...jsonHeaders, ...headers } }).end(body);
  const response = await responseTo(sent);
  const {
    statusCode: status,
    headers: { connection },
  } = response;
  return { status, connection, body: await text(response) };
}

const { port } = new URL(server.url);

describe('a web page cannot reach it through the browser', () => {
  test.each([
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost.',
    '0.0.0.0',
    '127.0.0.2',
    '[::2]',
    '192.168.0.1',
  ])('Host %s is refused', async (host) => {
    const { status } = await post(server.url, { headers: { host } });
    expect({ status, served }).toStrictEqual({ status: 403, served: 0 });
  });

  test.each(['local host', '[::1', 'localhost:port', '%', 'localhost@evil.example', 'evil.example#localhost'])(
    'Host %s, which is none, is refused',
    async (host) => {
      const { status } = await post(server.url, { headers: { host } });
      expect([400, 403]).toContain(status);
      expect(served).toBe(0);
    },
  );

  test.each([
    'null',
    'http://evil.example',
    'https://evil.example:3400',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost@evil.example',
    'http://evil.example/localhost',
    'http://evil.example#http://localhost',
    'http://evil.example, http://localhost',
    'http://localhost, http://evil.example',
    'http://2130706434',
    'http://0.0.0.0',
    'http://[::2]',
    'http://',
    'localhost',
    '//localhost',
    'file://',
    'data:text/html,localhost',
    '*',
    '://',
  ])('Origin %s is refused', async (origin) => {
    const { status } = await post(server.url, { headers: { origin } });
    expect({ status, served }).toStrictEqual({ status: 403, served: 0 });
  });

  test('and is not told that it may', async () => {
    const sent = request(server.url, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    }).end();
    const response = await responseTo(sent);
    response.resume();
    expect(response.statusCode).toBe(403);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    {},
    { host: 'localhost' },
    { host: `localhost:${port}` },
    { host: 'LOCALHOST' },
    { host: '[::1]:1' },
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://[::1]:8080' },
  ])('%j is served', async (headers) => {
    expect(await post(server.url, { headers })).toMatchObject({
      status: 200,
      body: containing('"result"'),
    });
    expect(served).toBe(1);
  });
});

test.each(['127.0.0.2', 'localhost', '::1'])('listening on %s, it is reached by that name', async (host) => {
  const other = await startHttpServer(countingServer, { host, ...options });
  expect(await post(other.url, {})).toMatchObject({ status: 200 });
  await other.close();
});

describe('what is no request of the protocol', () => {
  test('an unknown path is told the right one', async () => {
    for (const path of ['/', '/mcp/', '/mcp/x', '/MCP', '/..%2fmcp']) {
      expect(await post(new URL(path, server.url).href, {})).toMatchObject({
        status: 404,
        body: containing('The protocol is spoken at /mcp.'),
      });
    }
    expect(served).toBe(0);
  });

  test('a body that is too large is refused', async () => {
    const { status, connection } = await post(server.url, { body: `"${'x'.repeat(300 * 1024)}"` });
    expect({ status, served }).toStrictEqual({ status: 413, served: 0 });
    // It cuts the connection soon after, and so must not leave it to the next request.
    expect(connection).toBe('close');
  });

  test.each(['', 'hello', '{"jsonrpc":"2.0"', '[]', 'null', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])(
    'the body %j is refused',
    async (body) => {
      const { status, body: answer } = await post(server.url, { body });
      expect(status).toBe(400);
      expect(answer).not.toMatch(/\bat .*:\d+:\d+/);
      expect(answer).not.toContain(process.cwd());
    },
  );

  test('another content type is refused', async () => {
    const { status } = await post(server.url, { headers: { 'content-type': 'text/plain' } });
    expect({ status, served }).toStrictEqual({ status: 415, served: 0 });
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s is refused', async (method) => {
    const { status } = await fetch(server.url, { method, headers: jsonHeaders });
    expect(status).toBe(405);
  });
});

describe('H15: of many requests that one connection sends at once', () => {
  // The last one ends the connection when it is answered: who ended their side of it at once would not hear the others.
  const head = (body: string, isLast: boolean) =>
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\n${isLast ? 'connection: close\r\n' : ''}`;

  test.each([
    ['one after the other', Array.from({ length: 9 }, () => ping), 4],
    ['in a batch', [`[${Array.from({ length: 9 }, () => ping).join()}]`], 0],
    ['in a batch that is no larger', [`[${Array.from({ length: 4 }, () => ping).join()}]`], 1],
  ])('so many are answered as a caller may have: %s', async (_how, bodies, answered) => {
    const small = await startHttpServer(countingServer, {
      host: '127.0.0.1',
      ...options,
      requests: { each: 4, all: 100 },
    });
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(small.url).port) });
    socket.write(bodies.map((body, index) => `${head(body, index === bodies.length - 1)}\r\n${body}`).join(''));
    const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses.filter((status) => status === '200')).toHaveLength(answered);
    expect(statuses.filter((status) => status === '429')).toHaveLength(bodies.length - answered);
    await small.close();
  });
});

describe('H15: whoever sends slowly is cut off', () => {
  const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n`;

  test.each([
    ['nothing', ''],
    ['headers that do not end', head],
    ['a body that does not end', `${head}content-length: 100\r\n\r\n{"jsonrpc"`],
    ['a body in chunks that do not end', `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"jso\r\n`],
  ])('%s', async (_what, bytes) => {
    const impatient = await startHttpServer(countingServer, {
      host: '127.0.0.1',
      ...options,
      receiveWithin: seconds(0.1),
    });
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(impatient.url).port) });
    socket.on('error', () => {}).write(bytes);
    const answered = await text(socket);
    expect(answered).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(served).toBe(0);
    await impatient.close();
  });
});

describe('the command', () => {
  test.each(['0.0.0.0', '::', '192.168.0.1', 'example.com', 'localhost.evil.example', ''])(
    'H3: takes "%s" for an address beyond this machine',
    (host) => {
      expect([isReachedFromElsewhere({ host }), isReachedFromElsewhere({ host: '127.0.0.1' })]).toEqual([true, false]);
    },
  );

  test.each<{ readonly what: string; readonly options: readonly string[]; readonly err: string }>([
    {
      what: 'H3: other machines reach it',
      options: ['--host', '0.0.0.0', '--port', '0'],
      err: 'nobody could be answered',
    },
    {
      what: 'H3: a proxy leads to it',
      options: ['--port', '0', '--public-url', 'https://desk.example.com'],
      err: 'nobody could be answered',
    },
    { what: 'H3: a proxy is trusted', options: ['--port', '0', '--trusted-proxies', '127.0.0.1'], err: 'token create' },
    { what: 'the port is taken', options: ['--port', port], err: `Port ${port} is in use.` },
    { what: 'there is no such port', options: ['--port', '65536'], err: 'from 0 to 65535' },
    { what: 'the address is another machine’s', options: ['--host', '192.0.2.1', '--port', '0'], err: 'reach' },
    { what: 'the host is none', options: ['--host', 'http://localhost', '--port', '0'], err: 'without a port' },
    { what: 'the public address is not safe', options: ['--public-url', 'http://desk.example.com'], err: 'https://' },
    {
      what: 'a host is an address of a page',
      options: ['--allowed-hosts', 'https://desk.example.com'],
      err: 'without scheme',
    },
    { what: 'any origin is allowed', options: ['--allowed-origins', '*'], err: 'must be a scheme, a host' },
    {
      what: 'a proxy is a name',
      options: ['--trusted-proxies', '10.0.0.0/33'],
      err: 'must be an address, or a network',
    },
  ])('says why it does not start where $what', async ({ options, err }) => {
    const ended = await runProgram(['http', '--sandbox', ...options]);
    expect(ended).toMatchObject({ code: 1, out: '', err: containing(err) });
  });

  test.each([
    ['192.0.2.1', 0, 'This machine has no address 192.0.2.1.'],
    ['no-such-name.invalid', 0, 'This machine has no address no-such-name.invalid.'],
    ['127.0.0.1', Number(port), `Port ${port} is in use.`],
  ])('cannot listen on %s, port %i, and says so', async (host, taken, words) => {
    await expect(startHttpServer(countingServer, { ...options, host, port: taken })).rejects.toThrow(words);
  });
});
