import { once } from 'node:events';
import { request } from 'node:http';
import { Client as SecondClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer, type HttpOptions, type HttpServer } from '../../../src/http/http-server.ts';
import { containing } from '../../support/matchers.ts';
import { headersOf, INITIALIZE, PING } from '../by-hand.ts';
import { ANYBODY, callerNamed, identitiesOf } from '../known-callers.ts';
import { serversOf, text, unseen, type Seen } from './session-servers.ts';

async function start(limits: Partial<HttpOptions> = {}): Promise<HttpServer & { readonly seen: Seen }> {
  const seen = unseen();
  const server = await startHttpServer(serversOf(seen), {
    host: '127.0.0.1',
    port: 0,
    identities: ANYBODY,
    onDisturbance: () => {},
    ...limits,
  });
  onTestFinished(() => server.close());
  return { ...server, seen };
}

interface Person {
  readonly confirm: boolean;
  readonly asked: string[];
}

interface Client {
  readonly sessionId: () => string | undefined;
  call: (name: string, options?: { signal: AbortSignal }) => Promise<unknown>;
}

async function firstClient(url: string, person: Person): Promise<Client> {
  const client = new FirstClient({ name: 'first', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    person.asked.push(params.message);
    return { action: 'accept', content: { confirm: person.confirm } };
  });
  const transport = new FirstHttpTransport(new URL(url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    sessionId: () => transport.sessionId,
    call: (name, options) => client.callTool({ name, arguments: {} }, undefined, options),
  };
}

async function secondClient(url: string, person: Person): Promise<Client> {
  const client = new SecondClient(
    { name: 'second', version: '1' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    person.asked.push(params.message);
    return { action: 'accept', content: { confirm: person.confirm } };
  });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    sessionId: () => transport.sessionId,
    call: (name, options) => client.callTool({ name, arguments: {} }, options),
  };
}

const clients = [
  { name: 'sdk 1.32', connect: firstClient },
  { name: 'client 2.4, legacy', connect: secondClient },
];

describe.each(clients)('$name', ({ connect }) => {
  test.each([true, false])('asks its person, who answers %s', async (confirm) => {
    const { url } = await start();
    const person: Person = { confirm, asked: [] };
    const client = await connect(url, person);
    expect(await client.call('ask')).toMatchObject(text(`answered ${confirm}`));
    expect(person.asked).toStrictEqual(['Really?']);
  });

  test('cancels a call, which ends, and its stream with it', async () => {
    const { url, seen } = await start();
    const client = await connect(url, { confirm: true, asked: [] });
    const cancel = new AbortController();
    const call = client.call('wait', { signal: cancel.signal });
    await seen.begun.promise;
    cancel.abort();
    await expect(call).rejects.toThrow('abort');
    await seen.aborted.promise;
    expect(await client.call('ask')).toMatchObject(text('answered true'));
    expect(seen.made).toBe(1);
  });

  test('and another client are two: each person is asked what concerns them', async () => {
    const { url } = await start();
    const [ann, ben]: [Person, Person] = [
      { confirm: true, asked: [] },
      { confirm: false, asked: [] },
    ];
    const [first, second] = [await connect(url, ann), await secondClient(url, ben)];
    expect(first.sessionId()).not.toBe(second.sessionId());
    expect(await first.call('ask')).toMatchObject(text('answered true'));
    expect([ann.asked.length, ben.asked.length]).toStrictEqual([1, 0]);
    expect(await second.call('ask')).toMatchObject(text('answered false'));
    expect([ann.asked.length, ben.asked.length]).toStrictEqual([1, 1]);
  });
});

const call = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
});
const cancelled = (requestId: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});
const posted = (url: string, body: unknown, sessionId?: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: headersOf(sessionId), body: JSON.stringify(body) });

async function begun(url: string): Promise<string> {
  const response = await posted(url, INITIALIZE);
  await response.text();
  expect(response.status).toBe(200);
  return response.headers.get('mcp-session-id') ?? '';
}

