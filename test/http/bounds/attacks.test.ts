import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startHttpServer, type HttpOptions } from '../../../src/http/http-server.ts';
import { seconds } from '../../../src/model/time/units.ts';
import { headersOf, PING } from '../by-hand.ts';
import { ANYBODY, callerNamed, identitiesOf } from '../known-callers.ts';
import { rawHeaders, rawRequest, sentRaw } from '../raw-client.ts';

// What somebody sends who means harm, over a socket.

let served = 0;
const told: unknown[] = [];
function countingServer(): McpServer {
  served += 1;
  const server = new McpServer({ name: 'counting', version: '1' });
  const inputSchema = z.looseObject({ text: z.string().optional() });
  server.registerTool('echo', { inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text: `${text} ${JSON.stringify(Object.keys({}))}` }],
  }));
  return server;
}
const options = {
  host: '127.0.0.1',
  port: 0,
  identities: ANYBODY,
  onDisturbance: (error: unknown) => void told.push(error),
};
const server = await startHttpServer(countingServer, { ...options, receiveWithin: seconds(2) });
afterAll(() => server.close());
beforeEach(() => {
  served = 0;
});
const { url } = server;

const ping = JSON.stringify(PING);
const LINE = 'POST /mcp HTTP/1.1';
const CLOSE = 'connection: close';
const [HOST, TYPE, ACCEPT] = rawHeaders('');
const unsized = [HOST ?? '', TYPE ?? '', ACCEPT ?? ''];

/** A second request that hides in the first: it is served where the two sides of a proxy disagree about where the first one ends. */
const hidden = rawRequest(LINE, [...rawHeaders(ping), CLOSE], ping);
const chunked = (body: string, extension = '') => `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`;

describe('a request of which two sides may think that it ends elsewhere', () => {
  test.each<[string, string]>([
    [
      'a length and chunks',
      rawRequest(LINE, [...unsized, 'content-length: 4', 'transfer-encoding: chunked'], `0\r\n\r\n${hidden}`),
    ],
    [
      'chunks and a length',
      rawRequest(
        LINE,
        [...unsized, 'transfer-encoding: chunked', `content-length: ${hidden.length}`],
        `0\r\n\r\n${hidden}`,
      ),
    ],
    ['two lengths', rawRequest(LINE, [...unsized, 'content-length: 0', `content-length: ${hidden.length}`], hidden)],
    ['a list of lengths', rawRequest(LINE, [...unsized, `content-length: 0, ${hidden.length}`], hidden)],
    ['a length with a sign', rawRequest(LINE, [...unsized, 'content-length: +0'], hidden)],
    ['a length in hexadecimal', rawRequest(LINE, [...unsized, 'content-length: 0x0'], hidden)],
    ['a length below nothing', rawRequest(LINE, [...unsized, 'content-length: -1'], hidden)],
    [
      'chunks that are not the last encoding',
      rawRequest(LINE, [...unsized, 'transfer-encoding: chunked, identity'], `0\r\n\r\n${hidden}`),
    ],
    [
      'an encoding that nobody knows',
      rawRequest(LINE, [...unsized, 'transfer-encoding: xchunked'], `0\r\n\r\n${hidden}`),
    ],
    [
      'two encodings',
      rawRequest(LINE, [...unsized, 'transfer-encoding: chunked', 'transfer-encoding: cow'], `0\r\n\r\n${hidden}`),
    ],
    ['a blank before the colon', rawRequest(LINE, [...unsized, 'transfer-encoding : chunked'], `0\r\n\r\n${hidden}`)],
    ['a folded header', rawRequest(LINE, [...unsized, 'transfer-encoding:\r\n chunked'], `0\r\n\r\n${hidden}`)],
    [
      'a header with a bare line feed',
      rawRequest(LINE, [...unsized, `x: y\ncontent-length: ${hidden.length}`], hidden),
    ],
    ['a header with a bare carriage return', rawRequest(LINE, [...unsized, `x: y\rcontent-length: 0`], hidden)],
    ['a header with a zero byte', rawRequest(LINE, [...unsized, 'x: \0', 'content-length: 0'], hidden)],
    [
      'a chunk with a wrong size',
      rawRequest(LINE, [...unsized, 'transfer-encoding: chunked'], `1\r\n${ping}\r\n0\r\n\r\n${hidden}`),
    ],
    [
      'a chunk with a size of its own kind',
      rawRequest(LINE, [...unsized, 'transfer-encoding: chunked'], `0x0\r\n\r\n${hidden}`),
    ],
    [
      'a chunk with a size beyond all numbers',
      rawRequest(LINE, [...unsized, 'transfer-encoding: chunked'], `fffffffffffffffff\r\n${hidden}`),
    ],
  ])('%s: is refused, and what hides in it is not served', async (_what, bytes) => {
    const { statuses } = await sentRaw(url, bytes);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(served).toBe(0);
  });

  test('chunks are a body like any other, and extensions of chunks are bounded', async () => {
    const request = (extension: string) =>
      sentRaw(url, rawRequest(LINE, [...unsized, 'transfer-encoding: chunked', CLOSE], chunked(ping, extension)));
    expect((await request('')).statuses).toEqual([200]);
    expect((await request(';a=b')).statuses).toEqual([200]);
    const { statuses, text } = await request(`;${'x'.repeat(20_000)}`);
    expect(statuses).toEqual([413]);
    expect(text).toContain('"jsonrpc":"2.0"');
  });

  test('trailers are no headers', async () => {
    const body = `${ping.length.toString(16)}\r\n${ping}\r\n0\r\nhost: evil.example\r\norigin: http://evil.example\r\n\r\n`;
    const { statuses } = await sentRaw(url, rawRequest(LINE, [...unsized, 'transfer-encoding: chunked', CLOSE], body));
    expect(statuses).toEqual([200]);
  });
});

