import { expect, onTestFinished, test } from 'vitest';
import { Audit } from '../../../src/archive/care/audit.ts';
import { copyDesk } from '../../../src/archive/care/copying.ts';
import { eraseVisitor } from '../../../src/archive/care/erasure.ts';
import { CodeMeanings, saidMeanings } from '../../../src/archive/records/code-meanings.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { auditData } from '../../../src/commands/audit-calls.ts';
import { CallerId, LOCAL_CALLER } from '../../../src/model/caller.ts';
import { VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { first, MINUTE, NOW, openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { temporaryFile } from '../tables/temporary-file.ts';

// What a code means, as a person said, is kept in the archive that several servers share, and goes where the archive goes.

const OWNER = { origin: 'https://desk.example.com', login: 'ana@example.com' };
const clock = { now: NOW };
const BY_HOST = { agreedBy: 'host', caller: CallerId.parse('token:ana') } as const;
const BY_HAND = { agreedBy: 'terminal', caller: LOCAL_CALLER.id } as const;
const TRANSFERS = new Map([
  [1, 'transferred' as const],
  [0, 'not transferred' as const],
]);

async function opened(location: string): Promise<{ store: Store; meanings: CodeMeanings; audit: Audit }> {
  const store = await openStore(location, OWNER);
  onTestFinished(() => store.close());
  const now = () => epochMillis(clock.now);
  return { store, meanings: new CodeMeanings(store.tables, now), audit: new Audit(store.tables, now) };
}

test('the last word counts, it can be taken back, and each is a line of the audit', async () => {
  const { store, meanings, audit } = await opened(await archiveOfTest());
  await meanings.record('is_chat_transferred', TRANSFERS, BY_HOST);
  clock.now += MINUTE;
  await meanings.record('is_chat_transferred', new Map([[1, 'not transferred' as const]]), BY_HAND);
  await meanings.record('rating', new Map([[-0.5, 'not rated' as const]]), BY_HAND);
  expect(await saidMeanings(store.tables)).toEqual([
    { code: 'is_chat_transferred', value: 0, meaning: 'not transferred', agreedBy: 'host', decidedAt: NOW },
    {
      code: 'is_chat_transferred',
      value: 1,
      meaning: 'not transferred',
      agreedBy: 'terminal',
      decidedAt: NOW + MINUTE,
    },
    { code: 'rating', value: -0.5, meaning: 'not rated', agreedBy: 'terminal', decidedAt: NOW + MINUTE },
  ]);
  expect((await meanings.takeBack('is_chat_transferred', BY_HOST)).map(({ value }) => value)).toEqual([0, 1]);
  expect(await meanings.takeBack('is_chat_transferred', BY_HOST)).toEqual([]);
  expect((await saidMeanings(store.tables)).map(({ code }) => code)).toEqual(['rating']);
  expect((await audit.lines()).map(auditData)).toMatchObject([
    {
      action: 'code',
      outcome: 'recorded',
      agreed_by: 'host',
      meanings: { is_chat_transferred: { 0: 'not transferred', 1: 'transferred' } },
    },
    { outcome: 'recorded', agreed_by: 'terminal', meanings: { is_chat_transferred: { 1: 'not transferred' } } },
    { outcome: 'recorded', agreed_by: 'terminal', meanings: { rating: { '-0.5': 'not rated' } } },
    {
      outcome: 'taken_back',
      agreed_by: 'host',
      meanings: { is_chat_transferred: { 0: 'not transferred', 1: 'not transferred' } },
    },
  ]);
});

test('it goes with a copy, which loses none, and an erased visitor takes none away', async () => {
  const [from, to] = [await opened(await temporaryFile()), await opened(await archiveOfTest())];
  await from.meanings.record('is_chat_transferred', TRANSFERS, BY_HOST);
  await copyDesk(from.store.tables, to.store.tables, () => undefined);
  expect(await saidMeanings(to.store.tables)).toEqual(await saidMeanings(from.store.tables));
  await eraseVisitor(to.store, VisitorId.parse(7), () => epochMillis(clock.now));
  expect(await saidMeanings(to.store.tables)).toHaveLength(2);
  clock.now += MINUTE;
  const other = await opened(await temporaryFile());
  await other.meanings.record('unread', new Map([[1, 'unread' as const]]), BY_HOST);
  await expect(copyDesk(from.store.tables, other.store.tables, () => undefined)).rejects.toThrow(/of this desk/);
});

test('what one server was told, another one on the same archive reads with its next answer', async () => {
  const archive = await archiveOfTest();
  await using service = startService(smallWorld());
  await using one = await openServer(service, { archive, codes: {}, replies: () => 'accept' });
  await using other = await openServer(service, { archive, codes: {} });
  const days = { from: '2026-11-01', to: '2026-11-17', transferred: true };
  await one.ask('list_chats', days);
  expect((await other.ask('list_chats', days)).data.undecided).toBeGreaterThan(0);
  await one.ask('record_code_meaning', { code: 'is_chat_transferred', value: 1, meaning: 'transferred' });
  const { data } = await other.ask('list_chats', days);
  expect(data.undecided).toBeUndefined();
  expect(data.total).toBeGreaterThan(0);
  expect(first(data.chats)['transferred']).toBe(true);
});
