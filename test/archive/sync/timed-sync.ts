import { createArchive, type Archive } from '../../../src/archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES, type MaximumAges } from '../../../src/archive/walking/freshness.ts';
import { openStore } from '../../../src/archive/store.ts';
import type { SyncRun } from '../../../src/archive/sync/sync-run.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { trusted } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { createService, type Service, type ServiceOptions } from '../../../src/sandbox/service.ts';
import type { Login, World } from '../../../src/sandbox/world/world.ts';
import { createUpstream, type Upstream } from '../../../src/upstream/client.ts';
import { delay } from '../../../src/upstream/requests/delay.ts';
import { NetworkFailure } from '../../../src/upstream/transport/network-failure.ts';
import { DAY, smallWorld } from '../../mcp/desk.ts';
import { answered } from '../../upstream/answered.ts';
import { abandoned } from '../../support/archive/archive-work.ts';
import { passTime } from '../../support/faked-time.ts';

// A sync on the timers' clock: every request is answered in this process, a moment later.

const LATENCY = 200;

/** A Sunday, early in the month. */
export const NOW = Date.UTC(2026, 10, 8, 15, 30);

/** What happened from the end of October on, and some of everything else. */
export function littleWorld(): World {
  const world = smallWorld(7, NOW);
  world.chats = world.chats.filter(({ requestedAt }) => requestedAt >= Date.UTC(2026, 9, 31));
  world.chats = world.chats.filter(
    (chat, index) => index % 4 === 0 || (index % 2 === 0 && chat.requestedAt > NOW - 2 * DAY),
  );
  world.visitors = world.visitors.slice(0, 75);
  return world;
}

/** A service under faked timers. */
export interface TimedService {
  readonly service: Service;
  /** Whether nobody answers at its address. */
  isGone: boolean;
  /** The paths of what was asked, with when, oldest first; of the requests since a number of them. */
  readonly asked: (since?: number) => { readonly path: string; readonly at: number }[];
}

export function startTimedService(options: Omit<ServiceOptions, 'clock'>): TimedService {
  const service = createService({ ...options, clock: Date.now });
  return {
    service,
    isGone: false,
    asked: (since = 0) => service.requests.slice(since).map(({ path, at }) => ({ path, at })),
  };
}

/** The most requests within any time so long. */
export function mostWithin(timed: TimedService, millis: number, since = 0): number {
  const times = timed.asked(since).map(({ at }) => at);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + millis).length));
}

/** A process that syncs. */
export interface TimedSync {
  readonly archive: Archive;
  readonly run: SyncRun;
  /** What it said, and how many requests it counted. */
  readonly said: string[];
  readonly spent: () => number;
  readonly stop: AbortController;
  readonly budget: Upstream['budget'];
  readonly close: () => Promise<void>;
  /** Nothing is said goodbye to: the database is gone under whatever goes on. */
  readonly kill: () => Promise<void>;
}

/** Opens the archive at `location` for a sync that asks for at most `requestsPerMinute`. */
export async function openTimedSync(
  timed: TimedService,
  location: string,
  {
    requestsPerMinute = 6000,
    login,
    maximumAges = DEFAULT_MAXIMUM_AGES,
  }: { requestsPerMinute?: number; login?: Login; maximumAges?: MaximumAges } = {},
): Promise<TimedSync> {
  const clock = () => epochMillis(Date.now());
  const { service } = timed;
  const account = {
    ...sandboxAccount({ ...service, url: 'http://127.0.0.1:9' }).account,
    ...(login !== undefined && { email: login.email, password: new Secret(login.password) }),
  };
  const store = await openStore(location, { origin: account.baseUrl.origin, login: account.email });
  const upstream = createUpstream({
    ...account,
    requestsPerMinute,
    clock,
    ledger: store.ledger,
    chance: () => 0.5,
    transport: {
      get: async (address, headers, signal) => {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, LATENCY));
        if (timed.isGone)
          throw new NetworkFailure(trusted`the connection was refused`, { neverSent: true, passing: true });
        return answered(await service.fetch(new Request(address, { headers: { ...headers } })));
      },
      post: () => Promise.reject(new Error('read only')),
      close: () => Promise.resolve(),
    },
  });
  const archive = createArchive(store, { lookBackDays: 2, maximumAges, requestsPerMinute }, upstream, clock);
  const stop = new AbortController();
  const said: string[] = [];
  let spent = 0;
  return {
    archive,
    said,
    spent: () => spent,
    stop,
    run: {
      archive,
      clock,
      sleep: (duration, signal) => delay(duration * 1000, signal),
      signal: stop.signal,
      events: {
        begins: () => undefined,
        progressed: () => undefined,
        spent: () => (spent += 1),
        waits: (why, wait) => said.push(`waits ${wait}: ${why}`),
        ends: (what, outcome) => {
          if (outcome.kind !== 'read') said.push(`${what} ${outcome.kind}: ${outcome.why}`);
        },
      },
    },
    budget: () => upstream.budget(),
    close: async () => {
      await archive.close();
      abandoned();
      await upstream.close();
    },
    kill: async () => {
      await store.close();
      abandoned();
      await upstream.close();
      await archive.close().catch(() => undefined);
    },
  };
}

/** Lets time pass until something has come to its end. Throws when that takes more than so many minutes. */
export async function passUntil<T>(work: Promise<T>, minutes = 24 * 60): Promise<T> {
  const ends: unknown[] = [];
  work.then(
    () => ends.push('well'),
    () => ends.push('badly'),
  );
  for (let second = 0; ends.length === 0; second += 10) {
    if (second > minutes * 60) throw new Error(`It has not ended within ${minutes} minutes`);
    await passTime(10_000);
  }
  return work;
}
