import { AgentId, ChatId, OfflineMessageId, VisitorId } from '../../model/ids.ts';
import { textOf } from '../../model/foreign.ts';
import type { Agent, OfflineMessageThread, Transcript, VisitorProfile } from '../../model/records.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import { keepAuthored } from '../figures/authored-transcripts.ts';
import type { RecordEndpoint } from '../reader/needs.ts';
import type { KeepRecord } from '../reader/sources.ts';
import { agentRow, chatRow, jsonOf, messageRow, offlineMessageRow, offlineReplyRow } from '../schema/row-conversion.ts';
import { batchesOf } from '../tables/batches.ts';
import type { Tables } from '../tables/tables.ts';
import { foldedPlaces, foldedWordsOfEach } from '../words/indexed-words.ts';

/** How a single record is fetched, and kept. */
export interface RecordSource<T> {
  readonly endpoint: RecordEndpoint;
  readonly fetch: (id: number, signal: AbortSignal) => Promise<T>;
  /** Fetches a record, to be kept. */
  readonly read: (id: number, signal: AbortSignal) => Promise<KeepRecord>;
  /** Prepares to keep a record: before the transaction, in which everybody else waits. */
  readonly keeping: (record: T) => Promise<KeepRecord>;
  /** When each of some records that are at hand was fetched. */
  readonly fetchedAt: (tables: Tables, ids: readonly number[]) => Promise<ReadonlyMap<number, EpochMillis>>;
}

export interface RecordSources {
  readonly chat: RecordSource<Transcript>;
  readonly offline_message: RecordSource<OfflineMessageThread>;
  readonly visitor: RecordSource<VisitorProfile>;
  readonly agent: RecordSource<Agent>;
}

function recordSource<T>(source: Omit<RecordSource<T>, 'read'>): RecordSource<T> {
  return { ...source, read: async (id, signal) => source.keeping(await source.fetch(id, signal)) };
}

/** The sources of all single records. Their keeping leaves what is there where that was fetched later. */
export function recordSources(upstream: Upstream, clock: Clock): RecordSources {
  return {
    chat: recordSource({
      endpoint: 'chat',
      fetch: (id, signal) => upstream.getChat(ChatId.parse(id), signal),
      keeping: (transcript) => keepingTranscript(transcript, clock),
      fetchedAt: (tables, ids) =>
        timesOf(ids, async (some) => {
          const rows = tables.transcripts().where(
            'chat_id',
            'in',
            some.map((id) => ChatId.parse(id)),
          );
          return (await rows.select(['chat_id as id', 'fetched_at as at']).execute()).map(({ id, at }) => [id, at]);
        }),
    }),
    offline_message: recordSource({
      endpoint: 'offline_message',
      fetch: (id, signal) => upstream.getOfflineMessage(OfflineMessageId.parse(id), signal),
      keeping: (thread) => Promise.resolve((tables, askedAt) => keepThread(tables, thread, { askedAt, now: clock() })),
      fetchedAt: (tables, ids) =>
        timesOf(ids, async (some) => {
          const rows = tables.offlineThreads().where(
            'offline_message_id',
            'in',
            some.map((id) => OfflineMessageId.parse(id)),
          );
          return (await rows.select(['offline_message_id as id', 'fetched_at as at']).execute()).map(({ id, at }) => [
            id,
            at,
          ]);
        }),
    }),
    visitor: recordSource({
      endpoint: 'visitor',
      fetch: (id, signal) => upstream.getVisitor(VisitorId.parse(id), signal),
      keeping: (profile) =>
        Promise.resolve(async (tables, askedAt) => {
          const { visitorId } = profile;
          await tables.refuseErased('visitor', visitorId, visitorId);
          const row = { account: tables.account, visitor_id: visitorId, fetched_at: askedAt, profile: jsonOf(profile) };
          await tables.keepSeen('visitor_profiles', [row], clock());
        }),
      fetchedAt: (tables, ids) =>
        timesOf(ids, async (some) => {
          const rows = tables.visitorProfiles().where(
            'visitor_id',
            'in',
            some.map((id) => VisitorId.parse(id)),
          );
          return (await rows.select(['visitor_id as id', 'fetched_at as at']).execute()).map(({ id, at }) => [id, at]);
        }),
    }),
    agent: recordSource({
      endpoint: 'agent',
      fetch: (id, signal) => upstream.getAgent(AgentId.parse(id), signal),
      keeping: (agent) =>
        Promise.resolve(async (tables, askedAt) => {
          await tables.keepSeen('agents', [agentRow(agent, tables.account, askedAt)], clock());
        }),
      fetchedAt: (tables, ids) =>
        timesOf(ids, async (some) => {
          const rows = tables.kept.agents().where(
            'agent_id',
            'in',
            some.map((id) => AgentId.parse(id)),
          );
          return (await rows.select(['agent_id as id', 'seen_at as at']).execute()).map(({ id, at }) => [id, at]);
        }),
    }),
  };
}

