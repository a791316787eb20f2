import { Agent } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer } from '../../src/http/http-server.ts';
import { seconds } from '../../src/model/time/units.ts';
import { containing } from '../support/matchers.ts';
import { startProgram } from '../support/program.ts';
import { asked, headersOf, INITIALIZE, PING } from './by-hand.ts';
import { ANYBODY } from './known-callers.ts';
import { serversOf, unseen } from './sessions/session-servers.ts';

// A server that is about to end loses no answer, and sends clients elsewhere.

const finish = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'finish', arguments: {} } };

/** The headers of a request that keeps no connection behind it: a server that drains waits for those a moment. */
const unkept = (sessionId?: string) => ({ ...headersOf(sessionId), connection: 'close' });

async function start() {
  const seen = unseen();
  const server = await startHttpServer(serversOf(seen), {
    host: '127.0.0.1',
    port: 0,
    identities: ANYBODY,
    onDisturbance: () => {},
  });
  onTestFinished(() => server.close());
  const posted = (body: unknown, sessionId?: string): Promise<Response> =>
    fetch(server.url, { method: 'POST', headers: unkept(sessionId), body: JSON.stringify(body) });
  const streamed = (sessionId: string) => fetch(server.url, { headers: unkept(sessionId) });
  const begun = async () => (await posted(INITIALIZE)).headers.get('mcp-session-id') ?? '';
  return { ...server, seen, posted, streamed, begun };
}

test('calls under way are answered, streams end, and what would stay does not begin', async () => {
  const { url, seen, posted, streamed, begun, drain } = await start();
  const [mine, other] = [await begun(), await begun()];
  const stream = await streamed(mine);
  const call = await posted(finish, mine);
  const kept = new Agent({ keepAlive: true });
  onTestFinished(() => kept.destroy());
  // Nobody gets another connection.
  await Promise.all(Array.from({ length: 4 }, () => asked(kept, new URL('/readyz', url))));
  const drained = vi.fn<() => void>();
  const drains = drain(seconds(60)).then(drained);
  // It ends as at its end: a connection that broke would throw.
  await stream.text();
  expect(await asked(kept, new URL('/readyz', url))).toMatchObject({ status: 503 });
  const refused = await asked(kept, new URL(url), { headers: headersOf(), body: INITIALIZE });
  expect(refused).toMatchObject({ status: 503, retryAfter: '1', text: containing('shutting down') });
  expect(await asked(kept, new URL(url), { headers: headersOf(other) })).toMatchObject({ status: 503 });
  // What needs nothing to stay is answered, and sent elsewhere for the next.
  const ping = await asked(kept, new URL(url), { headers: headersOf(other), body: PING });
  expect(ping).toMatchObject({ status: 200, connection: 'close' });
  expect(drained).not.toHaveBeenCalled();
  seen.released.resolve();
  expect(await call.text()).toContain('finished');
  await drains;
});

test('a call that does not end is waited for so long', async () => {
  const { posted, begun, drain, seen } = await start();
  const id = await begun();
  await posted({ ...finish, params: { name: 'wait', arguments: {} } }, id);
  await seen.begun.promise;
  await drain(seconds(0.01));
});

test('nobody listens any more, so that a proxy sends elsewhere; what it sends over the connections it has is answered', async () => {
  const { url, begun, drain } = await start();
  const ping = { headers: headersOf(await begun()), body: PING };
  const proxy = new Agent({ keepAlive: true });
  onTestFinished(() => proxy.destroy());
  expect(await asked(proxy, new URL(url), ping)).toMatchObject({ status: 200, connection: 'keep-alive' });
  const drained = drain(seconds(60));
  await expect(asked(new Agent(), new URL(url), ping)).rejects.toThrow('ECONNREFUSED');
  expect(await asked(proxy, new URL(url), ping)).toMatchObject({ status: 200, connection: 'close' });
  await drained;
});

test('where nothing is answered it ends within moments, although connections are kept', async () => {
  const { url, streamed, begun, drain } = await start();
  const stream = await streamed(await begun());
  const kept = new Agent({ keepAlive: true });
  onTestFinished(() => kept.destroy());
  expect(await asked(kept, new URL('/readyz', url))).toMatchObject({ status: 200, connection: 'keep-alive' });
  await drain(seconds(60));
  await stream.text();
});

test.each(['SIGTERM', 'SIGINT'] as const)('the program drains at %s, and ends by itself', async (signal) => {
  await using program = startProgram(['http', '--sandbox', '--port', '0']);
  const [, url = ''] = await program.said(/^Listening on (\S+)$/m);
  const begun = await fetch(url, { method: 'POST', headers: unkept(), body: JSON.stringify(INITIALIZE) });
  const stream = await fetch(url, { headers: unkept(begun.headers.get('mcp-session-id') ?? '') });
  expect(stream.status).toBe(200);
  program.kill(signal);
  await stream.text();
  expect(await program.ended).toMatchObject({ code: 0 });
  expect(program.err()).toEqual(containing('Shutting down'));
});
