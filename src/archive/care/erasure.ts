import { sql } from 'kysely';
import { ArchiveUnusable } from '../../model/errors.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Clock } from '../../model/time/units.ts';
import { auditErasure } from './audit.ts';
import type { ArchiveCopy, ArchiveFile } from '../tables/engine.ts';
import type { Schema } from '../schema/schema.ts';
import { ArchiveLocked } from '../tables/locked.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** The numbers of records that an archive holds of a visitor. */
export interface Traces {
  readonly chats: number;
  readonly transcripts: number;
  readonly messages: number;
  readonly offlineMessages: number;
  readonly offlineReplies: number;
  /** The decisions about the offline messages. */
  readonly decisions: number;
  /** The visitor's own record and totals: 0 to 2. */
  readonly records: number;
}

/** An archive from which is erased. */
interface Erasable {
  readonly tables: AccountTables;
  readonly file: Pick<ArchiveFile, 'removeCopies' | 'isReadOnly'> | undefined;
  wipe(): Promise<void>;
}

export interface Erasure extends Traces {
  /** Backups and damaged files, which held the visitor, too, and everybody else. */
  readonly copies: readonly ArchiveCopy[];
}

/** Counts what would be removed with a visitor. Throws ArchiveUnusable. */
export async function tracesOf(tables: Tables, visitorId: VisitorId): Promise<Traces> {
  const { chatIds, messageIds } = await idsOf(tables, visitorId);
  const count = { transcripts: 0, messages: 0, offlineReplies: 0, decisions: 0 };
  for (const id of chatIds) {
    count.transcripts += (await tables.transcripts().where('chat_id', '=', id).select('chat_id').execute()).length;
    count.messages += (await tables.messages().where('chat_id', '=', id).select('position').execute()).length;
  }
  for (const id of messageIds) {
    const replies = await tables.offlineReplies().where('offline_message_id', '=', id).select('position').execute();
    count.offlineReplies += replies.length;
    const decisions = await tables.triage().where('offline_message_id', '=', id).select('offline_message_id').execute();
    count.decisions += decisions.length;
  }
  const records = [
    ...(await tables.kept.visitors().where('visitor_id', '=', visitorId).select('visitor_id').execute()),
    ...(await tables.visitorProfiles().where('visitor_id', '=', visitorId).select('visitor_id').execute()),
  ];
  return { chats: chatIds.length, offlineMessages: messageIds.length, records: records.length, ...count };
}

/** The ids of the chats and the offline messages of a visitor. */
export async function idsOf(tables: Tables, visitorId: VisitorId) {
  const chats = await tables.kept.chats().where('visitor_id', '=', visitorId).select('chat_id').execute();
  const messages = await tables.kept
    .offlineMessages()
    .where('visitor_id', '=', visitorId)
    .select('offline_message_id')
    .execute();
  return {
    chatIds: chats.map(({ chat_id: id }) => id),
    messageIds: messages.map(({ offline_message_id: id }) => id),
  };
}

/** Removes what can be read again of a visitor, in a transaction. Decisions about it go with the mark. */
async function forgetRecords(tables: Tables, visitorId: VisitorId): Promise<void> {
  const { chatIds, messageIds } = await idsOf(tables, visitorId);
  await tables.forgetTranscripts(chatIds);
  await tables.forgetChats(chatIds);
  await tables.forgetOfflineMessages(messageIds);
  await tables.forgetVisitors([visitorId]);
}

/**
 * Removes a visitor for good: records, chats with all that was said in them, by agents too, offline messages with their
 * replies and what was decided about them, and the copies beside the archive. A mark and a line of the audit
 * stay, so that nothing brings them back. Done again, it removes what an earlier one was kept from removing. Throws ArchiveUnusable.
 */
export async function eraseVisitor(store: Erasable, visitorId: VisitorId, clock: Clock): Promise<Erasure> {
  // First of all the mark, with what was decided, which lies apart: whatever comes now, the next start goes on with it.
  const removed = await store.tables.transaction(async (tables) => {
    const at = clock();
    const traces = await tracesOf(tables, visitorId);
    const { chatIds, messageIds } = await idsOf(tables, visitorId);
    await tables.forgetDecisionsAbout('chats', chatIds);
    await tables.forgetDecisionsAbout('offline_messages', messageIds);
    await mark(tables, { visitor_id: visitorId, erased_at: at, finished_at: null });
    await auditErasure(tables, visitorId, traces, at);
    return traces;
  });
  return { ...removed, copies: await finish(store, [visitorId], clock) };
}

/**
 * Removes what is there of erased visitors: an erasure was cut off, or an older archive lies beside newer decisions. Costs one statement
 * where there is nothing. Throws ArchiveUnusable.
 */
export async function repeatErasures(store: Erasable, clock: Clock): Promise<void> {
  const visitorIds = (await returnedVisitors(store.tables)).map(({ visitor_id: id }) => id);
  if (visitorIds.length === 0) return;
  if (store.file?.isReadOnly === true) throw unfinished();
  try {
    await finish(store, visitorIds, clock);
  } catch (error) {
    // Nothing shows them any more. What is left of them in the bytes of the file goes at a start while nobody else reads it.
    if (!(error instanceof ArchiveLocked)) throw error;
  }
}

async function finish(
  store: Erasable,
  visitorIds: readonly VisitorId[],
  clock: Clock,
): Promise<readonly ArchiveCopy[]> {
  for (const id of visitorIds) await store.tables.transaction((tables) => forgetRecords(tables, id));
  // First what can be done whatever lies beside it.
  await store.wipe();
  const copies = store.file?.removeCopies() ?? [];
  await store.tables.transaction(async (tables) => {
    const marks = await tables.erasedVisitors().where('visitor_id', 'in', visitorIds).selectAll().execute();
    for (const one of marks) await mark(tables, { ...one, finished_at: clock() });
  });
  return copies;
}

function mark(tables: Tables, row: Omit<Schema['erased_visitors'], 'account'>): Promise<void> {
  return tables.upsert('erased_visitors', [{ ...row, account: tables.account }]);
}

const TABLES_OF_VISITORS = ['chats', 'offline_messages', 'visitors', 'visitor_profiles'] as const;

function returnedVisitors(tables: Tables): Promise<{ visitor_id: VisitorId }[]> {
  const isIn = TABLES_OF_VISITORS.map(
    (table) => sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(table)} AS one
      WHERE one.account = erased_visitors.account AND one.visitor_id = erased_visitors.visitor_id)`,
  );
  return tables
    .erasedVisitors()
    .where(sql<boolean>`(finished_at IS NULL OR ${sql.join(isIn, sql` OR `)})`)
    .select('visitor_id')
    .execute();
}

function unfinished(): ArchiveUnusable {
  return new ArchiveUnusable(
    'Somebody is to be erased from the archive, and it may only be read, not written.',
    'Let a server open it once where it may be written: it finishes the erasure.',
  );
}
