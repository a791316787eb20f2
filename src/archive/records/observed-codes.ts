import { sql } from 'kysely';
import type {
  CodeObservations,
  SeenAuthor,
  SeenChats,
  SeenOfflineMessages,
  SeenTranscript,
} from '../../model/codes.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Authored } from '../figures/authored.ts';
import { authoredOf } from '../figures/authored-transcripts.ts';
import { RECENCY } from '../tables/changed-rows.ts';
import { keepWhileUnchanged } from '../tables/revision.ts';
import { saidMeanings } from './code-meanings.ts';
import { agentRecordFrom, chatFrom } from '../schema/row-conversion.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';

// Every answer that rests on a code asks for all of this, so each part is bounded: the newest rows prove what there is
// to prove.
const MAX_CHATS = 10_000;
const MAX_TRANSCRIPTS = 500;

interface Since {
  /** All chats where it is not given. */
  readonly since: EpochMillis | undefined;
}

const OLDEST = statement((tables) =>
  tables.kept
    .chats()
    .select('requested_at')
    .orderBy('requested_at', 'desc')
    .limit(1)
    .offset(MAX_CHATS - 1),
);

const AGENTS = statement((tables) => tables.agents().selectAll());

const CHATS = statement((tables, given: Given<Since>) =>
  chatsSince(tables, given)
    .select((row) => [
      'missed_code',
      'started_by_code',
      'transferred_code',
      'ended_by_code',
      'rating_code',
      row('started_at', 'is not', null).as('has_started'),
      row('ended_at', 'is not', null).as('has_ended'),
      sql<number | boolean | null>`started_at - requested_at >= 1000`.as('has_waited'),
      row('agent_id', 'is not', null).as('names_agent'),
      sql`seen_at - requested_at < ${sql.lit(RECENCY.chats.within)}`.as('is_recent'),
      row.fn.countAll<number>().as('count'),
    ])
    .groupBy([
      'missed_code',
      'started_by_code',
      'transferred_code',
      'ended_by_code',
      'rating_code',
      'has_started',
      'has_ended',
      'has_waited',
      'names_agent',
      'is_recent',
    ]),
);

const NAMED = statement((tables, given: Given<Since>) =>
  chatsSince(tables, given)
    .where('agent_id', 'is not', null)
    .select(['agent_first_name', 'agent_last_name'])
    .distinct(),
);

const TOLD_OF = statement((tables) =>
  tables.kept
    .chats()
    .innerJoin('transcripts', (join) =>
      join.onRef('transcripts.account', '=', 'chats.account').onRef('transcripts.chat_id', '=', 'chats.chat_id'),
    )
    .where('chats.chat_id', 'in', newest(tables))
    .selectAll('chats')
    .select(['transcripts.fetched_at', 'transcripts.authored']),
);

const OFFLINE_MESSAGES = statement((tables) =>
  tables
    .offlineMessages()
    .where('reply_count', 'is not', null)
    .select((row) => [
      'unread_code',
      row('reply_count', '>', 0).as('replied'),
      sql`seen_at - received_at < ${sql.lit(RECENCY.offline_messages.within)}`.as('is_recent'),
      row.fn.countAll<number>().as('count'),
    ])
    .groupBy(['unread_code', 'replied', 'is_recent']),
);

function chatsSince(tables: Tables, given: Given<Since>) {
  return given.has('since') ? tables.chats().where('requested_at', '>=', given.value('since')) : tables.chats();
}

function newest(tables: Tables) {
  return tables.transcripts().select('chat_id').orderBy('chat_id', 'desc').limit(MAX_TRANSCRIPTS);
}

/** Counts the integer codes of the newest rows at hand, together with what can prove their meaning. Kept while nothing changes. */
export function codeObserver(tables: AccountTables): () => Promise<CodeObservations> {
  return keepWhileUnchanged(tables, 'records', () => observedCodes(tables));
}

async function observedCodes(tables: AccountTables): Promise<CodeObservations> {
  const [oldest] = await OLDEST(tables, {});
  const since = oldest?.requested_at;
  const agents = await AGENTS(tables, {});
  return {
    chats: await chatsSeen(tables, since),
    transcripts: await transcriptsSeen(tables),
    agentNames: [...agents.map(agentRecordFrom), ...(await agentsNamed(tables, since))],
    offlineMessages: await offlineMessagesSeen(tables),
    agents: agents.map((row) => ({ ...agentRecordFrom(row), seenAt: row.seen_at })),
    said: await saidMeanings(tables),
  };
}

async function chatsSeen(tables: Tables, since: EpochMillis | undefined): Promise<SeenChats[]> {
  const rows = await CHATS(tables, { since });
  return rows.map((row) =>
    omitUndefined({
      missedCode: row.missed_code,
      startedByCode: row.started_by_code,
      transferredCode: row.transferred_code,
      endedByCode: row.ended_by_code,
      ratingCode: row.rating_code,
      hasStarted: Boolean(row.has_started),
      hasEnded: Boolean(row.has_ended),
      hasWaited: row.has_waited === null ? undefined : Boolean(row.has_waited),
      namesAgent: Boolean(row.names_agent),
      isRecent: Boolean(row.is_recent),
      count: row.count,
    }),
  );
}

/** The agents that chats name, who may have left the list. */
async function agentsNamed(tables: Tables, since: EpochMillis | undefined): Promise<CodeObservations['agentNames']> {
  const rows = await NAMED(tables, { since });
  return rows.map((row) =>
    omitUndefined({
      firstName: row.agent_first_name,
      lastName: row.agent_last_name,
    }),
  );
}

async function transcriptsSeen(tables: AccountTables): Promise<SeenTranscript[]> {
  const chats = await TOLD_OF(tables, {});
  const authored = await authoredOf(tables, chats);
  return chats.map((chat) => {
    const told = authored.get(chat.chat_id);
    return { chat: chatFrom(chat), authors: told === undefined ? [] : authorsSeen(told) };
  });
}

function authorsSeen({ authors, by, at }: Authored): SeenAuthor[] {
  const first = new Map<number, EpochMillis>();
  for (const [index, place] of by.entries()) {
    const time = at[index] ?? Number.NaN;
    if (!Number.isNaN(time)) first.set(place, epochMillis(Math.min(time, first.get(place) ?? time)));
  }
  return authors.map(({ authorName: name, userTypeCode }, place): SeenAuthor => {
    const firstAt = first.get(place);
    return omitUndefined({
      name,
      userTypeCode,
      firstAt,
    });
  });
}

async function offlineMessagesSeen(tables: Tables): Promise<SeenOfflineMessages[]> {
  const rows = await OFFLINE_MESSAGES(tables, {});
  return rows.map((row) =>
    omitUndefined({
      unreadCode: row.unread_code,
      replied: Boolean(row.replied),
      isRecent: Boolean(row.is_recent),
      count: row.count,
    }),
  );
}
