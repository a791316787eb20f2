import { Foreign } from '../../../src/model/foreign.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { revisionOf, keepWhileUnchanged } from '../../../src/archive/tables/revision.ts';
import {
  agentRow,
  chatRow,
  messageRow,
  offlineMessageRow,
  visitorRow,
} from '../../../src/archive/schema/row-conversion.ts';
import { openStore } from '../../../src/archive/store.ts';
import type { AccountTables, Tables } from '../../../src/archive/tables/tables.ts';
import { parseUtcDay } from '../../../src/model/time/day.ts';
import { AgentId, ChatId, OfflineMessageId, VisitorId } from '../../../src/model/ids.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// Whatever answers rest on raises the archive's revision when it changes, in whichever process; and nothing else does.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));
const LATER = epochMillis(NOW + 60_000);
const DAY = parseUtcDay('2026-11-18');
const CHAT = ChatId.parse(1);
const MESSAGE = OfflineMessageId.parse(1);
const VISITOR = VisitorId.parse(1);
const ABSENT = ChatId.parse(99);

async function openTables(location: string): Promise<AccountTables> {
  const store = await openStore(location, OWNER);
  onTestFinished(() => store.close());
  return store.tables;
}

/** An archive that is asked over one connection, and written to over another. */
async function openTwice() {
  const location = await archiveOfTest();
  const [tables, other] = [await openTables(location), await openTables(location)];
  const revisions = async () => [await revisionOf(tables, 'records'), await revisionOf(tables, 'looks')] as const;
  const revisionsAfter = async (work: Work) => {
    await other.transaction(work);
    return revisions();
  };
  return { tables, revisions, revisionsAfter };
}

const chat = (tables: Tables, rating: number, seenAt = NOW) =>
  chatRow(
    { chatId: CHAT, requestedAt: NOW, visitor: { visitorId: VISITOR }, ratingCode: rating },
    tables.account,
    seenAt,
  );
const agent = (tables: Tables, firstName: string, seenAt = NOW) =>
  agentRow({ agentId: AgentId.parse(1), firstName: DeskText.parse(firstName) }, tables.account, seenAt);
const visitor = (tables: Tables, name: string, seenAt = NOW) =>
  visitorRow({ visitorId: VISITOR, name: new Foreign(name), context: {} }, tables.account, seenAt);
const offlineMessage = (tables: Tables, text: string, seenAt = NOW) =>
  offlineMessageRow(
    { offlineMessageId: MESSAGE, receivedAt: NOW, visitor: { visitorId: VISITOR }, text: new Foreign(text) },
    tables.account,
    seenAt,
  );
const transcript = ({ account }: Tables, fetchedAt = NOW) => ({
  account,
  chat_id: CHAT,
  fetched_at: fetchedAt,
  first_visit_at: null,
  context: '{}',
  country: null,
  city: null,
  authored: null,
});
const look = ({ account }: Tables, lookedAt = NOW) => ({
  account,
  day: DAY,
  agent_id: 0 as const,
  looked_at: lookedAt,
  basis: 'proven' as const,
  open_chats: 0,
  vanished_chats: 0,
  rejected: 0,
});
const listLook = ({ account }: Tables, lookedAt = NOW) => ({
  account,
  list: 'agents' as const,
  looked_at: lookedAt,
  finished_at: lookedAt,
  basis: 'proven' as const,
  rejected: 0,
});
const decision = ({ account }: Tables, note: string) => ({
  account,
  offline_message_id: MESSAGE,
  priority: 'urgent' as const,
  category: null,
  note,
  draft_reply: null,
  decided_at: NOW,
  caller: null,
});

