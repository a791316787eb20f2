import { array, assert, asyncProperty, constant, constantFrom, integer, oneof, option, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readColumns } from '../../../src/archive/figures/read-columns.ts';
import { chatRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { addDays, MILLIS_PER_DAY, parseUtcDay, startOfDay, type UtcDay } from '../../../src/model/time/day.ts';
import { AgentId, ChatId, VisitorId } from '../../../src/model/ids.ts';
import type { Chat } from '../../../src/model/records.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { chatsOfDays, type ChatInColumns } from '../../support/chats-in-columns.ts';
import { ENGINE, lendArchive } from '../../support/archive/archive-location.ts';

// Figures come out of a column cache that was made of rows, and say what the rows say, whatever happens in which order. What is
// expected is what the test itself keeps of what it has written.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const FIRST_DAY = parseUtcDay('2026-11-10');
const DAYS = 4;
const dayOf = (index: number): UtcDay => addDays(FIRST_DAY, index);
const TODAY = dayOf(DAYS - 1);
const momentOf = (day: number, share: number) =>
  epochMillis(startOfDay(dayOf(day)) + Math.floor(share * MILLIS_PER_DAY));
const EVER = { start: momentOf(0, 0), end: momentOf(DAYS, 0) };
const SEEN_AT = epochMillis(momentOf(DAYS, 0));

const CHAT_IDS = Array.from({ length: 12 }, (_, index) => ChatId.parse(index + 1));
const chatId = constantFrom(...CHAT_IDS);

const chat = record({
  chatId,
  day: integer({ min: 0, max: DAYS - 1 }),
  share: constantFrom(0, 0.3, 0.6, 0.999_999),
  wait: option(integer({ min: -5, max: 100_000 })),
  ratingCode: option(constantFrom(0, 1, 5)),
  missedCode: option(constantFrom(0, 1)),
  agent: option(
    record({
      agentId: constantFrom(1, 2).map((id) => AgentId.parse(id)),
      firstName: constantFrom('Anna', 'Åsa').map((name) => DeskText.parse(name)),
    }),
  ),
  visitorId: constantFrom(1, 2).map((id) => VisitorId.parse(id)),
}).map(({ chatId, day, share, wait, ratingCode, missedCode, agent, visitorId }): Chat => {
  const requestedAt = momentOf(day, share);
  return {
    chatId,
    requestedAt,
    visitor: { visitorId },
    ...(wait !== null && { startedAt: epochMillis(requestedAt + wait) }),
    ...(ratingCode !== null && { ratingCode }),
    ...(missedCode !== null && { missedCode }),
    ...(agent !== null && { agent }),
  };
});
const ids = array(chatId, { maxLength: 4 });
const chats = array(chat, { maxLength: 6 });

const step = oneof(
  record({ kind: constant('written'), chats, by: constantFrom(0, 1), isCutShort: constantFrom(false, false, true) }),
  record({ kind: constant('gone'), ids, by: constantFrom(0, 1) }),
  record({ kind: constant('forgotten'), ids, by: constantFrom(0, 1) }),
  record({
    kind: constant('asked'),
    from: integer({ min: 0, max: DAYS - 1 }),
    length: integer({ min: 1, max: DAYS }),
    by: constantFrom(0, 1),
  }),
);

const plain = ({ chatId, requestedAt, startedAt, codes, agent }: ChatInColumns) => ({
  chatId,
  requestedAt,
  startedAt,
  codes,
  agent,
});

/** Returns what should come out, from what the test keeps. */
function expected(kept: ReadonlyMap<ChatId, Chat>, start: number, end: number, agentId?: AgentId): unknown[] {
  return [...kept.values()]
    .filter(
      ({ requestedAt, agent }) =>
        requestedAt >= start && requestedAt < end && (agentId === undefined || agent?.agentId === agentId),
    )
    .sort((one, other) => other.requestedAt - one.requestedAt || other.chatId - one.chatId)
    .map(({ chatId, requestedAt, startedAt, missedCode, ratingCode, agent }) => ({
      chatId,
      requestedAt,
      startedAt,
      codes: { ...(missedCode !== undefined && { missedCode }), ...(ratingCode !== undefined && { ratingCode }) },
      agent,
    }));
}

/** All days but the second are read, so that one is never stored. */
async function coverDays({ tables }: Store): Promise<void> {
  await tables.upsert(
    'covered_days',
    [0, 2, 3].map((day) => ({
      account: tables.account,
      day: dayOf(day),
      agent_id: 0,
      looked_at: SEEN_AT,
      basis: 'proven',
      open_chats: 0,
      vanished_chats: 0,
      rejected: 0,
    })),
  );
}

const write = ({ tables }: Store, chats: readonly Chat[]) =>
  tables.upsert(
    'chats',
    chats.map((chat) => chatRow(chat, tables.account, SEEN_AT)),
  );

const packedDays = async ({ tables }: Store): Promise<UtcDay[]> =>
  (await tables.packedDays().orderBy('day').select('day').execute()).map(({ day }) => day);

class Interrupted extends Error {}

describe('figures', () => {
  test('are those of the rows after whatever two connections write, take away and ask', async () => {
    await using archive = await lendArchive();
    const stores = [await openStore(archive.location, OWNER), await openStore(archive.location, OWNER)] as const;
    await coverDays(stores[0]);
    await assert(
      asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
        await stores[0].tables.transaction((tables) => tables.forgetChats(CHAT_IDS));
        const kept = new Map<ChatId, Chat>();
        for (const step of steps) {
          const store = stores[step.by === 0 ? 0 : 1];
          switch (step.kind) {
            case 'written':
              if (step.isCutShort) {
                const broken = store.tables.transaction(async (tables) => {
                  await tables.upsert(
                    'chats',
                    step.chats.map((chat) => chatRow(chat, tables.account, SEEN_AT)),
                  );
                  throw new Interrupted();
                });
                await expect(broken).rejects.toThrow(Interrupted);
              } else {
                await write(store, step.chats);
                for (const chat of step.chats) kept.set(chat.chatId, chat);
              }
              break;
            case 'gone':
              await store.tables.markGone('chats', step.ids, SEEN_AT);
              for (const id of step.ids) kept.delete(id);
              break;
            case 'forgotten':
              await store.tables.transaction((tables) => tables.forgetChats(step.ids));
              for (const id of step.ids) kept.delete(id);
              break;
            default: {
              const range = { start: momentOf(step.from, 0.3), end: momentOf(step.from + step.length, 0) };
              const figures = await chatsOfDays(readColumns(store.tables, range, TODAY));
              expect(figures.map(plain)).toEqual(expected(kept, range.start, range.end));
            }
          }
        }
        for (const store of stores) {
          for (const agentId of [undefined, AgentId.parse(1)]) {
            const figures = await chatsOfDays(readColumns(store.tables, { ...EVER, agentId }, TODAY));
            expect(figures.map(plain)).toEqual(expected(kept, EVER.start, EVER.end, agentId));
          }
        }
      }),
    );
    for (const store of stores) await store.close();
  });

  test('are stored for each day that was read, until a chat of it changes', async () => {
    await using archive = await lendArchive();
    const store = await openStore(archive.location, OWNER);
    const chatOn = (id: number, day: number): Chat => ({
      chatId: ChatId.parse(id),
      requestedAt: momentOf(day, 0.5),
      visitor: {},
      ratingCode: 1,
    });
    const all = [chatOn(1, 0), chatOn(2, 1), chatOn(3, 2), chatOn(4, 3)];
    await write(store, all);
    await coverDays(store);
    const ask = () => chatsOfDays(readColumns(store.tables, EVER, TODAY));
    await ask();
    expect(await packedDays(store)).toEqual([0, 2, 3].map(dayOf));
    // Seen again, as it was.
    await write(store, all);
    expect(await packedDays(store)).toEqual([0, 2, 3].map(dayOf));
    await write(store, [{ ...chatOn(1, 0), ratingCode: 5 }]);
    expect(await packedDays(store)).toEqual([2, 3].map(dayOf));
    await ask();
    // From one day to another.
    await write(store, [{ ...chatOn(3, 2), requestedAt: momentOf(0, 0.1) }]);
    expect(await packedDays(store)).toEqual([3].map(dayOf));
    await store.tables.markGone('chats', [4], SEEN_AT);
    expect(await packedDays(store)).toEqual([]);
    expect((await ask()).map(({ chatId }) => chatId)).toEqual([2, 1, 3]);
    await store.close();
  });

  test('come from the rows where what is stored cannot be read, and mend it', async () => {
    await using archive = await lendArchive();
    const store = await openStore(archive.location, OWNER);
    await write(store, [{ chatId: ChatId.parse(1), requestedAt: momentOf(0, 0.5), visitor: {} }]);
    await coverDays(store);
    const { account } = store.tables;
    await store.tables.upsert('packed_days', [{ account, day: dayOf(0), packed: new Uint8Array([9, 9, 9]) }]);
    const ask = async () => (await chatsOfDays(readColumns(store.tables, EVER, TODAY))).map(({ chatId }) => chatId);
    expect(await ask()).toEqual([1]);
    const mended = await store.tables.packedDays().where('day', '=', dayOf(0)).select('packed').executeTakeFirst();
    expect(mended?.packed.length).toBeGreaterThan(3);
    expect(await ask()).toEqual([1]);
    await store.close();
  });

  test('wait for nobody who writes', async () => {
    await using archive = await lendArchive();
    const store = await openStore(archive.location, OWNER);
    const other = await openStore(archive.location, OWNER);
    await write(store, [{ chatId: ChatId.parse(1), requestedAt: momentOf(0, 0.5), visitor: {} }]);
    await coverDays(store);
    const written = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const writing = other.tables.transaction(async () => {
      begun.resolve();
      await written.promise;
    });
    await begun.promise;
    const figures = chatsOfDays(readColumns(store.tables, EVER, TODAY));
    if (ENGINE === 'postgres') written.resolve();
    expect((await figures).map(({ chatId }) => chatId)).toEqual([1]);
    expect(await packedDays(store)).toEqual(ENGINE === 'postgres' ? [0, 2, 3].map(dayOf) : []);
    written.resolve();
    await writing;
    await store.close();
    await other.close();
  });
});
