import { McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer, type HttpOptions } from '../../src/http/http-server.ts';
import type { Caller } from '../../src/model/caller.ts';
import { headersOf, INITIALIZE, PING } from './by-hand.ts';
import { callerNamed, identitiesOf } from './known-callers.ts';

// What belongs to one caller is not there for another.

const NAME = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'whoami', arguments: {} } };

function servedTo(caller: Caller): McpServer {
  const server = new McpServer({ name: 'who', version: '1' });
  server.registerTool('whoami', {}, () => ({
    content: [{ type: 'text', text: `${caller.id} may ${[...caller.scopes].join(' ')}` }],
  }));
  return server;
}

async function start(callers: ReadonlyMap<string, Caller>, options: Partial<HttpOptions> = {}) {
  const server = await startHttpServer(servedTo, {
    host: '127.0.0.1',
    port: 0,
    identities: identitiesOf(callers),
    onDisturbance: () => {},
    ...options,
  });
  onTestFinished(() => server.close());
  const sent = (method: string, token: string, body?: unknown, sessionId?: string): Promise<Response> =>
    fetch(server.url, {
      method,
      headers: { ...headersOf(sessionId), authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const posted = (token: string, body: unknown, sessionId?: string) => sent('POST', token, body, sessionId);
  const begun = async (token: string): Promise<string> => {
    const response = await posted(token, INITIALIZE);
    await response.text();
    return response.headers.get('mcp-session-id') ?? `refused with ${response.status}`;
  };
  return { ...server, sent, posted, begun };
}

test('each is served by what they may, in a session and outside of one', async () => {
  const { posted, begun } = await start(
    new Map([
      ['a', callerNamed('ann', ['chats:read'])],
      ['b', callerNamed('ben', ['offline:read'])],
    ]),
  );
  const sessions = { a: await begun('a'), b: await begun('b') };
  for (const session of [undefined, sessions]) {
    expect(await (await posted('a', NAME, session?.a)).text()).toContain('token:ann may chats:read');
    expect(await (await posted('b', NAME, session?.b)).text()).toContain('token:ben may offline:read');
  }
});

test('H11: to whoever has the id of another caller’s session it does not exist, and it goes on', async () => {
  const { sent, posted, begun } = await start(
    new Map([
      ['a', callerNamed('ann')],
      ['b', callerNamed('ben')],
      // The same identity, which may less with this token.
      ['a-', callerNamed('ann', ['chats:read'])],
    ]),
  );
  const id = await begun('a');
  for (const other of ['b', 'a-']) {
    expect((await posted(other, PING, id)).status).toBe(404);
    expect((await sent('GET', other, undefined, id)).status).toBe(404);
    expect((await sent('DELETE', other, undefined, id)).status).toBe(404);
    // Nor does it begin one of that id.
    expect((await posted(other, INITIALIZE, id)).status).toBe(404);
  }
  expect((await posted('a', PING, id)).status).toBe(200);
});

test('a token that is revoked ends its session at the next request', async () => {
  const callers = new Map([['a', callerNamed('ann')]]);
  const { posted, begun } = await start(callers);
  const id = await begun('a');
  expect((await posted('a', PING, id)).status).toBe(200);
  callers.clear();
  expect((await posted('a', PING, id)).status).toBe(401);
});

test('H15: an identity has so many sessions, on however many connections and with whatever it may', async () => {
  const { posted, begun } = await start(
    new Map([
      ['a', callerNamed('ann')],
      ['a-', callerNamed('ann', ['chats:read'])],
      ['b', callerNamed('ben')],
    ]),
    { sessions: { each: 2, all: 9 } },
  );
  const theirs = await begun('b');
  const ids = [await begun('a'), await begun('a-'), await begun('a')];
  // The one idle longest ended.
  expect((await posted('a', PING, ids[0])).status).toBe(404);
  expect((await posted('a-', PING, ids[1])).status).toBe(200);
  expect((await posted('a', PING, ids[2])).status).toBe(200);
  expect((await posted('b', PING, theirs)).status).toBe(200);
});

test('nothing of the body is read before it is known who sends it', async () => {
  const { url } = await start(new Map());
  let read = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      read += 1;
      controller.enqueue(new Uint8Array(1 << 16));
    },
  });
  const response = await fetch(url, { method: 'POST', headers: headersOf(), body, duplex: 'half' }).catch(
    (error: unknown) => error,
  );
  if (response instanceof Response) expect(response.status).toBe(401);
  expect(read * (1 << 16)).toBeLessThan(100_000_000);
});