/** Writes some of everything, as it was before it was changed. */
async function fill(tables: AccountTables): Promise<void> {
  const { account } = tables;
  await tables.upsert('agents', [agent(tables, 'Anna')]);
  await tables.upsert('chats', [chat(tables, 5)]);
  await tables.upsert('transcripts', [transcript(tables)]);
  await tables.upsert('messages', [messageRow({ text: new Foreign('Hello') }, 0, { account, chat_id: CHAT })]);
  await tables.upsert('visitors', [visitor(tables, 'Vera')]);
  await tables.upsert('visitor_profiles', [{ account, visitor_id: VISITOR, fetched_at: NOW, profile: '{}' }]);
  await tables.upsert('offline_messages', [offlineMessage(tables, 'Anybody?')]);
  await tables.upsert('offline_threads', [{ account, offline_message_id: MESSAGE, fetched_at: NOW }]);
  await tables.upsert('triage', [decision(tables, 'Call')]);
  await tables.upsert('covered_days', [look(tables)]);
  await tables.upsert('covered_lists', [listLook(tables)]);
}

type Work = (tables: Tables) => Promise<unknown>;

const CHANGES: Readonly<Record<string, Work>> = {
  'a chat that is new': (tables) =>
    tables.upsert('chats', [chatRow({ chatId: ABSENT, requestedAt: NOW, visitor: {} }, tables.account, NOW)]),
  'a chat that is another one now': (tables) => tables.keepSeen('chats', [chat(tables, 4, LATER)], LATER),
  "a chat's visitor by another name": (tables) =>
    tables.keepSeen('chats', [{ ...chat(tables, 5, LATER), visitor_name: 'Vera' }], LATER),
  'a chat that is gone': (tables) => tables.markGone('chats', [CHAT], LATER),
  'an agent by another name': (tables) => tables.keepSeen('agents', [agent(tables, 'Åsa', LATER)], LATER),
  'a visitor by another name': (tables) => tables.keepSeen('visitors', [visitor(tables, 'Vara', LATER)], LATER),
  'an offline message with another text': (tables) =>
    tables.keepSeen('offline_messages', [offlineMessage(tables, 'Nobody?', LATER)], LATER),
  'a transcript that is read again': (tables) => tables.keepSeen('transcripts', [transcript(tables, LATER)], LATER),
  'a message': (tables) =>
    tables.upsert('messages', [messageRow({ text: new Foreign('Hi') }, 0, { account: tables.account, chat_id: CHAT })]),
  'a transcript that is shorter now': (tables) => tables.cutMessages(CHAT, 0),
  'a thread that is read again': (tables) =>
    tables.keepSeen(
      'offline_threads',
      [{ account: tables.account, offline_message_id: MESSAGE, fetched_at: LATER }],
      LATER,
    ),
  'a thread that is shorter now': (tables) => tables.cutReplies(MESSAGE, 0),
  'a profile that is read again': (tables) =>
    tables.keepSeen(
      'visitor_profiles',
      [{ account: tables.account, visitor_id: VISITOR, fetched_at: LATER, profile: '{}' }],
      LATER,
    ),
  'a decision': (tables) => tables.upsert('triage', [decision(tables, 'Write')]),
  'chats that are forgotten': (tables) => tables.forgetChats([CHAT]),
  'transcripts that are forgotten': (tables) => tables.forgetTranscripts([CHAT]),
  'offline messages that are forgotten': (tables) => tables.forgetOfflineMessages([MESSAGE]),
  'visitors that are forgotten': (tables) => tables.forgetVisitors([VISITOR]),
  'a row that is taken out': (tables) => tables.removeByKey('messages', [[CHAT, 0]]),
};

const LOOKS: Readonly<Record<string, Work>> = {
  'a look at a day': (tables) => tables.upsert('covered_days', [look(tables, LATER)]),
  'a look at a list': (tables) => tables.upsert('covered_lists', [listLook(tables, LATER)]),
  'days that are covered no more': (tables) => tables.uncoverDays(parseUtcDay('2026-11-19'), LATER),
  'nothing that is covered any more': (tables) => tables.uncoverEverything(),
};

