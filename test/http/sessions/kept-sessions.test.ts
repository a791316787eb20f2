import { Agent } from 'node:http';
import { Client as SecondClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClientSessions } from '../../../src/archive/access/sessions.ts';
import { openStore } from '../../../src/archive/store.ts';
import type { KeptSessions } from '../../../src/http/sessions/kept-sessions.ts';
import type { Identities } from '../../../src/http/identity/identities.ts';
import { senderOf } from '../../../src/http/sender.ts';
import { createSessions } from '../../../src/http/sessions/sessions.ts';
import { startHttpServer, type HttpOptions, type HttpServer } from '../../../src/http/http-server.ts';
import { CallerId, LOCAL_CALLER, SCOPE_NAMES } from '../../../src/model/caller.ts';
import { ArchiveUnavailable } from '../../../src/model/errors.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';
import { ANYBODY } from '../known-callers.ts';
import { asked, headersOf, INITIALIZE, PING } from '../by-hand.ts';
import { serversOf, text, unseen, type Seen } from './session-servers.ts';

// Sessions that several servers serve, which share an archive and nothing else.

interface Node extends HttpServer {
  readonly seen: Seen;
}

async function shared(options: Partial<HttpOptions> = {}) {
  const clock = { now: Date.UTC(2026, 10, 18, 15, 30) };
  const store = await openStore('memory', { origin: 'https://desk.example', login: 'a@example.com' });
  onTestFinished(() => store.close());
  const kept = (): KeptSessions => {
    const sessions = new ClientSessions(store.tables, store.changes, () => epochMillis(clock.now));
    return {
      begin: (...args) => sessions.begin(...args),
      find: (...args) => sessions.find(...args),
      use: (id) => sessions.use(id),
      subscribe: (...args) => sessions.subscribe(...args),
      end: (id) => sessions.end(id),
      leave: (...args) => sessions.leave(...args),
      left: (...args) => sessions.left(...args),
      listen: (heard) => sessions.listen(heard),
    };
  };
  const start = async (keeping = kept(), own: Partial<HttpOptions> = {}): Promise<Node> => {
    const seen = unseen();
    const server = await startHttpServer(serversOf(seen), {
      host: '127.0.0.1',
      port: 0,
      identities: ANYBODY,
      kept: keeping,
      onDisturbance: () => {},
      ...options,
      ...own,
    });
    onTestFinished(() => server.close());
    return { ...server, seen };
  };
  return { clock, store, start, kept, a: await start(), b: await start() };
}

type Route = (method: string, body: string) => Node;
type Action = 'accept' | 'decline';

/** A client that sends each request where the test says; `asked` is what its person does. */
interface Routed {
  readonly call: (name: string, signal?: AbortSignal) => Promise<unknown>;
  readonly sessionId: () => string | undefined;
}
const routed =
  (route: Route): typeof fetch =>
  (_url, init) =>
    fetch(route(init?.method ?? 'GET', typeof init?.body === 'string' ? init.body : '').url, init);
const ANYWHERE = new URL('http://127.0.0.1/mcp');
const capabilities = { elicitation: { form: {} } };
const replied = (action: Action) => ({ action, content: { confirm: action === 'accept' } });

async function firstClient(route: Route, asked: () => Promise<Action>): Promise<Routed> {
  const client = new FirstClient({ name: 'first', version: '1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async () => replied(await asked()));
  const transport = new FirstHttpTransport(ANYWHERE, { fetch: routed(route) });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    sessionId: () => transport.sessionId,
    call: (name, signal) => client.callTool({ name, arguments: {} }, undefined, { ...(signal && { signal }) }),
  };
}

async function secondClient(route: Route, asked: () => Promise<Action>): Promise<Routed> {
  const client = new SecondClient(
    { name: 'second', version: '1' },
    { versionNegotiation: { mode: 'legacy' }, capabilities },
  );
  client.setRequestHandler('elicitation/create', async () => replied(await asked()));
  const transport = new StreamableHTTPClientTransport(ANYWHERE, { fetch: routed(route) });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    sessionId: () => transport.sessionId,
    call: (name, signal) => client.callTool({ name, arguments: {} }, { ...(signal && { signal }) }),
  };
}

const clients = [
  { name: 'sdk 1.32', connect: firstClient },
  { name: 'client 2.4, legacy', connect: secondClient },
];
const accepts = () => Promise.resolve<Action>('accept');
const isReply = (body: string) => body.includes('"result":');

