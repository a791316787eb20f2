import { expect, test } from 'vitest';
import { readColumns } from '../../../src/archive/figures/read-columns.ts';
import { ColumnCache } from '../../../src/archive/figures/column-cache.ts';
import { chatRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore } from '../../../src/archive/store.ts';
import { parseUtcDay } from '../../../src/model/time/day.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { lendArchive } from '../../support/archive/archive-location.ts';
import { chatsIn, chatsOfDays, selectionOf } from '../../support/chats-in-columns.ts';

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

test('a question goes on over the days that were kept when it began, though another lets go of them meanwhile', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, OWNER);
  const { tables } = store;
  const at = (day: number) => epochMillis(Date.UTC(2026, 10, day, 12));
  const chatOn = (id: number, day: number) => ({ chatId: ChatId.parse(id), requestedAt: at(day), visitor: {} });
  const write = (...chats: ReturnType<typeof chatOn>[]) =>
    tables.upsert(
      'chats',
      chats.map((chat) => chatRow(chat, tables.account, at(13))),
    );
  await write(chatOn(1, 10), chatOn(2, 11));
  await tables.upsert(
    'covered_days',
    ['2026-11-10', '2026-11-11'].map((day) => ({
      account: tables.account,
      day: parseUtcDay(day),
      agent_id: 0,
      looked_at: at(13),
      basis: 'proven',
      open_chats: 0,
      vanished_chats: 0,
      rejected: 0,
    })),
  );
  const cache = new ColumnCache();
  const both = { start: epochMillis(Date.UTC(2026, 10, 10)), end: epochMillis(Date.UTC(2026, 10, 12)) };
  const ask = () => readColumns(tables, both, parseUtcDay('2026-11-13'), cache);
  expect((await chatsOfDays(ask())).map(({ chatId }) => chatId)).toEqual([2, 1]);
  const found: number[] = [];
  for await (const day of ask()) {
    found.push(...chatsIn(day).map(({ chatId }) => chatId));
    if (found.length > 1) break;
    await write(chatOn(3, 5));
    await cache.begin(tables);
  }
  expect(found).toEqual([2, 1]);
  await store.close();
});