const NO_CHANGES: Readonly<Record<string, Work>> = {
  'lists that are seen again as they were': async (tables) => {
    await tables.keepSeen('chats', [chat(tables, 5, LATER)], LATER);
    await tables.keepSeen('agents', [agent(tables, 'Anna', LATER)], LATER);
    await tables.keepSeen('visitors', [visitor(tables, 'Vera', LATER)], LATER);
    await tables.keepSeen('offline_messages', [offlineMessage(tables, 'Anybody?', LATER)], LATER);
  },
  'what was seen earlier than what is there': (tables) =>
    tables.keepSeen('chats', [chat(tables, 1, epochMillis(NOW - 1))], LATER),
  'a day whose columns are stored': (tables) =>
    tables.upsert('packed_days', [{ account: tables.account, day: DAY, packed: new Uint8Array(1) }]),
  'what the account was asked': (tables) =>
    tables.upsert('request_histories', [{ account: tables.account, history: '{}' }]),
  'how many rows a page has': (tables) =>
    tables.upsert('page_sizes', [{ account: tables.account, list: 'chats', rows: 50 }]),
  'nothing to forget': async (tables) => {
    await tables.forgetChats([]);
    await tables.forgetTranscripts([]);
    await tables.markGone('chats', [], LATER);
    await tables.uncoverDays(parseUtcDay('2026-11-18'), LATER);
    await tables.forgetWalks(['chats']);
    await tables.forgetAudit([1]);
  },
};

describe('the revision of an archive', () => {
  test('is one more after a transaction with a change, and that of looks is the same', async () => {
    const { tables, revisions, revisionsAfter } = await openTwice();
    for (const [name, change] of Object.entries(CHANGES)) {
      await fill(tables);
      const [records, looks] = await revisions();
      expect(await revisionsAfter(change), name).toEqual([records + 1, looks]);
    }
  });

  test('counts looks apart from records', async () => {
    const { tables, revisions, revisionsAfter } = await openTwice();
    for (const [name, look] of Object.entries(LOOKS)) {
      await fill(tables);
      const [records, looks] = await revisions();
      expect(await revisionsAfter(look), name).toEqual([records, looks + 1]);
    }
  });

  test('counts chats apart from what else is known of them, and each of these once in a transaction', async () => {
    const tables = await openTables(await archiveOfTest());
    await fill(tables);
    const revisions = async () => [await revisionOf(tables, 'chats'), await revisionOf(tables, 'records')] as const;
    const [chats, records] = await revisions();
    await tables.transaction(async (inside) => {
      await inside.keepSeen('chats', [chat(inside, 5, LATER)], LATER);
      await inside.keepSeen('transcripts', [transcript(inside, LATER)], LATER);
      await inside.cutMessages(CHAT, 0);
    });
    expect(await revisions()).toEqual([chats, records + 1]);
    await tables.transaction(async (inside) => {
      for (const change of Object.values(CHANGES)) await change(inside);
    });
    expect(await revisions()).toEqual([chats + 1, records + 3]);
  });

  test('is the same after a transaction without a change', async () => {
    const { tables, revisions, revisionsAfter } = await openTwice();
    for (const [name, work] of Object.entries(NO_CHANGES)) {
      await fill(tables);
      const before = await revisions();
      expect(await revisionsAfter(work), name).toEqual(before);
    }
  });

  test('is the same after a transaction that was cut short', async () => {
    const tables = await openTables(await archiveOfTest());
    await fill(tables);
    const before = await revisionOf(tables, 'records');
    const cutShort = tables.transaction(async (inside) => {
      await inside.upsert('chats', [chat(inside, 1)]);
      throw new Error('cut short');
    });
    await expect(cutShort).rejects.toThrow('cut short');
    expect(await revisionOf(tables, 'records')).toBe(before);
  });
});

describe('what is kept while an archive is unchanged', () => {
  test('is made once, also for several who ask at once, and anew after a change', async () => {
    const location = await archiveOfTest();
    const [tables, other] = [await openTables(location), await openTables(location)];
    let made = 0;
    const count = keepWhileUnchanged(tables, 'records', () => Promise.resolve((made += 1)));
    expect(await Promise.all([count(), count(), count()])).toEqual([1, 1, 1]);
    await fill(other);
    expect([await count(), await count()]).toEqual([2, 2]);
  });

  test('is made again after it could not be', async () => {
    const tables = await openTables(await archiveOfTest());
    let tries = 0;
    const keep = keepWhileUnchanged(tables, 'records', () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('once')) : Promise.resolve('made');
    });
    await expect(keep()).rejects.toThrow('once');
    expect(await keep()).toBe('made');
  });
});