describe('H15: headers', () => {
  test.each<[string, readonly string[], number]>([
    ['of more than 16 KiB', [`x: ${'y'.repeat(17_000)}`], 431],
    ['of which there are more than 100', Array.from({ length: 101 }, (_, index) => `x${index}: y`), 431],
    ['of which there are 3,000 short ones', Array.from({ length: 3000 }, () => 'x:'), 431],
  ])('%s are refused', async (_what, headers, status) => {
    const answer = await sentRaw(url, rawRequest(LINE, [...rawHeaders(ping), ...headers, CLOSE], ping));
    expect(answer.statuses).toEqual([status]);
    expect(answer.text).toContain('"jsonrpc":"2.0"');
    expect(served).toBe(0);
  });

  test('a target of more than 16 KiB is refused', async () => {
    const { statuses } = await sentRaw(
      url,
      rawRequest(`POST /mcp?${'x'.repeat(17_000)} HTTP/1.1`, rawHeaders(ping), ping),
    );
    expect(statuses).toEqual([431]);
  });
});

describe('methods and targets', () => {
  test.each([
    'TRACE /mcp',
    'TRACK /mcp',
    'CONNECT localhost:443',
    'CONNECT /mcp',
    'OPTIONS *',
    'OPTIONS /mcp',
    'PATCH /mcp',
    'PUT /mcp',
    'HEAD /mcp',
    'PROPFIND /mcp',
    'BREW /mcp',
    'post /mcp',
    'POST mcp',
    'POST /mcp\\..',
    'POST /./mcp/../admin',
    'POST http://localhost/mcp/..',
    'POST http://[::1/mcp',
    'PRI *',
  ])('%s is refused, and nothing of it is sent back', async (target) => {
    const { text, statuses } = await sentRaw(
      url,
      rawRequest(`${target} HTTP/1.1`, [...rawHeaders(''), 'x-canary: echoed', CLOSE]),
    );
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(text).not.toContain('echoed');
    expect(served).toBe(0);
  });

  test('an absolute target with the host of the server is served, as every server has to', async () => {
    const { statuses } = await sentRaw(
      url,
      rawRequest('POST http://localhost/mcp HTTP/1.1', [...rawHeaders(ping), CLOSE], ping),
    );
    expect(statuses).toEqual([200]);
  });

  test.each([
    ['h2c', ['upgrade: h2c', 'http2-settings: AAMAAABkAAQCAAAAAAIAAAAA', 'connection: upgrade, http2-settings, close']],
    [
      'websocket',
      [
        'upgrade: websocket',
        'sec-websocket-key: dGhlIHNhbXBsZQ==',
        'sec-websocket-version: 13',
        'connection: upgrade, close',
      ],
    ],
  ])('an upgrade to %s is not made', async (_to, headers) => {
    const { statuses } = await sentRaw(url, rawRequest(LINE, [...rawHeaders(ping), ...headers], ping));
    expect(statuses).not.toContain(101);
  });

  test.each([
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000',
    'hello\r\n\r\n',
    'POST /mcp HTTP/9.9\r\n\r\n',
    '\0\0\0\0',
  ])('what is no HTTP/1.1 (%j) is told so, and the connection ended', async (bytes) => {
    const { text, statuses } = await sentRaw(url, bytes);
    expect(statuses).toEqual([400]);
    expect(text).toContain('This is not a request of HTTP/1.1.');
  });
});

