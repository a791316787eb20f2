import { Foreign, textOf } from '../../../src/model/foreign.ts';
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  record,
} from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authoredFrom, authoredIn, authoredText, type AuthoredRow } from '../../../src/archive/figures/authored.ts';
import { authoredTranscripts } from '../../../src/archive/figures/authored-transcripts.ts';
import { ArchiveLocked } from '../../../src/archive/tables/locked.ts';
import { messageRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore, type Store } from '../../../src/archive/store.ts';
import type { AccountTables } from '../../../src/archive/tables/tables.ts';
import { keepTranscript } from '../../../src/archive/records/transcripts.ts';
import { ChatId } from '../../../src/model/ids.ts';
import type { ChatMessage } from '../../../src/model/records.ts';
import { epochMillis, type EpochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest, ENGINE, lendArchive } from '../../support/archive/archive-location.ts';
import { runs } from '../../support/runs.ts';

// What lies beside a transcript says what its messages say, whatever happens in which order. What is expected is what the
// test itself keeps of what it has written.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));
/** No test reads later. */
const FOREVER = epochMillis(NOW + 1_000_000);
const CHAT_IDS = [1, 2, 3].map((id) => ChatId.parse(id));

const name = constantFrom('Anna', 'Vera "V"', 'Åsa\u0000', 'lone \uD800', '0');
const message = record({
  authorName: option(name),
  userTypeCode: option(constantFrom(0, -1, 2.5)),
  at: option(integer({ min: -1_000_000, max: 2 ** 50 })),
}).map(({ authorName, userTypeCode, at }): ChatMessage => ({
  text: new Foreign('Hello'),
  ...(authorName !== null && { authorName: new Foreign(authorName) }),
  ...(userTypeCode !== null && { userTypeCode }),
  ...(at !== null && { at: epochMillis(at) }),
}));
const messages = array(message, { maxLength: 6 });
const rowOf = ({ authorName, userTypeCode, at }: ChatMessage): AuthoredRow => ({
  author_name: textOf(authorName) ?? null,
  user_type_code: userTypeCode ?? null,
  at: at ?? null,
});

