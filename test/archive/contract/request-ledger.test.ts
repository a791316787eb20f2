import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { seconds, systemClock } from '../../../src/model/time/units.ts';
import { createGate, type Gate } from '../../../src/upstream/requests/gate.ts';
import { memoryLedger, type Ledger } from '../../../src/upstream/requests/request-history.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';
import { MINUTE, open, OWNER, send, START } from './gates.ts';

// Gates of several processes on one archive, here as several connections to it.

beforeEach(() => {
  fakeTime(START);
});
afterEach(() => {
  realTime();
});

function gateOn({ ledger }: Store, requestsPerMinute: number): Gate {
  const gate = createGate({ requestsPerMinute, clock: systemClock, ledger });
  gate.widen();
  return gate;
}

test('three gates on one archive are within the limit together', async () => {
  const file = await archiveOfTest();
  const stores = [await open(file), await open(file), await open(file)];
  const went = stores.map((store) => send(gateOn(store, 10), 20));
  await passTime(3.5 * MINUTE);
  const all = went.flat().sort((one, other) => one - other);
  expect(all).toHaveLength(40);
  for (const at of all)
    expect(all.filter((other) => other >= at && other < at + MINUTE).length).toBeLessThanOrEqual(10);
  // And all of them had their turn.
  for (const times of went) expect(times.length).toBeGreaterThan(0);
});

test('what one has used and learned, the next one knows', async () => {
  const file = await archiveOfTest();
  const store = await openStore(file, OWNER);
  const gate = gateOn(store, 10);
  send(gate, 1);
  await passTime(2 * MINUTE);
  send(gate, 4);
  await passTime(0);
  const { signal } = new AbortController();
  await gate.pass({ endpoint: 'chats', priority: 'person', signal }, (pass) => pass.refused(() => seconds(30)));
  await store.close();

  const later = gateOn(await open(file), 10);
  expect(await later.budget()).toMatchObject({
    perMinute: 10,
    usedLastMinute: 5,
    pausedFor: 30,
    endpoints: [{ endpoint: 'chats', perMinute: 4 }],
  });
  const went = send(later, 1);
  await passTime(29_000);
  expect(went).toStrictEqual([]);
  await passTime(MINUTE);
  expect(went).toHaveLength(1);
});

test.each(['', 'null', '{"sent": "many"}', '{'])(
  'a history that cannot be read (%j) is begun anew',
  async (history) => {
    const file = await archiveOfTest();
    const store = await open(file);
    const went = send(gateOn(store, 10), 2);
    await passTime(0);
    await store.tables.upsert('request_histories', [{ account: store.tables.account, history }]);
    const more = send(gateOn(store, 10), 2);
    await passTime(0);
    expect([went.length, more.length]).toStrictEqual([2, 2]);
  },
);

test('a pause holds in this process though it could not be written', async () => {
  const ledger = memoryLedger();
  let isBroken = false;
  const broken: Ledger = {
    ...ledger,
    update: (step) => (isBroken ? Promise.reject(new Error('the disk is full')) : ledger.update(step)),
  };
  const gate = createGate({ requestsPerMinute: 10, clock: systemClock, ledger: broken });
  gate.widen();
  const { signal } = new AbortController();
  const refused = gate.pass({ endpoint: 'chats', priority: 'person', signal }, (pass) => {
    isBroken = true;
    return pass.refused(() => seconds(300));
  });
  await expect(refused).rejects.toThrow('the disk is full');
  isBroken = false;
  const went = send(gate, 1);
  await passTime(299_000);
  expect(went).toStrictEqual([]);
  await passTime(2000);
  expect(went).toHaveLength(1);
});

test('a request that is held up on its way out counts from when it leaves', async () => {
  const ledger = memoryLedger();
  // A process that has much to do, or whose database is slow, hears late that it has its place.
  const slow: Ledger = {
    ...ledger,
    update: async (step) => {
      const history = await ledger.update(step);
      await new Promise((resolve) => {
        setTimeout(resolve, 3000);
      });
      return history;
    },
  };
  const gateWith = (own: Ledger): Gate => {
    const gate = createGate({ requestsPerMinute: 3, clock: systemClock, ledger: own });
    gate.widen();
    return gate;
  };
  const late = send(gateWith(slow), 3);
  await passTime(0);
  const punctual = send(gateWith(ledger), 3);
  await passTime(2 * MINUTE);
  expect(late).toStrictEqual([3000, 3000, 3000]);
  expect(punctual).toHaveLength(3);
  expect(Math.min(...punctual)).toBeGreaterThanOrEqual(3000 + MINUTE);
});
