import { expect, test } from 'vitest';
import { codeObserver } from '../../src/archive/codes.ts';
import { chatRow } from '../../src/archive/rows.ts';
import { openStore, type Store } from '../../src/archive/store.ts';
import { ChatId } from '../../src/model/ids.ts';
import { epochMillis } from '../../src/model/units.ts';
import { lendArchive } from '../support/archive-location.ts';

// What was observed of the codes is remembered, and nothing that is new is missed by that.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));

const writeChat = ({ tables }: Store, id: number, ratingCode: number) =>
  tables.upsert('chats', [
    chatRow({ chatId: ChatId.parse(id), requestedAt: NOW, visitor: {}, ratingCode }, tables.account, NOW),
  ]);

test('a code seen just now is not missed', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const observe = codeObserver(store.tables, () => NOW);
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

test('one that another process has seen is missed for a minute at most', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const other = await openStore(archive.location, OWNER);
  let now = NOW;
  const observe = codeObserver(store.tables, () => now);
  const ratings = async () => new Set((await observe()).chats.map(({ ratingCode }) => ratingCode));
  await writeChat(store, 1, 5);
  expect(await ratings()).toEqual(new Set([5]));
  await writeChat(other, 2, 4);
  now = epochMillis(NOW + 60_001);
  expect(await ratings()).toEqual(new Set([4, 5]));
  // Nor for long by a clock that was set back.
  await writeChat(other, 3, 3);
  now = NOW;
  expect(await ratings()).toEqual(new Set([3, 4, 5]));
  await store.close();
  await other.close();
});
