import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { Audit } from '../../src/archive/audit.ts';
import { copyDesk } from '../../src/archive/copying.ts';
import { eraseVisitor } from '../../src/archive/erasure.ts';
import { Retention } from '../../src/archive/retention.ts';
import { openStore, type Store } from '../../src/archive/store.ts';
import { VisitorId } from '../../src/model/ids.ts';
import { epochMillis } from '../../src/model/units.ts';
import { archiveOfTest } from '../support/archive-location.ts';

// What was done that cannot be undone leaves a line, which tells nothing of anybody.

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const DAY = 86_400_000;
const OWNER = { origin: 'https://desk.example', login: 'ann@example.com' };
const CALL = {
  bot: 'shop',
  endpoint: 'order-status',
  sessionId: 'session-of-ottilie@example.com',
  body: '{"sessionId":"session-of-ottilie@example.com","data":{"name":"Ottilie Grün"}}',
};

const at = (moment: number) => () => epochMillis(moment);

async function opened(location: string, owner = OWNER): Promise<Store> {
  const store = await openStore(location, owner);
  onTestFinished(() => store.close());
  return store;
}

test('a call has its line before it leaves, and its outcome when that is known', async () => {
  const { tables } = await opened(await archiveOfTest());
  const audit = new Audit(tables, at(NOW));
  const entry = await audit.begin(CALL);
  const begun = {
    entry: 1,
    at: NOW,
    action: 'webhook',
    bot: 'shop',
    endpoint: 'order-status',
    bytes: Buffer.byteLength(CALL.body),
    sha256: createHash('sha256').update(CALL.body).digest('hex'),
    outcome: 'unknown',
  };
  const [line] = await audit.lines();
  expect(line).toStrictEqual({ ...begun, session: line?.session });
  expect(line?.session).toMatch(/^[0-9a-f]{32}$/);

  const finished = await new Audit(tables, at(NOW + 1500)).finish(entry, 'refused', 404);
  expect(finished).toStrictEqual({ ...line, outcome: 'refused', status: 404, finishedAt: NOW + 1500 });
  expect(await audit.lines()).toStrictEqual([finished]);
});

test('D3: a line holds nothing of the person, and is found by the id of the session all the same', async () => {
  const { tables } = await opened(await archiveOfTest());
  const audit = new Audit(tables, at(NOW));
  await audit.begin(CALL);
  await audit.begin({ ...CALL, sessionId: 'another' });
  expect(JSON.stringify(await tables.rowsInOrder('audit', {}))).not.toMatch(/ottilie/i);
  expect((await audit.lines(CALL.sessionId)).map(({ entry }) => entry)).toEqual([1]);
  expect(await audit.lines('nobody')).toEqual([]);
});

test('lines of several processes at once are all kept, each with a number of its own', async () => {
  const location = await archiveOfTest();
  const [one, other] = [await opened(location), await opened(location)];
  const calls = Array.from({ length: 20 }, (_, index) =>
    new Audit((index % 2 === 0 ? one : other).tables, at(NOW)).begin(CALL),
  );
  expect((await Promise.all(calls)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test('D2: an erasure leaves a line with the id and the counts, in the transaction in which it happens', async () => {
  const store = await opened(await archiveOfTest());
  const audit = new Audit(store.tables, at(NOW));
  await audit.begin(CALL);
  await eraseVisitor(store, VisitorId.parse(4711), at(NOW + 1));
  const removed = {
    chats: 0,
    offlineMessages: 0,
    records: 0,
    transcripts: 0,
    messages: 0,
    offlineReplies: 0,
    decisions: 0,
  };
  const [call, erasure] = await audit.lines();
  expect(call).toMatchObject({ entry: 1, action: 'webhook' });
  expect(erasure).toStrictEqual({
    entry: 2,
    at: NOW + 1,
    action: 'erase',
    visitorId: 4711,
    removed: JSON.stringify(removed),
    outcome: 'erased',
    finishedAt: NOW + 1,
  });
});

test('D2: lines are kept for their own days, whatever becomes of the records', async () => {
  const { tables } = await opened(await archiveOfTest());
  for (const days of [400, 366, 365, 364, 10, 0]) await new Audit(tables, at(NOW - days * DAY)).begin(CALL);
  const ages = async () => (await new Audit(tables, at(NOW)).lines()).map((line) => (NOW - line.at) / DAY);
  await new Retention(tables, { retentionDays: 5 }, at(NOW)).apply();
  expect(await ages()).toEqual([400, 366, 365, 364, 10, 0]);
  await new Retention(tables, { auditRetentionDays: 365 }, at(NOW)).apply();
  expect(await ages()).toEqual([365, 364, 10, 0]);
  const writes = tables.writes();
  await new Retention(tables, { auditRetentionDays: 365 }, at(NOW)).apply();
  expect(tables.writes()).toBe(writes);
});

test('a copy has the lines, and the key of the pseudonyms', async () => {
  const [from, to] = [await opened(await archiveOfTest()), await opened(await archiveOfTest())];
  await new Audit(from.tables, at(NOW)).begin(CALL);
  await copyDesk(from, to, () => undefined);
  const [before, after] = [new Audit(from.tables, at(NOW)), new Audit(to.tables, at(NOW))];
  expect(await after.lines()).toEqual(await before.lines());
  expect(await after.lines(CALL.sessionId)).toHaveLength(1);
  await after.begin({ ...CALL, sessionId: 'later' });
  await expect(copyDesk(from, to, () => undefined)).rejects.toThrow('rows of audit');
});
