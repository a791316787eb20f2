import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SyncLoop, type SyncState, type UnboundRun } from '../../../src/archive/sync/sync-loop.ts';
import type { SyncLease } from '../../../src/archive/tables/engine.ts';
import { ArchiveUnavailable, WrongCredentials } from '../../../src/model/errors.ts';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';
import { delay } from '../../../src/upstream/requests/delay.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';

// The sync inside servers: who has the lease, and what becomes of it, on the timers' clock.

beforeEach(() => fakeTime(Date.UTC(2026, 10, 8, 15, 30)));
afterEach(() => realTime());

/** A lease that one of several servers has. */
class OneLease {
  holder: string | undefined;
  #lose: (() => void) | undefined;

  take(name: string): SyncLease | undefined {
    if (this.holder !== undefined) return undefined;
    this.holder = name;
    const lost = new AbortController();
    const giveBack = (): void => {
      if (this.holder === name) this.holder = undefined;
    };
    this.#lose = () => {
      giveBack();
      lost.abort(away());
    };
    return {
      lost: lost.signal,
      release: () => {
        giveBack();
        return Promise.resolve();
      },
    };
  }

  lose(): void {
    this.#lose?.();
  }
}

const away = () => new ArchiveUnavailable('The archive is away.', 'Wait.', { after: seconds(10) });

interface Server {
  readonly loop: SyncLoop;
  readonly states: SyncState[];
  readonly failures: unknown[];
  readonly fills: () => number;
}

function startServer(
  lease: OneLease,
  name: string,
  changes: {
    readonly fill?: (run: UnboundRun) => Promise<void>;
    readonly leaseOf?: () => Promise<SyncLease | undefined>;
    readonly isLoginRefused?: () => Promise<boolean>;
  } = {},
): Server {
  const states: SyncState[] = [];
  const failures: unknown[] = [];
  let fills = 0;
  const loop = new SyncLoop({
    clock: () => epochMillis(Date.now()),
    sleep: (duration, signal) => delay(duration * 1000, signal),
    lease: changes.leaseOf ?? (() => Promise.resolve(lease.take(name))),
    isLoginRefused: changes.isLoginRefused ?? (() => Promise.resolve(false)),
    fill: async (run) => {
      fills += 1;
      run.events.begins(trusted`agents`);
      await changes.fill?.(run);
    },
    // It is kept fresh until it is stopped.
    watch: async ({ signal }) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      throw signal.reason;
    },
    failed: (error) => failures.push(error),
  });
  loop.onChange((state) => states.push(state));
  loop.start(seconds(1));
  onTestFinished(() => loop.stop());
  return { loop, states, failures, fills: () => fills };
}

const kinds = ({ states }: Server): string[] => states.map(({ kind }) => kind);

describe('a sync in several servers', () => {
  test('runs in one, and the next one goes on within seconds when that is stopped', async () => {
    const lease = new OneLease();
    const first = startServer(lease, 'first');
    await passTime(1500);
    const second = startServer(lease, 'second');
    await passTime(60_000);
    expect(kinds(first)).toEqual(['filling', 'watching']);
    expect(kinds(second)).toEqual(['elsewhere']);
    await first.loop.stop();
    await passTime(3000);
    expect(lease.holder).toBe('second');
    expect(kinds(second)).toEqual(['elsewhere', 'filling', 'watching']);
    expect(first.failures).toEqual([]);
  });

  test('is given up where the lease is lost, told once, and taken again', async () => {
    const lease = new OneLease();
    const server = startServer(lease, 'one');
    await passTime(2000);
    lease.lose();
    await passTime(1000);
    expect(server.loop.state).toMatchObject({ kind: 'waiting', why: 'The archive is away.' });
    await passTime(3000);
    expect(kinds(server)).toEqual(['filling', 'watching', 'waiting', 'filling', 'watching']);
    expect(server.failures).toHaveLength(1);
  });

  test('goes on within half a minute of an archive that was away for long, and tells that once', async () => {
    const lease = new OneLease();
    let isAway = true;
    const server = startServer(lease, 'one', {
      leaseOf: () => (isAway ? Promise.reject(away()) : Promise.resolve(lease.take('one'))),
    });
    await passTime(3_600_000);
    expect(server.failures).toHaveLength(1);
    isAway = false;
    await passTime(31_000);
    expect(server.loop.state.kind).toBe('watching');
  });

  test('leaves a login alone that the service refuses', async () => {
    const lease = new OneLease();
    let isRefused = true;
    const server = startServer(lease, 'one', { isLoginRefused: () => Promise.resolve(isRefused) });
    await passTime(120_000);
    expect([server.loop.state.kind, server.fills(), lease.holder]).toEqual(['refused', 0, undefined]);
    isRefused = false;
    await passTime(11_000);
    expect(server.loop.state.kind).toBe('watching');
  });

  test('tries a login once that it finds refused', async () => {
    const server = startServer(new OneLease(), 'one', { fill: () => Promise.reject(new WrongCredentials()) });
    await passTime(1_800_000);
    expect([server.loop.state.kind, server.fills(), server.failures.length]).toEqual(['refused', 1, 1]);
  });

  test('tells how far it is every few seconds, and no more often', async () => {
    const server = startServer(new OneLease(), 'one', {
      fill: async ({ events, sleep, signal }) => {
        for (let done = 1; done <= 100; done += 1) {
          events.progressed({ done, total: 100, what: 'pages' });
          await sleep(seconds(0.2), signal);
        }
      },
    });
    await passTime(30_000);
    const told = server.states.flatMap((state) => (state.kind === 'filling' && 'done' in state ? [state.done] : []));
    expect(told.length).toBeGreaterThan(2);
    expect(told.length).toBeLessThan(7);
    expect(server.loop.state.kind).toBe('watching');
  });

  test('ends at once when it is stopped in the middle', async () => {
    const lease = new OneLease();
    const server = startServer(lease, 'one', { fill: ({ sleep, signal }) => sleep(seconds(86_400), signal) });
    await passTime(5000);
    expect(lease.holder).toBe('one');
    await server.loop.stop();
    expect(lease.holder).toBeUndefined();
    expect(server.failures).toEqual([]);
  });
});