describe('by hand', () => {
  test('a client that does without a session is served all the same', async () => {
    const { url, seen } = await start();
    const response = await posted(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(await response.text()).toContain('"name":"ask"');
    // It cannot be asked anything.
    expect(await (await posted(url, call(2, 'ask'))).text()).toContain('"isError":true');
    expect(seen.made).toBe(2);
  });

  test('an id is one that nobody guesses, and no two are alike', async () => {
    const { url } = await start();
    const ids = [await begun(url), await begun(url)];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test.each(['x', '00000000-0000-4000-8000-000000000000', '__proto__', 'constructor', '', '*', 'ü'.repeat(50)])(
    'the forged session id %j is refused with 404, and ends nobody’s session',
    async (forged) => {
      const { url, seen } = await start();
      const id = await begun(url);
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await fetch(url, {
          method,
          headers: headersOf(forged),
          ...(method === 'POST' && { body: JSON.stringify(PING) }),
        });
        expect(response.status, method).toBe(404);
        expect(await response.text()).toContain('Initialize again');
      }
      expect(seen.made).toBe(1);
      expect((await posted(url, PING, id)).status).toBe(200);
    },
  );

  test('a session that was ended is there no longer, others are', async () => {
    const { url } = await start();
    const [ended, other] = [await begun(url), await begun(url)];
    expect((await fetch(url, { method: 'DELETE', headers: headersOf(ended) })).status).toBe(200);
    expect((await posted(url, PING, ended)).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: headersOf(ended) })).status).toBe(404);
    expect((await posted(url, PING, other)).status).toBe(200);
  });

  test('ending a session ends its calls', async () => {
    const { url, seen } = await start();
    const id = await begun(url);
    const waiting = await posted(url, call(1, 'wait'), id);
    await seen.begun.promise;
    await fetch(url, { method: 'DELETE', headers: headersOf(id) });
    await seen.aborted.promise;
    expect(await waiting.text()).not.toContain('data:');
  });

  test('a cancelled call of another session goes on', async () => {
    const { url, seen } = await start();
    const [mine, theirs] = [await begun(url), await begun(url)];
    const waiting = await posted(url, call(7, 'wait'), theirs);
    await seen.begun.promise;
    const aborted = vi.fn<() => void>();
    void seen.aborted.promise.then(aborted);
    expect((await posted(url, cancelled(7), mine)).status).toBe(202);
    expect((await posted(url, PING, theirs)).status).toBe(200);
    expect(aborted).not.toHaveBeenCalled();
    expect((await posted(url, cancelled(7), theirs)).status).toBe(202);
    await seen.aborted.promise;
    // Its stream ends, although it gets no answer.
    expect(await waiting.text()).not.toContain('data:');
  });

  test('a cancelled call of a batch leaves the others their answer', async () => {
    const { url, seen } = await start();
    const id = await begun(url);
    const batch = await posted(url, [call(7, 'wait'), call(8, 'finish')], id);
    await seen.begun.promise;
    await posted(url, cancelled(7), id);
    await seen.aborted.promise;
    seen.released.resolve();
    const answer = Promise.withResolvers<string>();
    const firstChunk = new WritableStream<string>({
      write: (text) => answer.resolve(text),
      close: () => answer.resolve(''),
    });
    void batch.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(firstChunk)
      .catch(() => undefined);
    expect(await answer.promise).toContain('"id":8');
  });

  test('a second initialize in a session, and a first one that is none, begin nothing', async () => {
    const { url } = await start();
    const id = await begun(url);
    expect((await posted(url, INITIALIZE, id)).status).toBe(400);
    const empty = await posted(url, { ...INITIALIZE, params: {} });
    expect(empty.headers.get('mcp-session-id')).toBeNull();
    const unacceptable = await fetch(url, {
      method: 'POST',
      headers: { ...headersOf(), accept: 'text/html' },
      body: JSON.stringify(INITIALIZE),
    });
    expect(unacceptable.status).toBe(406);
  });

  test('a wrong Host or Origin is refused before a session is looked for, or begun', async () => {
    const { url, seen } = await start();
    const id = await begun(url);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(url, {
        method,
        headers: { ...headersOf(id), origin: 'http://evil.example' },
        ...(method === 'POST' && { body: JSON.stringify(INITIALIZE) }),
      });
      expect(response.status).toBe(403);
    }
    expect(seen.made).toBe(1);
    expect((await posted(url, PING, id)).status).toBe(200);
  });

  test.each([true, false])('100 MB are not read, in a session or outside of one: %s', async (inSession) => {
    const { url } = await start();
    const id = await begun(url);
    let written = 0;
    const sent = request(url, { method: 'POST', headers: headersOf(inSession ? id : undefined) });
    const chunk = Buffer.alloc(1 << 16, ' ');
    const status = new Promise<number | undefined>((resolve) => {
      sent.on('response', (response) => resolve(response.resume().statusCode));
    });
    // The connection is cut at the end.
    sent.on('error', () => {});
    const answered = vi.fn<() => void>();
    void status.then(answered);
    while (answered.mock.calls.length === 0 && written < 100_000_000) {
      // It takes as much as the server does.
      if (!sent.write(chunk)) await Promise.race([once(sent, 'drain'), status]);
      written += chunk.length;
    }
    expect(await status).toBe(413);
    expect(written).toBeLessThan(100_000_000);
    sent.destroy();
    expect((await posted(url, PING, id)).status).toBe(200);
  });

  test('clients that are gone leave their place to others', async () => {
    const { url } = await start({ identities: identitiesOf(new Map([['right', callerNamed('ann')]])) });
    const asked = (init: RequestInit, sessionId?: string) =>
      fetch(url, { ...init, headers: { ...headersOf(sessionId), authorization: 'Bearer right' } });
    const initialized = () => asked({ method: 'POST', body: JSON.stringify(INITIALIZE) });
    const gone = new AbortController();
    // One that nobody holds any more would be cancelled.
    const streams: Response[] = [];
    for (let count = 0; count < 100; count += 1) {
      const id = (await initialized()).headers.get('mcp-session-id') ?? '';
      streams.push(await asked({ signal: gone.signal }, id));
    }
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await initialized();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({
      error: { message: containing('All sessions that one caller may have are in use.') },
    });
    gone.abort();
    await expect.poll(async () => (await initialized()).status).toBe(200);
  });

  describe('H15: requests that are answered at once', () => {
    const waiting = async (url: string, session: string, ids: readonly number[]) => {
      for (const id of ids) expect((await posted(url, call(id, 'wait'), session)).status).toBe(200);
    };

    test('are so many of one session; another one is served', async () => {
      const { url, seen } = await start({ requests: { each: 2, all: 9 } });
      const [mine, theirs] = [await begun(url), await begun(url)];
      await waiting(url, mine, [1, 2]);
      const refused = await posted(url, call(3, 'wait'), mine);
      expect({ status: refused.status, body: await refused.text() }).toEqual({
        status: 429,
        body: containing('Too many requests of this caller are being answered.'),
      });
      // What ends something comes through, and so does a stream.
      expect((await fetch(url, { headers: headersOf(mine) })).status).toBe(200);
      expect((await posted(url, call(1, 'ask'), theirs)).status).toBe(200);
      expect((await posted(url, cancelled(1), mine)).status).toBe(202);
      await seen.aborted.promise;
      await expect.poll(async () => (await posted(url, PING, mine)).status).toBe(200);
    });

    test('are so many of all callers: the next is refused, and none ends', async () => {
      const { url, seen } = await start({ requests: { each: 2, all: 3 } });
      const sessions = [await begun(url), await begun(url), await begun(url)];
      await waiting(url, sessions[0] ?? '', [1, 2]);
      await waiting(url, sessions[1] ?? '', [3]);
      expect((await posted(url, call(4, 'wait'), sessions[2])).status).toBe(503);
      expect((await posted(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(503);
      const aborted = vi.fn<() => void>();
      void seen.aborted.promise.then(aborted);
      expect((await fetch(url, { method: 'DELETE', headers: headersOf(sessions[1]) })).status).toBe(200);
      expect(aborted).toHaveBeenCalledTimes(1);
      await expect.poll(async () => (await posted(url, PING, sessions[2])).status).toBe(200);
    });
  });

  test('a stream that is left open ends with the server', async () => {
    const server = await start();
    const { url, seen } = server;
    const id = await begun(url);
    const stream = await fetch(url, { headers: headersOf(id) });
    expect(stream.status).toBe(200);
    const waiting = await posted(url, call(1, 'wait'), id);
    await seen.begun.promise;
    const ends = Promise.allSettled([stream.text(), waiting.text()]);
    await server.close();
    await seen.aborted.promise;
    expect(await ends).toHaveLength(2);
  });
});
