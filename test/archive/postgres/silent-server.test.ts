import { connect, createServer, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SharedConnections } from '../../../src/archive/postgres/shared-connections.ts';
import { NoConnectionFree, WatchedPool } from '../../../src/archive/postgres/watched-pool.ts';
import { openStore } from '../../../src/archive/store.ts';
import { seconds, systemClock } from '../../../src/model/time/units.ts';
import { openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { createDatabase } from '../../support/archive/databases.ts';
import { startPostgres } from '../../support/archive/postgres.ts';

// A server that says nothing any more, as one that is frozen, or behind a network that is cut: connections stay open, and
// nothing comes. What waits for it is told so within seconds, and goes on when it is back.

const server = await startPostgres();
const proxy = await startProxy(Number(new URL(server.address).port));
afterAll(async () => {
  await proxy.close();
  await server[Symbol.asyncDispose]();
});

/** A way to the server that can be cut without a word. */
async function startProxy(port: number) {
  let isCut = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        if (!isCut) to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen');
  return {
    port: address.port,
    cut: (cut: boolean) => (isCut = cut),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

describe('a server that says nothing', () => {
  test('keeps no question waiting for long, and the next one is answered once it is back', async () => {
    const archive = new URL(await createDatabase(server.address, 'silent', 'template0'));
    archive.port = String(proxy.port);
    await using service = await startService(smallWorld());
    await using open = await openServer(service, { archive: archive.href, answerWithin: seconds(60) });
    expect((await open.ask('list_support_agents')).isError).toBe(false);
    proxy.cut(true);
    // On the connection that there is, and on another one.
    for (let question = 0; question < 2; question += 1) {
      const began = performance.now();
      const { isError, text } = await open.ask('list_support_agents');
      expect([isError, text.includes('its server cannot be reached')]).toEqual([true, true]);
      expect(text).toContain('Ask again in 10 s.');
      // Half of the time for an answer, which a question would else take.
      expect(performance.now() - began).toBeLessThan(30_000);
    }
    proxy.cut(false);
    expect((await open.ask('list_support_agents')).data.total).toBe(service.world.agents.length);
  });
});

describe('the sync leases of a process', () => {
  test('are lost when the server says nothing, and given back without waiting for it', async () => {
    const address = await createDatabase(server.address, 'silent_leases', 'template0');
    const archive = new URL(address);
    archive.port = String(proxy.port);
    const connections = new SharedConnections(2);
    const open = (location: string, name: string, shared = {}) =>
      openStore(
        location,
        { origin: 'https://desk.example', login: `${name}@example.com` },
        { tell: () => undefined, clock: systemClock, ...shared },
      );
    const stores = [await open(archive.href, 'ann', { connections }), await open(archive.href, 'ben', { connections })];
    const elsewhere = await open(address, 'ann');
    const leases = await Promise.all(stores.map((store) => store.leaseSync()));
    expect(leases.map((lease) => lease?.lost.aborted)).toEqual([false, false]);
    proxy.cut(true);
    try {
      await expect.poll(() => leases.map((lease) => lease?.lost.aborted)).toEqual([true, true]);
      const began = performance.now();
      await Promise.all(leases.map(async (lease) => lease?.release()));
      // A server is waited for for five seconds.
      expect(performance.now() - began).toBeLessThan(4000);
    } finally {
      proxy.cut(false);
    }
    // The server hears of the end of the connection, since the proxy is there.
    await expect.poll(async () => (await elsewhere.leaseSync()) !== undefined).toBe(true);
    await Promise.all([...stores, elsewhere].map((store) => store.close()));
  });
});

describe('a pool whose connections are all in use', () => {
  test('lets 1000 wait for one, for a while, and refuses further ones at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const config = { connectionString: server.address, connectionTimeoutMillis: 5000 };
    const inner = new Pool({ ...config, max: 1 });
    inner.on('error', () => undefined);
    inner.on('connect', (client) => client.on('error', () => undefined));
    const pool = new WatchedPool(inner, config);
    const first = await pool.connect();
    const waiting = Array.from({ length: 1000 }, () => pool.connect());
    const late = Promise.allSettled(waiting);
    // No time has passed.
    await expect(pool.connect()).rejects.toBeInstanceOf(NoConnectionFree);
    await vi.advanceTimersByTimeAsync(5000);
    for (const outcome of await late) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(NoConnectionFree);
    }
    first.release();
    const next = await pool.connect();
    expect((await next.query<{ one: number }>('SELECT 1 AS one', [])).rows).toEqual([{ one: 1 }]);
    next.release();
    await pool.end();
  });
});