describe.each(clients)('$name', ({ connect }) => {
  test('goes on at another server, at a new one after both have ended, and is asked its questions there', async () => {
    const { a, b, start } = await shared();
    const to = { node: a };
    const client = await connect(() => to.node, accepts);
    const id = client.sessionId();
    for (const node of [a, b, a]) {
      to.node = node;
      expect(await client.call('ask')).toMatchObject(text('answered true'));
    }
    await Promise.all([a.close(), b.close()]);
    to.node = await start();
    expect(await client.call('ask')).toMatchObject(text('answered true'));
    expect(client.sessionId()).toBe(id);
    expect([a.seen.made, b.seen.made, to.node.seen.made]).toEqual([1, 1, 1]);
  });

  test('replies at one server to the question of another', async () => {
    const { a, b } = await shared();
    const client = await connect((_method, body) => (isReply(body) ? b : a), accepts);
    expect(await client.call('ask')).toMatchObject(text('answered true'));
  });

  test('replies to the questions of two servers, whose numbers are the same, each by the other', async () => {
    const { a, b } = await shared();
    const to = { node: a };
    const both = Promise.withResolvers<void>();
    const asked: Node[] = [];
    const client = await connect(
      (_method, body) => {
        if (!isReply(body)) return to.node;
        return asked.shift() === a ? b : a;
      },
      async () => {
        asked.push(to.node);
        // The first is accepted, and the second declined, when both were asked.
        const action = asked.length === 1 ? 'accept' : 'decline';
        if (asked.length === 2) both.resolve();
        await both.promise;
        return action;
      },
    );
    const first = client.call('ask');
    await expect.poll(() => asked.length).toBe(1);
    to.node = b;
    const second = client.call('ask');
    expect(await first).toMatchObject(text('answered true'));
    expect(await second).toMatchObject(text('answered nothing'));
  });

  test('cancels at one server the call of another', async () => {
    const { a, b } = await shared();
    const client = await connect((_method, body) => (body.includes('notifications/cancelled') ? b : a), accepts);
    const cancel = new AbortController();
    const call = client.call('wait', cancel.signal);
    await a.seen.begun.promise;
    cancel.abort();
    await expect(call).rejects.toThrow('abort');
    await a.seen.aborted.promise;
  });
});

