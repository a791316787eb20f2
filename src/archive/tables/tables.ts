import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { EVERYTHING, type Shown } from '../../model/shown.ts';
import type { ChatId, OfflineMessageId } from '../../model/ids.ts';
import type { DayRange, UtcDay } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { changedRows, RECENCY, type ChangedRow, type ListTable } from './changed-rows.ts';
import type { Engine } from './engine.ts';
import { isBackedUpAtOnce } from '../decisions/kinds.ts';
import { allFlawedDays, flawedDays, holdsChatsOf, resetDaySums, withDaySums } from './day-sums.ts';
import { makeForgetting, withoutErased } from './forgetting.ts';
import { batchesOf } from './batches.ts';
import { ChangeNotes } from './change-notes.ts';
import { makeOrderedReads } from './key-order.ts';
import { makeReads } from './reads.ts';
import { retryWhileLocked } from './locked.ts';
import { countListed, mark, unseenIn } from './list-rows.ts';
import { RevisionCounter } from './revision-counter.ts';
import {
  dropAuthored,
  dropColumns,
  dropColumnsOf,
  dropColumnsOfChanged,
  dropTotalsOf,
  setAuthored,
} from './derived.ts';
import type { AccountKey, ChatRow, Schema, Connection } from '../schema/schema.ts';
import { SEEN, upsert } from './upsert.ts';
import type { WordQuery } from '../words/word-query.ts';
import type { ChatWords } from './word-index.ts';
import type { Key, KeyedTable } from '../schema/table-keys.ts';

interface TablesOptions {
  /** What a transaction changes that others want to know of, until the rest of it is written. */
  readonly notes?: ChangeNotes;
  /** The records that are read through them; all unless said. */
  readonly shown?: Shown;
}

/**
 * The tables of one account. Rooms inside the archive read through this and never through the database, so that no
 * query can forget whose rows it reads; what is written carries `account` in its row type.
 */
