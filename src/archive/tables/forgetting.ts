import { sql } from 'kysely';
import type { UtcDay } from '../../model/time/day.ts';
import { RecordErased, type RecordKind } from '../../model/errors.ts';
import type { ChatId, OfflineMessageId, VisitorId } from '../../model/ids.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { decisionsAbout, type AboutKind } from '../decisions/kinds.ts';
import type { Engine } from './engine.ts';
import { batchesOf } from './batches.ts';
import type { RevisionCounter } from './revision-counter.ts';
import { dropColumnsOf, dropTotalsOf } from './derived.ts';
import type { AccountKey, Schema, Connection } from '../schema/schema.ts';

// What is removed for good, with all that belongs to it: for a person who asked for it, or because of its age.

/** Removes the rows in which a column has one of some values. */
async function removeWhere(
  connection: Connection,
  account: AccountKey,
  table: keyof Schema,
  column: string,
  values: readonly (number | string)[],
): Promise<void> {
  for (const some of batchesOf(values)) {
    await sql`DELETE FROM ${sql.table(table)} WHERE account = ${account}
      AND ${sql.ref(column)} IN (${sql.join(some)})`.execute(connection);
  }
}

/** Makes the functions that remove records of one account for good. */
export function makeForgetting(connection: Connection, engine: Engine, account: AccountKey, revision: RevisionCounter) {
  const remove = async <Table extends keyof Schema>(
    table: Table,
    column: keyof Schema[Table] & string,
    values: readonly (number | string)[],
  ): Promise<void> => {
    await removeWhere(connection, account, table, column, values);
    if (values.length > 0) await revision.raise(table);
  };
  const forgetDecisionsAbout = async (kind: AboutKind, ids: readonly number[]): Promise<void> => {
    for (const { table, column } of decisionsAbout(kind)) {
      await removeWhere(connection, account, table, column, ids);
      if (ids.length > 0) await revision.raise(table);
    }
  };
  return {
    /** Removes chats with what was decided about them, and the column cache of their days. Their transcripts go with `forgetTranscripts`. */
    forgetChats: async (chatIds: readonly ChatId[]): Promise<void> => {
      await dropColumnsOf(connection, account, chatIds);
      await forgetDecisionsAbout('chats', chatIds);
      await remove('chats', 'chat_id', chatIds);
    },
    /** Removes what was said in chats. */
    forgetTranscripts: async (chatIds: readonly ChatId[]): Promise<void> => {
      await dropTotalsOf(connection, account, chatIds);
      await engine.words.remove(connection, account, chatIds);
      await remove('messages', 'chat_id', chatIds);
      await remove('transcripts', 'chat_id', chatIds);
    },
    /** Removes what was decided about some records. */
    forgetDecisionsAbout,
    /** The ids of records that are not at hand, and about which something was decided before a moment. */
    decidedAboutNothing: async (kind: AboutKind, before: EpochMillis, limit: number): Promise<number[]> => {
      const ids: number[] = [];
      for (const { table, column, at } of decisionsAbout(kind)) {
        const { rows } = await sql<{ id: number }>`SELECT ${sql.ref(column)} AS id FROM ${sql.table(table)} AS decided
          WHERE account = ${account} AND ${sql.ref(at)} < ${before} AND NOT EXISTS (SELECT 1 FROM ${sql.table(kind)} AS one
            WHERE one.account = decided.account AND one.${sql.ref(column)} = decided.${sql.ref(column)})
          LIMIT ${limit}`.execute(connection);
        ids.push(...rows.map(({ id }) => id));
      }
      return ids;
    },
    /** Removes offline messages with the replies to them, and what was decided about them. */
    forgetOfflineMessages: async (ids: readonly OfflineMessageId[]): Promise<void> => {
      await forgetDecisionsAbout('offline_messages', ids);
      await remove('offline_replies', 'offline_message_id', ids);
      await remove('offline_threads', 'offline_message_id', ids);
      await remove('offline_messages', 'offline_message_id', ids);
    },
    /** Removes visitors with their profiles, and leaves their chats and messages. */
    forgetVisitors: async (ids: readonly VisitorId[]): Promise<void> => {
      await remove('visitor_profiles', 'visitor_id', ids);
      await remove('visitors', 'visitor_id', ids);
    },
    /** Removes the replies to questions that waited no longer than until a moment. */
    forgetConfirmations: async (until: EpochMillis): Promise<void> => {
      await connection
        .deleteFrom('confirmations')
        .where('account', '=', account)
        .where('waits_until', '<=', until)
        .execute();
    },
    /** Removes lines of the audit. */
    forgetAudit: (entries: readonly number[]): Promise<void> => remove('audit', 'entry', entries),
    /** Removes lines of calls up to a moment. */
    forgetCalls: async (until: EpochMillis): Promise<void> => {
      await connection.deleteFrom('calls').where('account', '=', account).where('at', '<=', until).execute();
    },
    /** Forgets that days before one were covered, unless they were looked at since a moment. */
    uncoverDays: async (before: UtcDay, lookedBefore: EpochMillis): Promise<void> => {
      const { numDeletedRows } = await connection
        .deleteFrom('covered_days')
        .where('account', '=', account)
        .where('day', '<', before)
        .where('looked_at', '<', lookedBefore)
        .executeTakeFirst();
      if (numDeletedRows > 0) await revision.raise('covered_days');
    },
    /** Forgets that anything was covered: what is at hand stays, and is no longer taken for all there is. */
    uncoverEverything: async (): Promise<void> => {
      await connection.deleteFrom('covered_days').where('account', '=', account).execute();
      await connection.deleteFrom('covered_lists').where('account', '=', account).execute();
      await connection.deleteFrom('unfinished_walks').where('account', '=', account).execute();
      await connection.deleteFrom('walked_pages').where('account', '=', account).execute();
      await revision.raise('covered_days');
    },
    /** Throws RecordErased when a record belongs to a visitor whose records are kept no more. */
    refuseErased: async (kind: RecordKind, id: number, visitorId: VisitorId | undefined): Promise<void> => {
      if (visitorId === undefined) return;
      const [erased] = await erasedAmong(connection, account, [visitorId]);
      if (erased !== undefined) throw new RecordErased(kind, id);
    },
  };
}

/** Leaves out what belongs to erased visitors, whatever writes it. */
export async function withoutErased<Table extends keyof Schema>(
  connection: Connection,
  account: AccountKey,
  table: Table,
  rows: readonly Schema[Table][],
): Promise<readonly Schema[Table][]> {
  if (!TABLES_OF_VISITORS.has(table)) return rows;
  const erased = new Set<unknown>(await erasedAmong(connection, account, rows.map(visitorIdOf).filter(isNumber)));
  return erased.size === 0 ? rows : rows.filter((row) => !erased.has(visitorIdOf(row)));
}

const TABLES_OF_VISITORS: ReadonlySet<keyof Schema> = new Set([
  'chats',
  'offline_messages',
  'visitors',
  'visitor_profiles',
]);

function visitorIdOf(row: object): unknown {
  return 'visitor_id' in row ? row.visitor_id : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

async function erasedAmong(
  connection: Connection,
  account: AccountKey,
  visitorIds: readonly number[],
): Promise<VisitorId[]> {
  // Hardly anybody is: the marks are fewer than the rows.
  const rows = await connection
    .selectFrom('erased_visitors')
    .where('account', '=', account)
    .select('visitor_id')
    .execute();
  const asked = new Set<number>(visitorIds);
  return rows.map(({ visitor_id: id }) => id).filter((id) => asked.has(id));
}
