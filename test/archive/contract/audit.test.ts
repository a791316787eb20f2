import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { Audit } from '../../../src/archive/care/audit.ts';
import { copyDesk } from '../../../src/archive/care/copying.ts';
import { eraseVisitor } from '../../../src/archive/care/erasure.ts';
import { Retention } from '../../../src/archive/care/retention.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { CallerId } from '../../../src/model/caller.ts';
import { VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// What was done that cannot be undone leaves a line, which tells nothing of anybody.

const NOW = Date.UTC(2026, 10, 18, 15, 30);
const DAY = 86_400_000;
const OWNER = { origin: 'https://desk.example', login: 'ann@example.com' };
const CALL = {
  bot: 'shop',
  endpoint: 'order-status',
  sessionId: 'session-of-ottilie@example.com',
  body: '{"sessionId":"session-of-ottilie@example.com","data":{"name":"Ottilie Grün"}}',
  caller: CallerId.parse('token:shop-floor'),
};

const at = (moment: number) => () => epochMillis(moment);

async function opened(location: string, owner = OWNER): Promise<Store> {
  const store = await openStore(location, owner);
  onTestFinished(() => store.close());
  return store;
}

/** The HMAC-SHA256 of what a line must not show, as anybody with the key of the account can make it. */
async function keyed({ tables }: Store, purpose: string, text: string): Promise<string> {
  const { hex } = await tables.accountKeys().select('hex').executeTakeFirstOrThrow();
  return createHmac('sha256', Buffer.from(hex, 'hex')).update(`${purpose} ${text}`).digest('hex');
}

test('a call has its line before it leaves, and its outcome when that is known', async () => {
  const store = await opened(await archiveOfTest());
  const audit = new Audit(store.tables, at(NOW));
  const line = await audit.begin(CALL);
  expect(line).toStrictEqual({
    entry: 1,
    at: NOW,
    action: 'webhook',
    bot: 'shop',
    endpoint: 'order-status',
    sessionHmac: await keyed(store, 'session', CALL.sessionId),
    bytes: Buffer.byteLength(CALL.body),
    bodyHmac: await keyed(store, 'body', CALL.body),
    outcome: 'unknown',
    caller: 'token:shop-floor',
  });
  expect(await audit.lines()).toStrictEqual([line]);

  const finished = await new Audit(store.tables, at(NOW + 1500)).finish(line.entry, 'refused', 404);
  expect(finished).toStrictEqual({ ...line, outcome: 'refused', status: 404, finishedAt: NOW + 1500 });
  expect(await audit.lines()).toStrictEqual([finished]);
});

test('a line tells whether the host accepted a question about it', async () => {
  const { tables } = await opened(await archiveOfTest());
  const audit = new Audit(tables, at(NOW));
  await audit.begin({ ...CALL, agreedBy: 'host' });
  await audit.begin(CALL);
  const agreedBy = async () => (await audit.lines()).map(({ agreedBy }) => agreedBy);
  expect(await agreedBy()).toEqual(['host', undefined]);
  // As earlier versions wrote it, who knew no more.
  await tables.upsert(
    'audit',
    (await tables.rowsInOrder('audit', {})).map((row) => ({ ...row, agreed_by: 'person' as const })),
  );
  expect(await agreedBy()).toEqual(['host', 'host']);
});

test('D3: a line holds nothing of the person, and is found by the session and by the body all the same', async () => {
  const { tables } = await opened(await archiveOfTest());
  const audit = new Audit(tables, at(NOW));
  await audit.begin(CALL);
  await audit.begin({ ...CALL, sessionId: 'another' });
  await audit.begin({ ...CALL, body: '{}' });
  expect(JSON.stringify(await tables.rowsInOrder('audit', {}))).not.toMatch(/ottilie/i);
  const found = async (wanted: Parameters<Audit['lines']>[0]) => (await audit.lines(wanted)).map(({ entry }) => entry);
  const { sessionId } = CALL;
  const body = Buffer.from(CALL.body);
  expect(await found({ sessionId })).toEqual([1, 3]);
  expect(await found({ body })).toEqual([1, 2]);
  expect(await found({ sessionId, body })).toEqual([1]);
  expect(await found({ sessionId: 'nobody' })).toEqual([]);
  expect(await found({ body: Buffer.from(`${CALL.body}\n`) })).toEqual([]);
});

test('D3: the same call leaves other traces in the audit of another account, so that nobody can guess it', async () => {
  const [one, other] = [await opened(await archiveOfTest()), await opened(await archiveOfTest())];
  const [ours, theirs] = [
    await new Audit(one.tables, at(NOW)).begin(CALL),
    await new Audit(other.tables, at(NOW)).begin(CALL),
  ];
  expect(ours.bodyHmac).not.toBe(theirs.bodyHmac);
  expect(ours.sessionHmac).not.toBe(theirs.sessionHmac);
});

test('lines of several processes at once are all kept, each with a number of its own', async () => {
  const location = await archiveOfTest();
  const [one, other] = [await opened(location), await opened(location)];
  const calls = Array.from({ length: 20 }, (_, index) =>
    new Audit((index % 2 === 0 ? one : other).tables, at(NOW)).begin(CALL),
  );
  const entries = (await Promise.all(calls)).map(({ entry }) => entry);
  expect(entries.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
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

test('D2: the last line stays, so that no number is ever given twice, in a copy neither', async () => {
  const [from, to] = [await opened(await archiveOfTest()), await opened(await archiveOfTest())];
  for (const days of [402, 401, 400]) await new Audit(from.tables, at(NOW - days * DAY)).begin(CALL);
  await new Retention(from.tables, { auditRetentionDays: 365 }, at(NOW)).apply();
  expect((await new Audit(from.tables, at(NOW)).lines()).map(({ entry }) => entry)).toEqual([3]);
  await copyDesk(from.tables, to.tables, () => undefined);
  for (const { tables } of [from, to]) {
    expect(await new Audit(tables, at(NOW)).begin(CALL)).toMatchObject({ entry: 4 });
    await new Retention(tables, { auditRetentionDays: 365 }, at(NOW)).apply();
    expect((await new Audit(tables, at(NOW)).lines()).map(({ entry }) => entry)).toEqual([4]);
  }
});

test('a copy has the lines, and the key of the pseudonyms', async () => {
  const [from, to] = [await opened(await archiveOfTest()), await opened(await archiveOfTest())];
  await new Audit(from.tables, at(NOW)).begin(CALL);
  await copyDesk(from.tables, to.tables, () => undefined);
  const [before, after] = [new Audit(from.tables, at(NOW)), new Audit(to.tables, at(NOW))];
  expect(await after.lines()).toEqual(await before.lines());
  expect(await after.lines({ sessionId: CALL.sessionId, body: Buffer.from(CALL.body) })).toHaveLength(1);
  await after.begin({ ...CALL, sessionId: 'later' });
  await expect(copyDesk(from.tables, to.tables, () => undefined)).rejects.toThrow('rows of audit');
});
