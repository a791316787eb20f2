import { Pool } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SharedConnections } from '../../../src/archive/postgres/shared-connections.ts';
import { NoConnectionFree, WatchedPool } from '../../../src/archive/postgres/watched-pool.ts';
import { openStore } from '../../../src/archive/store.ts';
import { seconds, systemClock } from '../../../src/model/time/units.ts';
import { openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { openWay } from '../../support/archive/way-to-server.ts';

// A server that says nothing any more, as one that is frozen, or behind a network that is cut: connections stay open, and
// nothing comes. What waits for it is told so within seconds, and goes on when it is back.

describe('a server that says nothing', () => {
  test('keeps no question waiting for long, and the next one is answered once it is back', async () => {
    const { archive, freeze, restore } = await openWay(await archiveOfTest());
    await using service = startService(smallWorld());
    await using open = await openServer(service, { archive, answer_within: seconds(60) });
    expect((await open.ask('list_support_agents')).isError).toBe(false);
    freeze();
    // On the connection that there is, and on another one.
    for (let question = 0; question < 2; question += 1) {
      const began = performance.now();
      const { isError, text } = await open.ask('list_support_agents');
      expect([isError, text.includes('its server cannot be reached')]).toEqual([true, true]);
      expect(text).toContain('Call again in 10 s');
      // Half of the time for an answer, which a question would else take.
      expect(performance.now() - began).toBeLessThan(30_000);
    }
    restore();
    expect((await open.ask('list_support_agents')).data.total).toBe(service.world.agents.length);
  });
});

describe('the sync leases of a process', () => {
  test('are lost when the server says nothing, and given back without waiting for it', async () => {
    const address = await archiveOfTest();
    const { archive, freeze, restore } = await openWay(address);
    const connections = new SharedConnections(2);
    const open = (location: string, name: string, shared = {}) =>
      openStore(
        location,
        { origin: 'https://desk.example', login: `${name}@example.com` },
        { tell: () => undefined, clock: systemClock, ...shared },
      );
    const stores = [await open(archive, 'ann', { connections }), await open(archive, 'ben', { connections })];
    const elsewhere = await open(address, 'ann');
    const leases = await Promise.all(stores.map((store) => store.leaseSync()));
    expect(leases.map((lease) => lease?.lost.aborted)).toEqual([false, false]);
    freeze();
    try {
      await expect.poll(() => leases.map((lease) => lease?.lost.aborted)).toEqual([true, true]);
      const began = performance.now();
      await Promise.all(leases.map(async (lease) => lease?.release()));
      // A server is waited for for five seconds.
      expect(performance.now() - began).toBeLessThan(4000);
    } finally {
      restore();
    }
    // The server hears of the end of the connection, since the way is there.
    await expect.poll(async () => (await elsewhere.leaseSync()) !== undefined).toBe(true);
    await Promise.all([...stores, elsewhere].map((store) => store.close()));
  });
});

describe('a pool whose connections are all in use', () => {
  test('lets 1000 wait for one, for a while, and refuses further ones at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const config = { connectionString: await archiveOfTest(), connectionTimeoutMillis: 5000 };
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
