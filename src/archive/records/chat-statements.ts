import { sql } from 'kysely';
import type { ChatId, VisitorId } from '../../model/ids.ts';
import { statement, type Given } from '../tables/statement.ts';

// What chats.ts asks the tables.

/** Some listed chats. */
export const BY_IDS = statement((tables, given: Given<{ chatIds: readonly ChatId[] }>) =>
  tables
    .chats()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .selectAll(),
);

/** The chats of a visitor, newest first. */
export const OF_VISITOR = statement((tables, given: Given<{ visitorId: VisitorId }>) =>
  tables
    .chats()
    .where('visitor_id', '=', given.value('visitorId'))
    // The plus keeps SQLite from reading everything by time where an index finds the few.
    .orderBy(sql`+requested_at`, 'desc')
    .orderBy('chat_id', 'desc')
    .selectAll(),
);
