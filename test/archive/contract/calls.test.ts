import { expect, onTestFinished, test } from 'vitest';
import { CallNumbers, callLines, keepCalls, type CallLine, type ServedCall } from '../../../src/archive/care/calls.ts';
import { copyDesk } from '../../../src/archive/care/copying.ts';
import { Retention } from '../../../src/archive/care/retention.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { CallerId } from '../../../src/model/caller.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// Every call that was served over HTTP leaves a line with who asked, and nothing of what was asked.

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const DAY = 86_400_000;
const OWNER = { origin: 'https://desk.example', login: 'ann@example.com' };

const call = (at: number, more: Partial<ServedCall> = {}): ServedCall => ({
  at: epochMillis(at),
  caller: CallerId.parse('token:shop'),
  kind: 'tool',
  name: 'list_chats',
  outcome: 'ok',
  upstreamRequests: 2,
  millis: 31,
  ...more,
});

async function opened(location: string): Promise<Store> {
  const store = await openStore(location, OWNER);
  onTestFinished(() => store.close());
  return store;
}

async function all({ tables }: Pick<Store, 'tables'>, caller?: string): Promise<CallLine[]> {
  const lines: CallLine[] = [];
  for await (const line of callLines(tables, caller)) lines.push(line);
  return lines;
}

test('lines of several processes at the same moment are all kept, in the order of their time', async () => {
  const store = await opened(await archiveOfTest());
  const [one, other] = [new CallNumbers(), new CallNumbers()];
  const refused = call(NOW + 1, { outcome: 'refused', error: 'TooManyCalls', upstreamRequests: 0 });
  const lines = [
    one.lineOf(call(NOW)),
    one.lineOf(refused),
    other.lineOf(call(NOW, { kind: 'resource', name: 'visitor' })),
  ];
  await keepCalls(store.tables, lines.slice(1));
  await keepCalls(store.tables, lines.slice(0, 1));
  const kept = await all(store);
  expect(kept.map(({ at }) => at)).toEqual([NOW, NOW, NOW + 1]);
  expect(kept).toEqual(expect.arrayContaining(lines));
  expect(kept.at(-1)).toStrictEqual(lines[1]);
  expect(lines.map(({ entry }) => entry)).toEqual([1, 2, 1]);
});

test('lines of one caller, of thousands', async () => {
  const store = await opened(await archiveOfTest());
  const numbers = new CallNumbers();
  const lines = Array.from({ length: 2500 }, (_, index) =>
    numbers.lineOf(call(NOW + Math.floor(index / 3), { caller: CallerId.parse(`token:${index % 5}`) })),
  );
  await keepCalls(store.tables, lines);
  expect(await all(store, 'token:3')).toEqual(lines.filter((_, index) => index % 5 === 3));
  expect(await all(store)).toHaveLength(2500);
});

test('lines go with the days of audit_retention_days, and nothing answers rest on changes with them', async () => {
  const { tables } = await opened(await archiveOfTest());
  const numbers = new CallNumbers();
  const old = Array.from({ length: 1200 }, (_, index) => numbers.lineOf(call(NOW - 31 * DAY + (index % 4))));
  const recent = numbers.lineOf(call(NOW - 29 * DAY));
  await keepCalls(tables, [...old, recent]);
  await new Retention(tables, { auditRetentionDays: 30 }, () => epochMillis(NOW)).apply();
  expect(await all({ tables })).toEqual([recent]);
  expect(await tables.revisions().selectAll().execute()).toEqual([]);
});

test('lines go where the archive goes', async () => {
  const [from, to] = [await opened(await archiveOfTest()), await opened(await archiveOfTest())];
  const numbers = new CallNumbers();
  await keepCalls(from.tables, [numbers.lineOf(call(NOW)), numbers.lineOf(call(NOW + 1))]);
  await copyDesk(from.tables, to.tables, () => undefined);
  expect(await all(to)).toEqual(await all(from));
  // What the other one has since is not taken away.
  await keepCalls(to.tables, [numbers.lineOf(call(NOW + 2))]);
  await expect(copyDesk(from.tables, to.tables, () => undefined)).rejects.toThrow(/newer calls/);
});
