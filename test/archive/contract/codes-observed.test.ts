import { expect, test } from 'vitest';
import { codeObserver } from '../../../src/archive/records/observed-codes.ts';
import { chatRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { lendArchive } from '../../support/archive/archive-location.ts';

// What was observed of the codes is remembered, and nothing that is new is missed by that.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));

const writeChat = ({ tables }: Store, id: number, ratingCode: number, seenAt = NOW) =>
  tables.upsert('chats', [
    chatRow({ chatId: ChatId.parse(id), requestedAt: NOW, visitor: {}, ratingCode }, tables.account, seenAt),
  ]);

test('a code seen just now is not missed', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const observe = codeObserver(store.tables);
  const ratings = async () => new Set((await observe()).chats.map(({ ratingCode }) => ratingCode));
  await writeChat(store, 1, 5);
  expect(await ratings()).toEqual(new Set([5]));
  expect(await observe()).toBe(await observe());
  await writeChat(store, 2, 4);
  expect(await ratings()).toEqual(new Set([4, 5]));
  await store.tables.markGone('chats', [1], NOW);
  expect(await ratings()).toEqual(new Set([4]));
  await store.close();
});

test('one that another process has seen is not missed either', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const other = await openStore(archive.location, OWNER);
  const observe = codeObserver(store.tables);
  const ratings = async () => new Set((await observe()).chats.map(({ ratingCode }) => ratingCode));
  await writeChat(store, 1, 5);
  expect(await ratings()).toEqual(new Set([5]));
  await writeChat(other, 2, 4);
  expect(await ratings()).toEqual(new Set([4, 5]));
  await store.close();
  await other.close();
});

test('a chat that is seen again as it was is observed anew once it may not be waiting any more', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const observe = codeObserver(store.tables);
  await writeChat(store, 1, 5);
  const before = await observe();
  expect(before.chats.map(({ isRecent }) => isRecent)).toEqual([true]);
  await writeChat(store, 1, 5, epochMillis(NOW + 3_600_000));
  expect(await observe()).toBe(before);
  await writeChat(store, 1, 5, epochMillis(NOW + 25 * 3_600_000));
  expect((await observe()).chats.map(({ isRecent }) => isRecent)).toEqual([false]);
  await store.close();
});
