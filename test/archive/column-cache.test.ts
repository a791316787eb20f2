import { expect, test } from 'vitest';
import { ColumnCache } from '../../src/archive/column-cache.ts';
import { chatRow } from '../../src/archive/rows.ts';
import { openStore } from '../../src/archive/store.ts';
import { parseUtcDay } from '../../src/model/day.ts';
import { ChatId } from '../../src/model/ids.ts';
import { epochMillis } from '../../src/model/units.ts';
import { lendArchive } from '../support/archive-location.ts';
import { selectionOf } from '../support/chats-in-columns.ts';

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const DAY = parseUtcDay('2026-11-10');

test('a day that was read before another question found that chats changed is not kept', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const cache = new ColumnCache();
  const at = epochMillis(Date.UTC(2026, 10, 10, 12));
  const chat = { chatId: ChatId.parse(1), requestedAt: at, visitor: {} };
  const { columns } = selectionOf([chat]);
  const before = await cache.begin(store.tables);
  await store.tables.upsert('chats', [chatRow(chat, store.tables.account, at)]);
  const now = await cache.begin(store.tables);
  cache.keep(DAY, columns, before);
  expect(cache.get(DAY)).toBeUndefined();
  cache.keep(DAY, columns, now);
  expect(cache.get(DAY)).toBe(columns);
  await store.close();
});