function tablesOf(
  connection: Connection,
  engine: Engine,
  account: AccountKey,
  archive: object,
  { notes = new ChangeNotes(), shown = EVERYTHING }: TablesOptions = {},
) {
  const revision = new RevisionCounter(connection, account, notes);
  const forgetting = makeForgetting(connection, engine, account, revision);
  const ordered = makeOrderedReads(connection, account);
  const forgetOfflineMessages = async (ids: readonly OfflineMessageId[]): Promise<void> => {
    await forgetting.forgetOfflineMessages(ids);
    notes.note('offline_messages', ids);
  };
  /** The rows among those that are to be written which change anything; all of a table that is no list. A record that is only seen again is no change. */
  async function changesWith<Table extends KeyedTable>(
    table: Table,
    rows: readonly Schema[Table][],
  ): Promise<readonly object[]> {
    if (table === 'transcripts') await dropTotalsOf(connection, account, chatsOf(rows));
    if (!isListTable(table)) return rows;
    const changed: readonly ChangedRow<object>[] = await changedRows(connection, engine, account, table, rows);
    if (table === 'chats') await dropColumnsOfChanged(connection, account, changed.filter(isOfChat));
    if (table === 'offline_messages') notes.note(table, offlineMessagesIn(changed.map(({ row }) => row)));
    return changed.map(({ row }) => row);
  }
  /** Changes rows of a table: of chats, the sums of their days with them. */
  function changingChats<T>(table: string, chatIds: readonly number[], change: () => Promise<T>): Promise<T> {
    return table === 'chats' ? withDaySums(connection, engine, account, chatIds, change) : change();
  }
  async function write<Table extends KeyedTable>(
    table: Table,
    rows: readonly Schema[Table][],
    condition: RawBuilder<unknown>,
  ): Promise<number> {
    const kept = await withoutErased(connection, account, table, rows);
    const changed = await changesWith(table, kept);
    const written = await changingChats(table, chatsOf(changed), () => upsert(connection, table, kept, condition));
    if (table === 'messages') await dropAuthored(connection, engine, account, chatsOf(kept));
    if (changed.length > 0 && written > 0) await revision.raise(table);
    if (isBackedUpAtOnce(table) && written > 0) notes.noteBackup();
    if (table === 'triage') notes.note('offline_messages', triagedIn(kept));
    // What was decided about a message of somebody who is erased may have been carried over without it.
    if (kept.length < rows.length) {
      await forgetOfflineMessages(offlineMessagesIn(rows.filter((row) => !kept.includes(row))));
    }
    return written;
  }
  return {
    account,
    ...makeReads(connection, engine, account, shown),
    /** The same for all tables whose statements have the same texts. */
    archive,
    /** Asks what is compiled already (statement.ts). */
    answersTo: async <Row>(query: CompiledQuery<Row>): Promise<Row[]> => (await connection.executeQuery(query)).rows,
    /** Whether a column has one of some values, however many these are: the statement stays the same. */
    isAmong: (column: string, ids: RawBuilder<readonly number[]>) => engine.isAmong(sql.ref(column), ids),
    /** Forgets how far some walks have come. */
    forgetWalks: async (walks: readonly string[]) => {
      await forgetLooks(connection, account, walks);
      for (const some of batchesOf(walks)) {
        await connection
          .deleteFrom('unfinished_walks')
          .where('account', '=', account)
          .where('walk', 'in', some)
          .execute();
      }
    },
    /** Forgets what some walks have looked at. */
    forgetLooks: (walks: readonly string[]) => forgetLooks(connection, account, walks),
    /** Marks the rows of records that their list does not show any more. Seen again, a row loses its mark. */
    markGone: async (table: ListTable, ids: readonly number[], at: EpochMillis) => {
      if (table === 'chats') await dropColumnsOf(connection, account, ids);
      await changingChats(table, ids, () =>
        mark(connection, account, table, ids, { column: 'gone_at', at, condition: sql`` }),
      );
      if (table === 'offline_messages') notes.note(table, ids);
      if (ids.length > 0) await revision.raise(table);
    },
    /** Notes that rows which their list may not show were there all the same. */
    markSeen: async (table: ListTable, ids: readonly number[], at: EpochMillis) => {
      await mark(connection, account, table, ids, { column: 'seen_at', at, condition: sql`AND seen_at < ${at}` });
      // They are few, and their codes may be told by when they were seen (changed-rows.ts).
      if (ids.length > 0) await revision.raise(table);
    },
    /** The ids in a list that were not seen since a moment. */
    unseenIn: (table: ListTable, moment: EpochMillis) => unseenIn(connection, account, table, moment),
    /** The number of records that a list shows, as far as it is at hand. */
    countListed: (table: ListTable) => countListed(connection, account, table),
    /** Removes the messages of a chat that has only so many now. */
    cutMessages: async (chat: ChatId, length: number) => {
      await connection
        .deleteFrom('messages')
        .where('account', '=', account)
        .where('chat_id', '=', chat)
        .where('position', '>=', length)
        .execute();
      await dropAuthored(connection, engine, account, [chat]);
      await revision.raise('messages');
    },
    /** Removes the replies to an offline message that has only so many now. */
    cutReplies: async (message: OfflineMessageId, length: number) => {
      await connection
        .deleteFrom('offline_replies')
        .where('account', '=', account)
        .where('offline_message_id', '=', message)
        .where('position', '>=', length)
        .execute();
      await revision.raise('offline_replies');
    },
    ...forgetting,
    ...ordered,
    forgetOfflineMessages,
    forgetChats: (ids: readonly ChatId[]) => changingChats('chats', ids, () => forgetting.forgetChats(ids)),
    holdsChatsOf: (range: DayRange) => holdsChatsOf(connection, account, range),
    /** Those of some days whose chats are not as they were kept. */
    flawedDays: (range: DayRange) => flawedDays(connection, account, range),
    allFlawedDays: () => allFlawedDays(connection, account),
    /** Takes some days for unread, with what is made of them; their chats as they are now for what is at hand. */
    takeForUnread: async (days: readonly UtcDay[]) => {
      await resetDaySums(connection, account, days);
      await dropColumns(connection, account, days);
      await connection.deleteFrom('covered_days').where('account', '=', account).where('day', 'in', days).execute();
      await revision.raise('chats');
      await revision.raise('covered_days');
    },
    removeByKey: async (table: KeyedTable, keys: readonly Key[]) => {
      const ids = keys.map(([id]) => Number(id));
      if (table === 'chats') await dropColumnsOf(connection, account, ids);
      if (table === 'transcripts') await dropTotalsOf(connection, account, ids);
      await changingChats(table, ids, () => ordered.removeByKey(table, keys));
      if (table === 'messages') await dropAuthored(connection, engine, account, ids);
      if (keys.length > 0) await revision.raise(table);
    },
    /** Sets what lies beside some transcripts (authored.ts), as their messages are now. */
    setAuthored: (texts: readonly (readonly [ChatId, string])[]) => setAuthored(connection, account, texts),
    /** Writes what is in some chats to the index of words. */
    indexWords: (chats: readonly ChatWords[]) => engine.words.put(connection, account, chats),
    /** A query as the index of words reads it. */
    wordsOf: (query: WordQuery) => engine.words.wordsOf(query),
    /** The clock of the engine's server, in milliseconds; undefined where it has none. */
    serverTime: () => engine.now?.(connection),
    /**
     * Rows are chunked, because an engine binds only so many values in one statement. What belongs to erased visitors is
     * left out.
     */
    upsert: async <Table extends KeyedTable>(table: Table, rows: readonly Schema[Table][]): Promise<void> => {
      await write(table, rows, sql``);
    },
    /**
     * Writes what the service was seen to have, unless what is there was seen, or marked as gone, later: answers do not
     * come in the order of their requests. What has yet to come was timed by a clock that was wrong. Returns how many rows
     * were written.
     */
    keepSeen: <Table extends keyof typeof SEEN>(table: Table, rows: readonly Schema[Table][], now: EpochMillis) => {
      const { seen, known } = SEEN[table];
      return write(table, rows, sql`WHERE ${known} <= ${sql.ref(`excluded.${seen}`)} OR ${known} > ${now}`);
    },
  };
}