describe('the text beside a transcript', () => {
  test('says who wrote when, and nothing of another reading', () => {
    assert(
      property(messages, (messages) => {
        const authored = authoredFrom(messages.map(rowOf));
        expect(authoredIn(authoredText(authored, NOW), NOW)).toEqual(authored);
        expect(authoredIn(authoredText(authored, NOW), epochMillis(NOW + 1))).toBeUndefined();
        const { authors, by, at } = authored;
        const told = by.map((author, index) => ({ ...authors[author], at: at[index] }));
        expect(told).toEqual(messages.map(({ text: _, at = Number.NaN, ...author }) => ({ ...author, at })));
      }),
    );
  });

  test('with any letter changed, or cut off, has a place for each message, or is none', () => {
    assert(
      property(
        messages,
        integer({ min: 0 }),
        constantFrom('', '9', '"', ']', ',', 'null'),
        (messages, place, letter) => {
          const whole = authoredText(authoredFrom(messages.map(rowOf)), NOW);
          const at = place % whole.length;
          for (const text of [whole.slice(0, at), whole.slice(0, at) + letter + whole.slice(at + 1)]) {
            const told = authoredIn(text, NOW);
            expect(told?.at.length).toBe(told?.by.length);
            expect(told?.by.every((author) => told.authors[author] !== undefined) ?? true).toBe(true);
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

/** Returns what a database keeps of a text. */
const stored = (text: string): string =>
  ENGINE === 'postgres' ? text.toWellFormed().replaceAll('\0', '\uFFFD') : text.toWellFormed();

const VISITOR = { name: new Foreign('Vera'), email: new Foreign('vera@example.com') };

const plain = (messages: readonly ChatMessage[]) =>
  messages.map(({ authorName, userTypeCode, at }) => ({
    authorName: authorName && stored(textOf(authorName)),
    userTypeCode,
    at: at ?? Number.NaN,
  }));

const inOrder = (messages: ReadonlyMap<number, ChatMessage>): ChatMessage[] =>
  [...messages].sort(([one], [other]) => one - other).map(([, message]) => message);

async function told(tables: AccountTables): Promise<Map<ChatId, unknown>> {
  const transcripts = await authoredTranscripts(tables, CHAT_IDS);
  return new Map(
    transcripts.map(({ chatId, authors, by, at }) => [
      chatId,
      by.map((author, index) => ({
        authorName: authors[author]?.authorName,
        userTypeCode: authors[author]?.userTypeCode,
        at: at[index],
      })),
    ]),
  );
}

/** The ids of transcripts beside which nothing lies yet. */
async function lacking({ tables }: Store): Promise<ChatId[]> {
  const rows = await tables.transcripts().where('authored', 'is', null).select('chat_id').execute();
  return rows.map(({ chat_id: chatId }) => chatId);
}

const keep = ({ tables }: Store, chatId: ChatId, messages: readonly ChatMessage[], fetchedAt: EpochMillis) =>
  keepTranscript(
    tables,
    { chat: { chatId, requestedAt: NOW, visitor: VISITOR }, context: {}, messages },
    fetchedAt,
    FOREVER,
  );

const chatId = constantFrom(...CHAT_IDS);
const by = constantFrom(0, 1);
const step = oneof(
  record({ kind: constant('read'), chatId, messages, by }),
  record({ kind: constant('read earlier'), chatId, messages, by }),
  record({ kind: constant('cut'), chatId, length: integer({ min: 0, max: 6 }), by }),
  record({ kind: constant('written over'), chatId, message, by }),
  record({ kind: constant('removed'), chatId, by }),
  record({ kind: constant('forgotten'), chatId, by }),
  record({ kind: constant('asked'), by }),
);

describe('who wrote when', () => {
  test('is what the messages say after whatever two connections read, shorten, remove and ask', async () => {
    await using archive = await lendArchive();
    const stores = [await openStore(archive.location, OWNER), await openStore(archive.location, OWNER)] as const;
    let now: number = NOW;
    await assert(
      asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
        await stores[0].tables.transaction((tables) => tables.forgetTranscripts(CHAT_IDS));
        /** The messages by their positions. */
        const kept = new Map<ChatId, Map<number, ChatMessage>>();
        for (const step of steps) {
          const store = stores[step.by === 0 ? 0 : 1];
          switch (step.kind) {
            case 'read':
              now += 1;
              await keep(store, step.chatId, step.messages, epochMillis(now));
              kept.set(step.chatId, new Map(step.messages.entries()));
              break;
            case 'read earlier':
              if (!kept.has(step.chatId)) break;
              await keep(store, step.chatId, step.messages, epochMillis(NOW - 1));
              break;
            case 'cut':
              await store.tables.transaction((tables) => tables.cutMessages(step.chatId, step.length));
              for (let at = step.length; at < 6; at += 1) kept.get(step.chatId)?.delete(at);
              break;
            case 'written over': {
              const known = kept.get(step.chatId);
              if (known === undefined) break;
              const { account } = store.tables;
              await store.tables.upsert('messages', [messageRow(step.message, 0, { account, chat_id: step.chatId })]);
              known.set(0, step.message);
              break;
            }
            case 'removed':
              await store.tables.transaction((tables) => tables.removeByKey('messages', [[step.chatId, 0]]));
              kept.get(step.chatId)?.delete(0);
              break;
            case 'forgotten':
              await store.tables.transaction((tables) => tables.forgetTranscripts([step.chatId]));
              kept.delete(step.chatId);
              break;
            case 'asked':
              break;
          }
          const expected = new Map([...kept].map(([chatId, messages]) => [chatId, plain(inOrder(messages))]));
          expect(await told(store.tables)).toEqual(expected);
          expect(await lacking(store)).toEqual([]);
        }
      }),
      { numRuns: runs(ENGINE === 'postgres' ? 30 : 100) },
    );
    for (const store of stores) await store.close();
  });

  test('is there with the transcript, before anybody asks, with those who are named in the list now', async () => {
    const store = await openStore(await archiveOfTest(), OWNER);
    onTestFinished(() => store.close());
    await keep(
      store,
      CHAT_IDS[0] ?? ChatId.parse(1),
      [{ text: new Foreign('Hi'), authorName: new Foreign('Vera'), at: NOW }],
      NOW,
    );
    expect(await lacking(store)).toEqual([]);
    expect(await authoredTranscripts(store.tables, CHAT_IDS)).toEqual([
      {
        chatId: 1,
        visitor: { name: 'Vera', email: 'vera@example.com' },
        agent: {},
        authors: [{ authorName: 'Vera' }],
        by: [0],
        at: [NOW],
      },
    ]);
    await store.tables.markGone('chats', [1], NOW);
    expect(await authoredTranscripts(store.tables, CHAT_IDS)).toEqual([]);
  });

  test.each(['broken', '[1,[],[],[]]', null])('is made of the messages where %s lies beside them', async (text) => {
    const store = await openStore(await archiveOfTest(), OWNER);
    onTestFinished(() => store.close());
    const { tables } = store;
    const said = [{ text: new Foreign('Hi'), authorName: new Foreign('Vera'), at: NOW }];
    for (const chatId of CHAT_IDS) await keep(store, chatId, said, NOW);
    const whole = await tables.transcripts().selectAll().execute();
    await tables.upsert(
      'transcripts',
      whole.map((row) => ({ ...row, authored: text })),
    );
    const expected = new Map(CHAT_IDS.map((chatId) => [chatId, plain(said)]));
    // Also where nobody may write.
    const refuse = () => Promise.reject(new ArchiveLocked('Another process writes.', 'Ask again.'));
    expect(await told({ ...tables, transactionIfFree: refuse })).toEqual(expected);
    expect(await told(tables)).toEqual(expected);
    expect(await tables.transcripts().orderBy('chat_id').selectAll().execute()).toEqual(whole);
  });
});
