import { sql, type ExpressionBuilder, type Nullable } from 'kysely';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { AgentId, ChatId, VisitorId } from '../../model/ids.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Schema } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { Tables } from '../tables/tables.ts';

// What transcripts.ts asks the tables.

/** Chats requested from `start` until just before `end`, of all agents and visitors or of one. */
export interface TranscriptSelection {
  readonly start: EpochMillis;
  readonly end: EpochMillis;
  readonly agentId?: AgentId | undefined;
  readonly visitorId?: VisitorId | undefined;
  /** Whether chats to which something may be added are left out. */
  readonly isOver?: boolean;
}

/** Chats, with their transcripts where there are any. */
type Joined = Pick<Schema, 'chats'> & { transcripts: Nullable<Schema['transcripts']> };

/** The moments that tell whether a chat is over, and its transcript whole. */
export interface Moments {
  readonly now: EpochMillis;
  readonly dayAgo: EpochMillis;
}

/** A selection as statements are asked with it. */
export type Selected = Moments & Omit<TranscriptSelection, 'isOver'> & { readonly isOver: true | undefined };

/** The newest chats of a selection first, of which no whole transcript is at hand. */
export const MISSING = statement((tables, given: Given<Selected & { readonly limit: number | undefined }>) => {
  const missing = selected(tables, given)
    .where((is) => isMissing(is, given))
    .orderBy('chats.requested_at', 'desc')
    .orderBy('chats.chat_id', 'desc')
    .select('chats.chat_id');
  return given.has('limit') ? missing.limit(given.value('limit')) : missing;
});

/** The numbers of transcripts of a selection that are at hand, of chats, and of transcripts that are not whole. */
export const HELD = statement((tables, given: Given<Selected>) =>
  selected(tables, given).select((is) => [
    is.fn.count<number>('transcripts.chat_id').as('have'),
    is.fn.countAll<number>().as('of'),
    is.fn.count<number>(is.case().when(isMissing(is, given)).then(1).end()).as('missing'),
  ]),
);

/** The chats of a selection. */
export const IDS = statement((tables, given: Given<Selected>) => selected(tables, given).select('chats.chat_id'));

/** Those of some chats whose transcripts are whole, and when these were loaded. */
export const WHOLE = statement((tables, given: Given<Moments & { readonly chatIds: readonly ChatId[] }>) =>
  joined(tables)
    .where(tables.isAmong('chats.chat_id', given.value('chatIds')))
    .where((is) => is.not(isMissing(is, given)))
    .select(['chats.chat_id', 'transcripts.fetched_at']),
);

interface OfOne {
  readonly chatId: ChatId;
}

/** The row of one transcript, beside its messages. */
export const HEAD = statement((tables, given: Given<OfOne>) =>
  tables.transcripts().where('chat_id', '=', given.value('chatId')).selectAll(),
);

/** A chat, listed or not. */
export const CHAT = statement((tables, given: Given<OfOne>) =>
  tables.kept.chats().where('chat_id', '=', given.value('chatId')).selectAll(),
);

/** The messages of a chat, in order. */
export const MESSAGES = statement((tables, given: Given<OfOne>) =>
  tables.messages().where('chat_id', '=', given.value('chatId')).orderBy('position').selectAll(),
);

function joined(tables: Tables) {
  return tables
    .chats()
    .leftJoin('transcripts', (join) =>
      join.onRef('transcripts.account', '=', 'chats.account').onRef('transcripts.chat_id', '=', 'chats.chat_id'),
    );
}

function selected(tables: Tables, given: Given<Selected>) {
  let chats = joined(tables)
    .where('chats.requested_at', '>=', given.value('start'))
    .where('chats.requested_at', '<', given.value('end'));
  if (given.has('agentId')) chats = chats.where('chats.agent_id', '=', given.value('agentId'));
  if (given.has('visitorId')) chats = chats.where('chats.visitor_id', '=', given.value('visitorId'));
  if (!given.has('isOver')) return chats;
  return chats.where((is) =>
    is.or([is('chats.ended_at', '<=', given.value('now')), is('chats.requested_at', '<=', given.value('dayAgo'))]),
  );
}

/** Whether a transcript is not at hand as it was in the end: one that was read while its chat went on may lack the end. */
function isMissing(is: ExpressionBuilder<Joined, 'chats' | 'transcripts'>, given: Given<Moments>) {
  return is.or([
    is('transcripts.chat_id', 'is', null),
    is.and([
      // Else it would be unknown of a chat without an end, and so would be the contrary.
      is('chats.ended_at', 'is not', null),
      is('chats.ended_at', '<=', given.value('now')),
      is('transcripts.fetched_at', '<', is.ref('chats.ended_at')),
    ]),
    is.and([
      is('chats.ended_at', 'is', null),
      is('chats.requested_at', '<=', given.value('dayAgo')),
      is('transcripts.fetched_at', '<', sql<EpochMillis>`chats.requested_at + ${sql.lit(MILLIS_PER_DAY)}`),
    ]),
  ]);
}