const posted = (url: string, body: unknown, sessionId?: string, token?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...headersOf(sessionId), ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

async function begun(url: string, token?: string): Promise<string> {
  const response = await posted(url, INITIALIZE, undefined, token);
  await response.text();
  expect(response.status).toBe(200);
  return response.headers.get('mcp-session-id') ?? '';
}
const statusOf = async (node: Node, id: string, token?: string): Promise<number> =>
  (await posted(node.url, PING, id, token)).status;

test('a session that begins on a server that is about to end goes on at another', async () => {
  const { a, b } = await shared();
  const proxy = new Agent({ keepAlive: true });
  onTestFinished(() => proxy.destroy());
  const initialize = () => asked(proxy, new URL(a.url), { headers: headersOf(), body: INITIALIZE });
  await initialize();
  const drained = a.drain(seconds(60));
  const { status, connection, sessionId } = await initialize();
  expect([status, connection]).toEqual([200, 'close']);
  await drained;
  expect(await asked(proxy, new URL(b.url), { headers: headersOf(sessionId), body: PING })).toMatchObject({
    status: 200,
  });
});

test('a session whose server ends while it begins goes on at another', async () => {
  const { b, kept } = await shared();
  const serve = serversOf(unseen());
  const ending = createSessions(
    () => {
      void ending.close();
      return serve();
    },
    { kept: kept(), onDisturbance: () => {}, onFailure: () => {} },
  );
  const request = new Request(ANYWHERE, { method: 'POST', headers: headersOf(), body: JSON.stringify(INITIALIZE) });
  const sender = senderOf(LOCAL_CALLER, 'a connection');
  const response = await ending.answer(request, INITIALIZE, sender);
  expect(response?.status).toBe(200);
  expect(await statusOf(b, response?.headers.get('mcp-session-id') ?? '')).toBe(200);
});

test('a session that could not be kept when it began is kept when it can be', async () => {
  const { b, start, kept } = await shared();
  let isAway = true;
  const all = kept();
  const failures: unknown[] = [];
  const begin: KeptSessions['begin'] = (...session) =>
    isAway ? Promise.reject(new ArchiveUnavailable('It is away.', 'Ask again.', 'now')) : all.begin(...session);
  const cut = await start({ ...all, begin }, { onFailure: (error) => failures.push(error) });
  const id = await begun(cut.url);
  expect(await statusOf(b, id)).toBe(404);
  isAway = false;
  await expect.poll(() => statusOf(b, id)).toBe(200);
  expect(failures).toHaveLength(1);
});

describe('by hand', () => {
  test('a session that is ended at one server ends at the other, with its stream', async () => {
    const { a, b } = await shared();
    const id = await begun(a.url);
    const stream = await fetch(b.url, { headers: headersOf(id) });
    expect(stream.status).toBe(200);
    expect((await fetch(a.url, { method: 'DELETE', headers: headersOf(id) })).status).toBe(200);
    await stream.text();
    expect([await statusOf(a, id), await statusOf(b, id)]).toEqual([404, 404]);
  });

  test('a session that nobody uses ends, and one that is used does not', async () => {
    const { a, clock, start } = await shared();
    const [used, unused] = [await begun(a.url), await begun(a.url)];
    for (let minutes = 0; minutes < 40; minutes += 20) {
      clock.now += 20 * 60_000;
      // Another server notes it as used when it takes it over.
      expect(await statusOf(await start(), used)).toBe(200);
    }
    const late = await start();
    expect([await statusOf(late, used), await statusOf(late, unused)]).toEqual([200, 404]);
  });

  test('ids and contents of sessions are not in the archive', async () => {
    const { a, store } = await shared();
    const id = await begun(a.url);
    const rows = JSON.stringify(await store.tables.clientSessions().selectAll().execute());
    expect(rows).toContain('by hand');
    expect(rows).not.toContain(id);
  });

  test.each(['x', '00000000-0000-4000-8000-000000000000', '__proto__', '', '*', 'ü'.repeat(50)])(
    'the forged session id %j is refused with 404 by a server that looks for it elsewhere',
    async (forged) => {
      const { a, b } = await shared();
      const id = await begun(a.url);
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await fetch(b.url, {
          method,
          headers: headersOf(forged),
          ...(method === 'POST' && { body: JSON.stringify(PING) }),
        });
        expect(response.status, method).toBe(404);
      }
      expect(b.seen.made).toBe(0);
      expect(await statusOf(b, id)).toBe(200);
    },
  );

  test('of a hundred requests at once that find a session elsewhere, one makes it', async () => {
    const { a, b } = await shared({ requests: { each: 1000, all: 1000 } });
    const id = await begun(a.url);
    const all = await Promise.all(Array.from({ length: 100 }, () => statusOf(b, id)));
    expect(new Set(all)).toEqual(new Set([200]));
    expect(b.seen.made).toBe(1);
  });

  test('H11: to another caller a session does not exist, at whichever server', async () => {
    const identities: Identities = {
      identify: ({ headers }) => {
        const id = CallerId.parse(`token:${headers.get('authorization')?.slice('Bearer '.length)}`);
        return Promise.resolve({ caller: { id, scopes: new Set(SCOPE_NAMES), isIdentified: true } });
      },
      lacking: () => new Response(null, { status: 403 }),
      metadata: () => undefined,
    };
    const { a, b } = await shared({ identities });
    const id = await begun(a.url, 'ann');
    for (const node of [a, b]) {
      expect(await statusOf(node, id, 'ben')).toBe(404);
      const headers = { ...headersOf(id), authorization: 'Bearer ben' };
      expect((await fetch(node.url, { method: 'DELETE', headers })).status).toBe(404);
    }
    expect([await statusOf(a, id, 'ann'), await statusOf(b, id, 'ann')]).toEqual([200, 200]);
  });

  test('replies to no question, and cancellations of no call, are taken and kept in bounds', async () => {
    const { a, store } = await shared();
    const id = await begun(a.url);
    const made = { jsonrpc: '2.0', id: 0, result: { action: 'accept', content: { confirm: true } } };
    const long = { jsonrpc: '2.0', id: 1, result: { long: 'x'.repeat(100_000) } };
    for (let count = 0; count < 120; count += 1) expect((await posted(a.url, made, id)).status).toBe(202);
    expect((await posted(a.url, [long, made], id)).status).toBe(202);
    expect(await store.tables.sessionMessages().selectAll().execute()).toHaveLength(100);
    expect(await statusOf(a, id)).toBe(200);
  });

  test('where the archive cannot be asked, a session that is here goes on, and another one is refused for now', async () => {
    const { a, b, start, kept } = await shared();
    const id = await begun(a.url);
    const away = () => Promise.reject(new ArchiveUnavailable('It is away.', 'Ask again.', 'now'));
    const cut = await start({ ...kept(), find: away, begin: away, end: away });
    expect(await statusOf(cut, id)).toBe(503);
    // What it begins is its own, as long as it is there.
    const own = await begun(cut.url);
    expect([await statusOf(cut, own), await statusOf(b, own), await statusOf(b, id)]).toEqual([200, 404, 200]);
  });
});