describe('bodies', () => {
  const sent = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: 'POST', headers: { ...headersOf(), ...headers }, body });

  test.each(['gzip', 'deflate', 'br', 'GZIP, identity', 'x-gzip', 'zstd'])(
    'with the encoding %s are refused',
    async (encoding) => {
      const response = await sent(gzipSync(ping), { 'content-encoding': encoding });
      expect(response.status).toBe(415);
      expect(await response.text()).toContain('Content-Encoding');
      expect(served).toBe(0);
    },
  );

  test.each([
    'text/plain',
    'application/json-seq',
    'text/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'text/plain; application/json',
    'text/plain, application/json',
  ])('of the type %s, which a page may send without asking, are refused', async (type) => {
    expect((await sent(ping, { 'content-type': type })).status).toBe(415);
    expect(served).toBe(0);
  });

  test('H15: nested deeper than 64 levels are refused before they are parsed', async () => {
    const nested = (open: string, close: string, depth: number) =>
      open.repeat(depth) + (open.endsWith(':') ? '1' : '') + close.repeat(depth);
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
    ] as const) {
      const response = await sent(nested(open, close, 20_000));
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('levels deep');
    }
    expect((await sent(nested('[', '', 100_000))).status).toBe(400);
    const inText = JSON.stringify({ ...PING, params: { _meta: { text: '[{'.repeat(1000) + '"\\' } } });
    expect((await sent(inText)).status).toBe(200);
    const params: unknown = JSON.parse(nested('{"a":', '}', 62));
    expect((await sent(JSON.stringify({ ...PING, params }))).status).toBe(200);
    expect(served).toBe(2);
  });

  test('H15: with more than 2,000 keys are refused before they are parsed', async () => {
    const keys = (count: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{${Array.from({ length: count }, (_, index) => `"k${index}":":::"`).join()}}}}`;
    const many = await sent(keys(15_000));
    expect(many.status).toBe(400);
    expect(await many.text()).toContain('2000 keys');
    expect((await sent(keys(1_995))).status).toBe(200);
    expect((await sent(keys(1_996))).status).toBe(400);
  });

  test('H15: with more than 10,000 values are refused before they are parsed', async () => {
    const params = (list: string) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"k":[${list}]}}}`;
    const numbers = (count: number) => params(Array.from({ length: count }, () => '1').join());
    const many = await sent(numbers(100_000));
    expect(many.status).toBe(400);
    expect(await many.text()).toContain('10000 values');
    // The message has seven beside them: itself, its four members, the metadata and the list.
    expect((await sent(numbers(9_993))).status).toBe(200);
    expect((await sent(numbers(9_994))).status).toBe(400);
    expect((await sent(params(`"${',[{'.repeat(20_000)}"`))).status).toBe(200);
    expect((await sent(params(`${'[[[[[[[[[[]]]]]]]]]],'.repeat(1_000)}1`))).status).toBe(400);
  });

  test('H15: with more than 50 messages are refused', async () => {
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const many = await sent(`[${Array.from({ length: 1000 }, () => message).join()}]`);
    expect(many.status).toBe(400);
    expect(await many.text()).toContain('50 messages');
    expect((await sent(`[${Array.from({ length: 50 }, () => message).join()}]`)).status).toBe(202);
  });

  test('keys of prototypes are keys like others', async () => {
    const call = (name: string, args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args},"__proto__":{"polluted":1}}}`;
    const polluting = await sent(
      call('echo', '{"text":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    );
    expect(polluting.status).toBe(200);
    expect(await polluting.text()).toContain('a []');
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const answer = await (await sent(call(name, '{}'))).text();
      expect(answer).toMatch(/"error"|"isError":true/);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(await (await sent(JSON.stringify({ ...PING, method: '__proto__' }))).text()).toContain('-32601');
  });

  test('lone surrogates, zero bytes and what is no UTF-8 do no harm', async () => {
    const text = '\ud800 \u0000 \udfff';
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text } } };
    expect((await sent(JSON.stringify(call))).status).toBe(200);
    const bytes = Buffer.from(JSON.stringify({ ...PING, params: { _meta: { x: '?' } } }));
    bytes[bytes.indexOf('?')] = 0xff;
    expect((await sent(bytes)).status).toBe(200);
    expect((await sent(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(ping)]))).status).toBeLessThan(500);
    expect((await sent(Buffer.from(ping, 'utf16le'))).status).toBe(400);
  });

  test.each(['id', 'method', 'params', 'jsonrpc'])('a message with an odd %s is refused as one', async (key) => {
    for (const value of [{}, [], true, 1.5e308, -0, '', 'x'.repeat(10_000), null]) {
      const response = await sent(JSON.stringify({ ...PING, [key]: value }));
      expect(response.status).toBeLessThan(500);
    }
  });
});

describe('H15: thousands of requests on one connection', () => {
  test.each([
    ['of the protocol', rawRequest(LINE, rawHeaders(ping), ping)],
    ['that are short', 'GET / HTTP/1.1\r\nhost:a\r\n\r\n'],
    ['that are no HTTP/1.1', 'GET / HTTP/1.0\r\n\r\n'],
  ])('%s: it is cut, and others are answered', async (_what, one) => {
    const { statuses } = await sentRaw(url, one.repeat(20_000));
    expect(statuses.length).toBeLessThan(200);
    expect((await fetch(url, { method: 'POST', headers: headersOf(), body: ping })).status).toBe(200);
  });

  test('64 that wait for their answers are not too many', async () => {
    const get = 'GET /healthz HTTP/1.1\r\nhost: a\r\n';
    const { statuses } = await sentRaw(url, `${get}\r\n`.repeat(63), `${get}${CLOSE}\r\n\r\n`);
    expect(statuses).toEqual(Array.from({ length: 64 }, () => 200));
  });
});

describe('H15: whoever does not read', () => {
  const big = 'x'.repeat(8 << 20);
  const answersALot = () => {
    const server = new McpServer({ name: 'big', version: '1' });
    server.registerTool('big', {}, () => ({ content: [{ type: 'text', text: big }] }));
    return server;
  };
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'big', arguments: {} } });
  const authorization = 'Bearer right';

  /** A server on which one caller's two places are taken by answers that nobody reads; `asked` is what a third request is told. */
  async function startUnread(limits: Pick<HttpOptions, 'answerWithin' | 'stalledAfter'> = {}) {
    const slow = await startHttpServer(answersALot, {
      ...options,
      identities: identitiesOf(new Map([['right', callerNamed('ann')]])),
      requests: { each: 2, all: 9 },
      ...limits,
    });
    onTestFinished(() => slow.close());
    const { port } = new URL(slow.url);
    const unread = [1, 2].map(() => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      onTestFinished(() => void socket.destroy());
      socket
        .on('error', () => {})
        .write(rawRequest(LINE, [...rawHeaders(call), `authorization: ${authorization}`], call));
      return new Promise((resolve) => socket.once('readable', resolve).once('close', resolve));
    });
    // A socket that nobody reads from takes what fits into it.
    await Promise.all(unread);
    const headers = { ...headersOf(), authorization };
    return { asked: async () => (await fetch(slow.url, { method: 'POST', headers, body: ping })).status };
  }

  test('keeps the place of the answer, on however many connections', async () => {
    const { asked } = await startUnread();
    expect(await asked()).toBe(429);
  });

  test('is cut when nothing has moved for too long, and the place is free', async () => {
    const { asked } = await startUnread({ answerWithin: seconds(0.2), stalledAfter: seconds(0.8) });
    await expect.poll(asked).toBe(200);
  });
});

test('nothing of all this is a bug of ours', () => {
  expect(told.filter((error) => error instanceof TypeError || error instanceof RangeError)).toEqual([]);
});
