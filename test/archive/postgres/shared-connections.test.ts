import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { SharedConnections } from '../../../src/archive/postgres/shared-connections.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import type { SyncLease } from '../../../src/archive/tables/engine.ts';
import { ArchiveUnavailable } from '../../../src/model/errors.ts';
import { OfflineMessageId } from '../../../src/model/ids.ts';
import { systemClock } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { order } from '../../support/archive/databases.ts';

// The desks of a process share a connection that listens, and one for all their sync leases; each is open while it is needed.

const DESKS = 12;

async function startStores() {
  const archive = await archiveOfTest();
  const watching = new Client({ connectionString: archive });
  watching.on('error', () => undefined);
  await watching.connect();
  onTestFinished(() => watching.end());
  const open = async (name: string, shared?: SharedConnections): Promise<Store> => {
    const owner = { origin: 'https://desk.example', login: `${name}@example.com` };
    const store = await openStore(archive, owner, {
      tell: () => undefined,
      clock: systemClock,
      ...(shared && { connections: shared }),
    });
    onTestFinished(() => store.close());
    return store;
  };
  const shared = new SharedConnections(DESKS);
  const stores: Store[] = [];
  for (let index = 0; index < DESKS; index += 1) stores.push(await open(`desk-${index}`, shared));
  return {
    archive,
    shared,
    open,
    stores,
    /** The connections of a purpose that the database counts. */
    connections: async (purpose: 'changes' | 'sync'): Promise<number> => {
      const { rows } = await watching.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
        [`chat-operations-mcp ${purpose}`],
      );
      return rows.length;
    },
  };
}

async function leased(store: Store): Promise<SyncLease> {
  const lease = await store.leaseSync();
  if (lease === undefined) throw new Error('somebody else has the lease');
  onTestFinished(() => lease.release());
  return lease;
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('there is none');
  return first;
}

/** Has others told of something. */
function change(store: Store): Promise<void> {
  return store.tables.transaction((tables) => tables.forgetOfflineMessages([OfflineMessageId.parse(1)]));
}

/** Cuts the connections of a purpose, as a server does that is told to. */
function cut(archive: string, purpose: 'changes' | 'sync'): Promise<void> {
  return order(
    archive,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'chat-operations-mcp ${purpose}'`,
  );
}

test('all leases are locks of one connection, and end one by one, and it with the last', async () => {
  const { stores, open, shared, connections } = await startStores();
  const leases = await Promise.all(stores.map(leased));
  expect(await connections('sync')).toBe(1);
  // Neither another process nor another desk of this one gets what is taken: to the database they would be the same session.
  const [elsewhere, here] = [await open('desk-0'), await open('desk-0', shared)];
  expect(await elsewhere.leaseSync()).toBeUndefined();
  expect(await here.leaseSync()).toBeUndefined();
  const first = firstOf(leases);
  await first.release();
  const again = await leased(elsewhere);
  expect(await connections('sync')).toBe(2);
  expect(await here.leaseSync()).toBeUndefined();
  await again.release();
  await Promise.all(leases.map((lease) => lease.release()));
  await expect.poll(() => connections('sync')).toBe(0);
  expect(leases.filter(({ lost }) => lost.aborted)).toEqual([]);
  // And it is opened once more.
  await leased(here);
  expect(await connections('sync')).toBe(1);
});

test('of many who want one lease at the same time, one gets it', async () => {
  const { stores, open, shared } = await startStores();
  const rivals = [...(await Promise.all([0, 1, 2].map(() => open('desk-0', shared)))), await open('desk-0')];
  const got = await Promise.all([firstOf(stores), ...rivals].map((store) => store.leaseSync()));
  const leases = got.filter((lease) => lease !== undefined);
  expect(leases).toHaveLength(1);
  await firstOf(leases).release();
});

test('all leases are lost with their connection, and can be had again', async () => {
  const { archive, stores, connections } = await startStores();
  const before = await Promise.all(stores.map(leased));
  await cut(archive, 'sync');
  await expect.poll(() => before.filter(({ lost }) => !lost.aborted)).toEqual([]);
  for (const { lost } of before) expect(lost.reason).toBeInstanceOf(ArchiveUnavailable);
  await Promise.all(before.map((lease) => lease.release()));
  const after = await Promise.all(stores.map(leased));
  expect(after.filter(({ lost }) => lost.aborted)).toEqual([]);
  expect(await connections('sync')).toBe(1);
});

test('all desks are heard over one connection, each by its own listeners, until the last has ended', async () => {
  const { archive, stores, open, connections } = await startStores();
  const heard = stores.map(() => 0);
  const ends = stores.map((store, index) =>
    store.changes.listen(({ offlineMessages }) => (heard[index] = (heard[index] ?? 0) + offlineMessages.length)),
  );
  await expect.poll(() => connections('changes')).toBe(1);
  await Promise.all(stores.map(({ changes }) => changes.isReady()));
  const elsewhere = await open('desk-3');
  await change(elsewhere);
  await expect.poll(() => heard[3]).toBe(1);
  expect(heard.filter((times) => times > 0)).toHaveLength(1);
  await cut(archive, 'changes');
  await change(elsewhere);
  await expect.poll(() => heard[3]).toBe(2);
  ends.pop()?.();
  expect(await connections('changes')).toBe(1);
  for (const end of ends) end();
  await expect.poll(() => connections('changes')).toBe(0);
});