export type Tables = ReturnType<typeof tablesOf>;

/** The tables of one account, and transactions on them. */
export interface AccountTables extends Tables {
  /**
   * Keeps what `work` writes together or not at all, while nobody else writes. Begins `work` anew when another process
   * keeps the archive locked. Throws ArchiveUnusable.
   */
  transaction<T>(work: (tables: Tables) => Promise<T>): Promise<T>;
  /**
   * Does the same for what can be left undone: it does not begin anew. Throws ArchiveLocked when the engine's own wait
   * is over.
   */
  transactionIfFree<T>(work: (tables: Tables) => Promise<T>): Promise<T>;
  /** Grows whenever this process has written something. */
  writes(): number;
  /**
   * The same tables with some records alone: of chats what belongs to them, and with one agent's chats that agent. What is written in
   * a transaction is the account's: what it makes of all records, it makes of all.
   */
  showing(shown: Shown): AccountTables;
}

/**
 * Binds the tables of an archive to one account. `changed` is called after each transaction that changed something which others may
 * want to know of.
 */
export function accountTables(
  db: Kysely<Schema>,
  engine: Engine,
  account: AccountKey,
  changed: () => void = () => undefined,
): AccountTables {
  let writes = 0;
  const archive = {};
  const once = async <T>(work: (tables: Tables) => Promise<T>): Promise<{ result: T; isBackupDue: boolean }> => {
    const notes = new ChangeNotes();
    const result = await db.transaction().execute(async (transaction) => {
      await engine.excludeWriters(transaction, account);
      const tables = tablesOf(transaction, engine, account, archive, { notes });
      const result = await work(tables);
      await notes.keep(transaction, account);
      return result;
    });
    // Only now: who read while it went on has not seen it.
    writes += 1;
    if (notes.isAny) changed();
    return { result, isBackupDue: notes.isBackupDue };
  };
  const inTransaction = async <T>(work: (tables: Tables) => Promise<T>): Promise<T> => {
    const { result, isBackupDue } = await retryWhileLocked(() => once(work));
    if (isBackupDue) await retryWhileLocked(() => engine.backUpDecisions?.(db));
    return result;
  };
  const whole = {
    upsert: (table, rows) => inTransaction((tables) => tables.upsert(table, rows)),
    keepSeen: (table, rows, now) => inTransaction((tables) => tables.keepSeen(table, rows, now)),
    markGone: (table, ids, at) => inTransaction((tables) => tables.markGone(table, ids, at)),
    markSeen: (table, ids, at) => inTransaction((tables) => tables.markSeen(table, ids, at)),
    transaction: inTransaction,
    transactionIfFree: async (work) => (await once(work)).result,
    writes: () => writes,
  } satisfies Partial<AccountTables>;
  const showing = (shown: Shown): AccountTables => ({
    // Their statements have texts of their own.
    ...tablesOf(db, engine, account, {}, { shown }),
    ...whole,
    showing,
  });
  return { ...tablesOf(db, engine, account, archive), ...whole, showing };
}

function isOfChat(change: ChangedRow<object>): change is ChangedRow<ChatRow> {
  return 'chat_id' in change.row && 'requested_at' in change.row;
}

function chatsOf(rows: readonly object[]): number[] {
  return rows.flatMap((row) => ('chat_id' in row && typeof row.chat_id === 'number' ? row.chat_id : []));
}

function isListTable(table: string): table is ListTable {
  return Object.hasOwn(RECENCY, table);
}

function offlineMessagesIn(rows: readonly object[]): OfflineMessageId[] {
  return rows.filter(isOfflineMessage).map(({ offline_message_id: id }) => id);
}

function isOfflineMessage(row: object): row is Schema['offline_messages'] {
  return 'offline_message_id' in row && 'received_at' in row;
}

function triagedIn(rows: readonly object[]): number[] {
  return rows.flatMap((row) =>
    'offline_message_id' in row && typeof row.offline_message_id === 'number' ? row.offline_message_id : [],
  );
}

async function forgetLooks(connection: Connection, account: AccountKey, walks: readonly string[]): Promise<void> {
  for (const some of batchesOf(walks)) {
    await connection.deleteFrom('walked_pages').where('account', '=', account).where('walk', 'in', some).execute();
  }
}