/** Prepares to keep a chat with what was said in it. */
export async function keepingTranscript(transcript: Transcript, clock: Clock): Promise<KeepRecord> {
  const words = await foldedWordsOfEach(transcript.messages.map(({ text }) => textOf(text)));
  return (tables, askedAt) => keepTranscript(tables, transcript, words, { askedAt, now: clock() });
}

/** When a record was asked for, and when it is kept. */
interface Moments {
  readonly askedAt: EpochMillis;
  readonly now: EpochMillis;
}

async function timesOf(
  ids: readonly number[],
  find: (some: readonly number[]) => Promise<(readonly [number, EpochMillis])[]>,
): Promise<ReadonlyMap<number, EpochMillis>> {
  const found: (readonly [number, EpochMillis])[] = [];
  for (const some of batchesOf(ids)) found.push(...(await find(some)));
  return new Map(found);
}

/** Keeps a chat with what was said in it. Throws RecordErased. */
async function keepTranscript(
  tables: Tables,
  transcript: Transcript,
  words: Awaited<ReturnType<typeof foldedWordsOfEach>>,
  { askedAt, now }: Moments,
): Promise<void> {
  const { chatId } = transcript.chat;
  const { account } = tables;
  await tables.refuseErased('chat', chatId, transcript.chat.visitor.visitorId);
  await tables.keepSeen('chats', [chatRow(transcript.chat, account, askedAt)], now);
  const head = {
    account,
    chat_id: chatId,
    fetched_at: askedAt,
    first_visit_at: transcript.firstVisitAt ?? null,
    context: jsonOf(transcript.context),
    ...foldedPlaces(transcript.context),
    authored: null,
  };
  if ((await tables.keepSeen('transcripts', [head], now)) === 0) return;
  await tables.upsert(
    'messages',
    transcript.messages.map((message, index) => messageRow(message, index, { account, chat_id: chatId })),
  );
  await tables.cutMessages(chatId, transcript.messages.length);
  await keepAuthored(tables, [chatId]);
  await tables.indexWords([{ chatId, messages: words }]);
}

/** Keeps an offline message with its replies. Throws RecordErased. */
async function keepThread(tables: Tables, thread: OfflineMessageThread, { askedAt, now }: Moments): Promise<void> {
  const { account } = tables;
  const { offlineMessageId: id, visitor } = thread.message;
  await tables.refuseErased('offline message', id, visitor.visitorId);
  const message = { ...thread.message, replyCount: thread.replies.length };
  await tables.keepSeen('offline_messages', [offlineMessageRow(message, account, askedAt)], now);
  const head = { account, offline_message_id: id, fetched_at: askedAt };
  if ((await tables.keepSeen('offline_threads', [head], now)) === 0) return;
  await tables.upsert(
    'offline_replies',
    thread.replies.map((reply, index) => offlineReplyRow(reply, index, { account, offline_message_id: id })),
  );
  await tables.cutReplies(id, thread.replies.length);
}
