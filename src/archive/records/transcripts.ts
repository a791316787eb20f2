import { textOf } from '../../model/foreign.ts';
import { NotAmongOwn, RecordNotFound } from '../../model/errors.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import { eachInSlices, mapInSlices } from '../../model/slices.ts';
import type { Chat, Transcript } from '../../model/records.ts';
import { epochMillis, seconds, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import { authoredTranscripts, keepAuthored, type AuthoredTranscript } from '../figures/authored-transcripts.ts';
import { portionsOf } from '../figures/day-portions.ts';
import { batchesOf } from '../tables/batches.ts';
import { readEach, Refusals, type ReadEach } from './read-each.ts';
import { chatFrom, chatRow, contextFrom, jsonOf, messageFrom, messageRow } from '../schema/row-conversion.ts';
import { foldedPlaces, foldedWordsOfEach } from '../words/indexed-words.ts';
import {
  refuseUnkept,
  type Looked,
  type RecordSources,
  type SingleRecord,
  type SingleRecords,
} from './single-records.ts';
import type { AccountTables } from '../tables/tables.ts';
import {
  CHAT,
  HEAD,
  HELD,
  IDS,
  MESSAGES,
  MISSING,
  WHOLE,
  type Moments,
  type Selected,
  type TranscriptSelection,
} from './transcript-statements.ts';
import { Unkept } from './unkept.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';

/** A running chat's transcript is read again when it is older than this. */
const MAXIMUM_AGE_OF_RUNNING = seconds(60);

/** The ids of one statement that returns no more than ids. */
const ID_BATCH_SIZE = 5000;

/** Transcripts: kept for good once their chat has ended. */
export class Transcripts {
  readonly #tables: AccountTables;
  /** Those through which transcripts are shown: of all chats, or of one agent's. */
  readonly #shown: AccountTables;
  readonly #singles: SingleRecords;
  readonly #upstream: Upstream;
  readonly #clock: Clock;
  readonly #refusals: Refusals<ChatId>;
  readonly #unkept = new Unkept<Transcript>();

  constructor(
    sources: Pick<RecordSources, 'tables' | 'singles' | 'upstream' | 'clock'>,
    shown: AccountTables = sources.tables,
  ) {
    this.#shown = shown;
    ({ tables: this.#tables, singles: this.#singles, upstream: this.#upstream, clock: this.#clock } = sources);
    this.#refusals = new Refusals(sources.clock);
  }

  /** Reads one chat with its messages. Throws RecordNotFound, PermissionDenied and what else upstream throws. */
  async read(chatId: ChatId, question: Question): Promise<Looked<Transcript>> {
    const { own } = this.#shown;
    const reading = this.#singles.read(this.#single(chatId), MAXIMUM_AGE_OF_RUNNING, question);
    if (own === undefined) return reading;
    const looked = await reading.catch((error: unknown) => {
      // Nobody is told whether another agent has such a chat.
      throw error instanceof RecordNotFound ? new NotAmongOwn('chat', chatId) : error;
    });
    if (looked.record.chat.agent?.agentId !== own) throw new NotAmongOwn('chat', chatId);
    return looked;
  }

  /** The chats of a selection, newest first, whose transcripts are not at hand as they were in the end. */
  async missing(selection: TranscriptSelection, limit?: number): Promise<ChatId[]> {
    const missing: ChatId[] = [];
    await eachInSlices(await portionsOf(this.#shown, selection), async ({ start, end }) => {
      const left = limit === undefined ? undefined : limit - missing.length;
      if (left === 0) return;
      const rows = await MISSING(this.#shown, { ...this.#selected({ ...selection, start, end }), limit: left });
      for (const { chat_id: chatId } of rows) missing.push(chatId);
    });
    return missing;
  }

  /** Estimates the time that reading `count` transcripts takes, with everybody's questions first. */
  timeFor(count: number): Promise<Seconds> {
    return this.#upstream.timeFor({ endpoint: 'chat', priority: 'background' }, count);
  }

  /**
   * The number of transcripts of a selection that are at hand, whole or not, and of how many chats; and the number that
   * are not at hand as they were in the end.
   */
  async held(
    selection: TranscriptSelection,
  ): Promise<{ readonly have: number; readonly of: number; readonly missing: number }> {
    const sum = { have: 0, of: 0, missing: 0 };
    await eachInSlices(await portionsOf(this.#shown, selection), async ({ start, end }) => {
      const [held] = await HELD(this.#shown, this.#selected({ ...selection, start, end }));
      if (held === undefined) return;
      sum.have += held.have;
      sum.of += held.of;
      sum.missing += held.missing;
    });
    return sum;
  }

  /** Reads the transcripts of some chats in that order, several at once, until the question's deadline. */
  readAll(chatIds: readonly ChatId[], question: Question): Promise<ReadEach> {
    return readEach(chatIds, async (chatId) => refuseUnkept(await this.read(chatId, question)), this.#refusals);
  }

  /** Whether the service lately did not give a transcript, when many were asked for. */
  isRefused(chatId: ChatId): boolean {
    return this.#refusals.has(chatId);
  }

  /** Those of some chats whose transcripts are loaded as they were in the end, and when each was loaded. */
  async wholeAmong(chatIds: readonly ChatId[]): Promise<Map<ChatId, EpochMillis>> {
    const whole = new Map<ChatId, EpochMillis>();
    for (const some of batchesOf(chatIds, ID_BATCH_SIZE)) {
      const rows = await WHOLE(this.#shown, { ...this.#moments(), chatIds: some });
      for (const { chat_id: chatId, fetched_at: loadedAt } of rows) if (loadedAt !== null) whole.set(chatId, loadedAt);
    }
    return whole;
  }

  /**
   * The authors and times of the messages of those of some chats that are listed and whose transcripts are at hand, in
   * any order. Messages are read for it only in an archive of an earlier version.
   */
  authoredOf(chatIds: readonly ChatId[]): Promise<AuthoredTranscript[]> {
    return authoredTranscripts(this.#shown, chatIds);
  }

  /** The chats of a selection. */
  async chatIds(selection: TranscriptSelection): Promise<ChatId[]> {
    const rows = await IDS(this.#shown, this.#selected(selection));
    return rows.map(({ chat_id: chatId }) => chatId);
  }

  #moments(): Moments {
    const now = this.#clock();
    return { now, dayAgo: epochMillis(now - MILLIS_PER_DAY) };
  }

  #selected({ isOver = false, ...selection }: TranscriptSelection): Selected {
    return { ...selection, ...this.#moments(), isOver: isOver || undefined };
  }

  #single(chatId: ChatId): SingleRecord<Transcript> {
    return {
      key: `transcript ${chatId}`,
      what: 'transcripts',
      stored: () => this.#stored(chatId),
      isFinal: ({ chat }, fetchedAt) => isOver(chat, fetchedAt),
      fetch: (context) => this.#upstream.getChat(chatId, context),
      refuseErased: ({ chat }) => this.#tables.refuseErased('chat', chatId, chat.visitor.visitorId),
      unkept: this.#unkept,
      keep: (transcript, fetchedAt, now) => keepTranscript(this.#tables, transcript, fetchedAt, now),
    };
  }

  async #stored(chatId: ChatId) {
    const [head] = await HEAD(this.#tables, { chatId });
    const [row] = await CHAT(this.#tables, { chatId });
    if (head === undefined || row === undefined) return undefined;
    const messages = await MESSAGES(this.#tables, { chatId });
    const chat = chatFrom(row);
    const record: Transcript = omitUndefined({
      chat,
      context: contextFrom(head.context),
      firstVisitAt: head.first_visit_at,
      messages: await mapInSlices(messages, messageFrom),
    });
    return { record, fetchedAt: head.fetched_at };
  }
}

/**
 * Keeps a chat with what was said in it, as it was asked for at `fetchedAt`, unless a later one is there. Throws
 * RecordErased.
 */
export async function keepTranscript(
  accountTables: AccountTables,
  transcript: Transcript,
  fetchedAt: EpochMillis,
  now: EpochMillis,
): Promise<void> {
  const { chatId } = transcript.chat;
  // Before the transaction, in which everybody else waits.
  const words = await foldedWordsOfEach(transcript.messages.map(({ text }) => textOf(text)));
  await accountTables.transaction(async (tables) => {
    const { account } = tables;
    await tables.refuseErased('chat', chatId, transcript.chat.visitor.visitorId);
    await tables.keepSeen('chats', [chatRow(transcript.chat, account, fetchedAt)], now);
    const head = {
      account,
      chat_id: chatId,
      fetched_at: fetchedAt,
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
  });
}

/** A chat without an end was missed, still goes on, or never gets one: after a day nobody waits or talks any more. */
function isOver({ requestedAt, endedAt }: Chat, then: EpochMillis): boolean {
  return then >= (endedAt ?? requestedAt + MILLIS_PER_DAY);
}
