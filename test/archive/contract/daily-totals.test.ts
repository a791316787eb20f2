import { Foreign } from '../../../src/model/foreign.ts';
import { array, assert, asyncProperty, constant, constantFrom, oneof, record } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dailyTotalsOf } from '../../../src/archive/figures/daily-totals.ts';
import { ArchiveLocked } from '../../../src/archive/tables/locked.ts';
import { chatRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import { keepTranscript } from '../../../src/archive/records/transcripts.ts';
import {
  addDays,
  MILLIS_PER_DAY,
  parseUtcDay,
  startOfDay,
  utcDayOf,
  type UtcDay,
} from '../../../src/model/time/day.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis, type EpochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest, ENGINE, lendArchive } from '../../support/archive/archive-location.ts';
import { runs } from '../../support/runs.ts';

// The totals of days say what the rows say, whatever happens in which order. What is expected is what the test itself keeps of
// what it has written.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const FIRST_DAY = parseUtcDay('2026-11-01');
const SEEN_AT = epochMillis(startOfDay(addDays(FIRST_DAY, 40)));
const SOMETIME = startOfDay(addDays(FIRST_DAY, 5));
const CHAT_IDS = Array.from({ length: 4 }, (_, index) => ChatId.parse(index + 1));

/** Days in a row, and some apart. */
const moment = record({ day: constantFrom(0, 1, 2, 9, 10, 30), share: constantFrom(0, 0.5, 0.999_999) }).map(
  ({ day, share }) => epochMillis(startOfDay(addDays(FIRST_DAY, day)) + Math.floor(share * MILLIS_PER_DAY)),
);
const chatId = constantFrom(...CHAT_IDS);
const ids = array(chatId, { maxLength: 4 });
const by = constantFrom(0, 1);
/** Mostly at once, so that whatever is not noticed shows. */
const isAsked = constantFrom(true, true, false);
const step = oneof(
  record({ kind: constant('written'), chatId, requestedAt: moment, by, isAsked }),
  record({ kind: constant('transcript'), chatId, by, isAsked }),
  record({ kind: constant('gone'), ids, by, isAsked }),
  record({ kind: constant('forgotten'), ids, by, isAsked }),
  record({ kind: constant('transcripts forgotten'), ids, by, isAsked }),
  record({ kind: constant('transcripts removed'), ids, by, isAsked }),
);

interface Kept {
  readonly requestedAt: EpochMillis;
  readonly isListed: boolean;
}

function expected(chats: ReadonlyMap<ChatId, Kept>, transcripts: ReadonlySet<ChatId>) {
  const totals = new Map<UtcDay, { chats: number; transcripts: number }>();
  for (const [chatId, { requestedAt, isListed }] of chats) {
    if (!isListed) continue;
    const day = utcDayOf(requestedAt);
    const total = totals.get(day) ?? { chats: 0, transcripts: 0 };
    total.chats += 1;
    if (transcripts.has(chatId)) total.transcripts += 1;
    totals.set(day, total);
  }
  return [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, total]) => ({ day, ...total }));
}

const write = ({ tables }: Store, chatId: ChatId, requestedAt: EpochMillis) =>
  tables.upsert('chats', [chatRow({ chatId, requestedAt, visitor: {} }, tables.account, SEEN_AT)]);

const read = ({ tables }: Store, chatId: ChatId, requestedAt: EpochMillis) =>
  keepTranscript(
    tables,
    { chat: { chatId, requestedAt, visitor: {} }, context: {}, messages: [{ text: new Foreign('Hi') }] },
    SEEN_AT,
    SEEN_AT,
  );

/** The days that are not counted. */
async function uncounted({ tables }: Store): Promise<UtcDay[]> {
  return (await tables.dailyTotals().where('chats', 'is', null).select('day').execute()).map(({ day }) => day);
}

describe('the totals of days', () => {
  test('are those of the rows after whatever two connections write, take away and ask', async () => {
    await using archive = await lendArchive();
    const stores = [await openStore(archive.location, OWNER), await openStore(archive.location, OWNER)] as const;
    await assert(
      asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
        await stores[0].tables.transaction(async (tables) => {
          await tables.forgetTranscripts(CHAT_IDS);
          await tables.forgetChats(CHAT_IDS);
        });
        const chats = new Map<ChatId, Kept>();
        const transcripts = new Set<ChatId>();
        for (const step of steps) {
          const store = stores[step.by === 0 ? 0 : 1];
          switch (step.kind) {
            case 'written':
              await write(store, step.chatId, step.requestedAt);
              chats.set(step.chatId, { requestedAt: step.requestedAt, isListed: true });
              break;
            case 'transcript':
              await read(store, step.chatId, chats.get(step.chatId)?.requestedAt ?? SOMETIME);
              // One that was marked as gone at that moment is listed again by the chat that comes with it.
              chats.set(step.chatId, {
                requestedAt: chats.get(step.chatId)?.requestedAt ?? SOMETIME,
                isListed: true,
              });
              transcripts.add(step.chatId);
              break;
            case 'gone':
              await store.tables.markGone('chats', step.ids, SEEN_AT);
              for (const id of step.ids) {
                const known = chats.get(id);
                if (known !== undefined) chats.set(id, { ...known, isListed: false });
              }
              break;
            case 'forgotten':
              await store.tables.transaction(async (tables) => {
                await tables.forgetTranscripts(step.ids);
                await tables.forgetChats(step.ids);
              });
              for (const id of step.ids) {
                chats.delete(id);
                transcripts.delete(id);
              }
              break;
            case 'transcripts forgotten':
              await store.tables.transaction((tables) => tables.forgetTranscripts(step.ids));
              for (const id of step.ids) transcripts.delete(id);
              break;
            case 'transcripts removed':
              await store.tables.transaction((tables) =>
                tables.removeByKey(
                  'transcripts',
                  step.ids.map((id) => [id]),
                ),
              );
              for (const id of step.ids) transcripts.delete(id);
              break;
          }
          if (!step.isAsked) continue;
          expect(await dailyTotalsOf(store.tables)).toEqual(expected(chats, transcripts));
          expect(await uncounted(store)).toEqual([]);
        }
        for (const { tables } of stores) expect(await dailyTotalsOf(tables)).toEqual(expected(chats, transcripts));
      }),
      { numRuns: runs(ENGINE === 'postgres' ? 30 : 100) },
    );
    for (const store of stores) await store.close();
  });

  test('are told where nobody may write, and kept by who may', async () => {
    const store = await openStore(await archiveOfTest(), OWNER);
    onTestFinished(() => store.close());
    const { tables } = store;
    for (const [index, chatId] of CHAT_IDS.entries()) {
      await write(store, chatId, epochMillis(startOfDay(addDays(FIRST_DAY, index * 2))));
    }
    const totals = CHAT_IDS.map((_, index) => ({ day: addDays(FIRST_DAY, index * 2), chats: 1, transcripts: 0 }));
    const refuse = () => Promise.reject(new ArchiveLocked('Another process writes.', 'Ask again.'));
    expect(await dailyTotalsOf({ ...tables, transactionIfFree: refuse })).toEqual(totals);
    expect(await uncounted(store)).toHaveLength(CHAT_IDS.length);
    expect(await dailyTotalsOf(tables)).toEqual(totals);
    expect(await uncounted(store)).toEqual([]);
  });
});
