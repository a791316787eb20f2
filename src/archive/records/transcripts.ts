import { NotAmongOwn, RecordNotFound } from '../../model/errors.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import { eachInSlices, mapInSlices } from '../../model/slices.ts';
import type { Chat, Transcript } from '../../model/records.ts';
import { epochMillis, seconds, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { authoredTranscripts, type AuthoredTranscript } from '../figures/authored-transcripts.ts';
import { portionsOf } from '../figures/day-portions.ts';
import { batchesOf } from '../tables/batches.ts';
import { readEach, Refusals, type ReadEach } from './read-each.ts';
import { chatFrom, contextFrom, messageFrom } from '../schema/row-conversion.ts';
import type { Asking } from '../reader/asking.ts';
import type { Plans } from '../reader/plan.ts';
import { isRecent } from '../walking/freshness.ts';
import type { RecordSource } from './record-source.ts';
import type { Looked, RecordPlaces, SingleRecord, SingleRecords } from './single-records.ts';
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
  readonly #asking: Asking;
  readonly #plans: Plans;
  readonly #source: RecordSource<Transcript>;
  readonly #clock: Clock;
  readonly #refusals: Refusals<ChatId>;
  readonly #unkept = new Unkept<Transcript>();

  constructor(
    places: Pick<RecordPlaces, 'tables' | 'singles' | 'asking' | 'plans' | 'clock'>,
    source: RecordSource<Transcript>,
    shown: AccountTables = places.tables,
  ) {
    this.#shown = shown;
    ({ tables: this.#tables, singles: this.#singles, clock: this.#clock } = places);
    ({ asking: this.#asking, plans: this.#plans } = places);
    this.#source = source;
    this.#refusals = new Refusals(places.clock);
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
    return this.#plans.timeFor({ endpoint: 'chat', priority: 'background' }, count);
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
  async readAll(chatIds: readonly ChatId[], question: Question): Promise<ReadEach> {
    const [whole, fetchedAt] = [await this.wholeAmong(chatIds), await this.#source.fetchedAt(this.#tables, chatIds)];
    const old = chatIds.filter((chatId) => {
      const at = fetchedAt.get(chatId);
      return !whole.has(chatId) && (at === undefined || !isRecent(at, MAXIMUM_AGE_OF_RUNNING, this.#clock()));
    });
    return readEach(this.#asking, { endpoint: 'chat', ids: old }, this.#refusals, question);
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
      source: this.#source,
      id: chatId,
      stored: () => this.#stored(chatId),
      isFinal: ({ chat }, fetchedAt) => isOver(chat, fetchedAt),
      refuseErased: ({ chat }) => this.#tables.refuseErased('chat', chatId, chat.visitor.visitorId),
      unkept: this.#unkept,
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

/** A chat without an end was missed, still goes on, or never gets one: after a day nobody waits or talks any more. */
function isOver({ requestedAt, endedAt }: Chat, then: EpochMillis): boolean {
  return then >= (endedAt ?? requestedAt + MILLIS_PER_DAY);
}
