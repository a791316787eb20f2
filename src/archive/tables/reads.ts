import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AgentId, type ChatId } from '../../model/ids.ts';
import type { Shown } from '../../model/shown.ts';
import type { AccountKey, Connection } from '../schema/schema.ts';
import type { Engine } from './engine.ts';

/** The rows of one account, as far as somebody is shown them. */
export function makeReads(connection: Connection, engine: Engine, account: AccountKey, shown: Shown) {
  const own = shown.chats === 'all' ? undefined : shown.chats === 'none' ? NOBODY : shown.chats;
  const kept = keptTables(connection, account, own, shown);
  return {
    /** The records that are read through these tables. */
    shown,
    /** The agent whose chats alone they are; undefined for everybody's. */
    own,
    agents: () => kept.agents().where('agents.gone_at', 'is', null),
    chats: () => kept.chats().where('chats.gone_at', 'is', null),
    offlineMessages: () => kept.offlineMessages().where('offline_messages.gone_at', 'is', null),
    visitors: () => kept.visitors().where('visitors.gone_at', 'is', null),
    /** Also what its list does not show any more, to be read by its id. */
    kept,
    transcripts: () => {
      const transcripts = connection.selectFrom('transcripts').where('transcripts.account', '=', account);
      return own === undefined ? transcripts : transcripts.where(isOfAgent('transcripts', own));
    },
    messages: () => {
      const messages = connection.selectFrom('messages').where('messages.account', '=', account);
      return own === undefined ? messages : messages.where(isOfAgent('messages', own));
    },
    offlineThreads: () => connection.selectFrom('offline_threads').where('offline_threads.account', '=', account),
    triage: () => connection.selectFrom('triage').where('triage.account', '=', account),
    offlineReplies: () => connection.selectFrom('offline_replies').where('offline_replies.account', '=', account),
    visitorProfiles: () => connection.selectFrom('visitor_profiles').where('visitor_profiles.account', '=', account),
    coveredDays: () => connection.selectFrom('covered_days').where('covered_days.account', '=', account),
    coveredLists: () => connection.selectFrom('covered_lists').where('covered_lists.account', '=', account),
    unfinishedWalks: () => connection.selectFrom('unfinished_walks').where('unfinished_walks.account', '=', account),
    walkedPages: () => connection.selectFrom('walked_pages').where('walked_pages.account', '=', account),
    pageSizes: () => connection.selectFrom('page_sizes').where('page_sizes.account', '=', account),
    requestHistories: () => connection.selectFrom('request_histories').where('request_histories.account', '=', account),
    revisions: () => connection.selectFrom('revisions').where('revisions.account', '=', account),
    dailyTotals: () => connection.selectFrom('daily_totals').where('daily_totals.account', '=', account),
    packedDays: () => connection.selectFrom('packed_days').where('packed_days.account', '=', account),
    erasedVisitors: () => connection.selectFrom('erased_visitors').where('erased_visitors.account', '=', account),
    audit: () => connection.selectFrom('audit').where('audit.account', '=', account),
    calls: () => connection.selectFrom('calls').where('calls.account', '=', account),
    codeMeanings: () => connection.selectFrom('code_meanings').where('code_meanings.account', '=', account),
    tokens: () => connection.selectFrom('tokens').where('tokens.account', '=', account),
    foldings: () => connection.selectFrom('foldings').where('foldings.account', '=', account),
    confirmations: () => connection.selectFrom('confirmations').where('confirmations.account', '=', account),
    confirmationSeals: () =>
      connection.selectFrom('confirmation_seals').where('confirmation_seals.account', '=', account),
    notices: () => connection.selectFrom('notices').where('notices.account', '=', account),
    accountKeys: () => connection.selectFrom('account_keys').where('account_keys.account', '=', account),
    /** The chats at hand that words of a query find: `found` has their scores. */
    found: (words: RawBuilder<string>) => {
      const found = findChats(connection, engine, account, words);
      return own === undefined ? found : found.where('chats.agent_id', '=', own);
    },
  };
}

/** No service has an agent of this id. */
const NOBODY = AgentId.parse(Number.MAX_SAFE_INTEGER);
const NEVER = sql<SqlBool>`1 = 0`;

function keptTables(connection: Connection, account: AccountKey, own: AgentId | undefined, shown: Shown) {
  return {
    agents: () => {
      const agents = connection.selectFrom('agents').where('agents.account', '=', account);
      return own === undefined ? agents : agents.where('agents.agent_id', '=', own);
    },
    chats: () => {
      const chats = connection.selectFrom('chats').where('chats.account', '=', account);
      return own === undefined ? chats : chats.where('chats.agent_id', '=', own);
    },
    offlineMessages: () => {
      const messages = connection.selectFrom('offline_messages').where('offline_messages.account', '=', account);
      return shown.offlineMessages ? messages : messages.where(NEVER);
    },
    visitors: () => {
      const visitors = connection.selectFrom('visitors').where('visitors.account', '=', account);
      return shown.visitors ? visitors : visitors.where(NEVER);
    },
  };
}

function findChats(connection: Connection, engine: Engine, account: AccountKey, words: RawBuilder<string>) {
  return (
    connection
      .selectFrom(engine.words.found(account, words).as('found'))
      // The plus keeps SQLite from asking its index anew for each chat.
      .innerJoin('chats', (join) => join.on('chats.chat_id', '=', sql<ChatId>`+found.chat_id`))
      .where('chats.account', '=', account)
      .where('chats.gone_at', 'is', null)
  );
}

/** Whether a row belongs to a chat whose row names an agent. */
function isOfAgent(table: 'transcripts' | 'messages', own: AgentId): RawBuilder<SqlBool> {
  return sql`EXISTS (SELECT 1 FROM chats WHERE chats.account = ${sql.ref(`${table}.account`)}
    AND chats.chat_id = ${sql.ref(`${table}.chat_id`)} AND chats.agent_id = CAST(${own} AS bigint))`;
}
