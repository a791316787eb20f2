import { sql } from 'kysely';
import type { DayRange } from '../model/day.ts';
import type { AgentId, ChatId, VisitorId } from '../model/ids.ts';
import type { EpochMillis } from '../model/units.ts';
import { statement, type Given } from './statement.ts';

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

/** The looks at some days, at all agents or at one, the latest of each day last. */
export const LOOKS = statement((tables, given: Given<DayRange & { now: EpochMillis; agentId: AgentId | 0 }>) =>
  tables
    .coveredDays()
    .where('day', '>=', given.value('from'))
    .where('day', '<=', given.value('to'))
    .where('looked_at', '<=', given.value('now'))
    .where('agent_id', 'in', [0, given.value('agentId')])
    .orderBy('looked_at')
    .selectAll(),
);
