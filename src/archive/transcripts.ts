import { MILLIS_PER_DAY } from '../model/day.ts';
import type { ChatId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { Chat, Transcript } from '../model/records.ts';
import { seconds, type EpochMillis } from '../model/units.ts';
import type { Upstream } from '../upstream/client.ts';
import { chatFrom, chatRow, contextFrom, messageFrom, messageRow } from './rows.ts';
import type { Looked, SingleRecord, SingleRecords } from './single-records.ts';
import type { AccountTables } from './tables.ts';

/** A running chat's transcript is read again when it is older than this. */
const MAXIMUM_AGE_OF_RUNNING = seconds(60);

/** Transcripts: kept for good once their chat has ended. */
export class Transcripts {
  readonly #tables: AccountTables;
  readonly #singles: SingleRecords;
  readonly #upstream: Upstream;

  constructor(tables: AccountTables, singles: SingleRecords, upstream: Upstream) {
    this.#tables = tables;
    this.#singles = singles;
    this.#upstream = upstream;
  }

  /** One chat with its messages. Throws RecordNotFound, PermissionDenied and what else upstream throws. */
  read(chatId: ChatId, question: Question): Promise<Looked<Transcript>> {
    return this.#singles.read(this.#single(chatId), MAXIMUM_AGE_OF_RUNNING, question);
  }

  #single(chatId: ChatId): SingleRecord<Transcript> {
    return {
      key: `transcript ${chatId}`,
      what: 'transcripts',
      stored: () => this.#stored(chatId),
      fetch: (context) => this.#upstream.getChat(chatId, context),
      keep: (transcript, fetchedAt) =>
        this.#tables.transaction(async (tables) => {
          const { account } = tables;
          await tables.upsert('chats', [chatRow(transcript.chat, account, fetchedAt)]);
          await tables.upsert('transcripts', [
            {
              account,
              chat_id: chatId,
              fetched_at: fetchedAt,
              first_visit_at: transcript.firstVisitAt ?? null,
              context: JSON.stringify(transcript.context),
            },
          ]);
          await tables.upsert(
            'messages',
            transcript.messages.map((message, index) => messageRow(message, index, { account, chat_id: chatId })),
          );
          await tables.cutMessages(chatId, transcript.messages.length);
        }),
    };
  }

  async #stored(chatId: ChatId) {
    const head = await this.#tables.transcripts().where('chat_id', '=', chatId).selectAll().executeTakeFirst();
    const row = await this.#tables.kept.chats().where('chat_id', '=', chatId).selectAll().executeTakeFirst();
    if (head === undefined || row === undefined) return undefined;
    const messages = await this.#tables
      .messages()
      .where('chat_id', '=', chatId)
      .orderBy('position')
      .selectAll()
      .execute();
    const chat = chatFrom(row);
    const record: Transcript = {
      chat,
      context: contextFrom(head.context),
      ...(head.first_visit_at !== null && { firstVisitAt: head.first_visit_at }),
      messages: messages.map(messageFrom),
    };
    return { record, fetchedAt: head.fetched_at, isFinal: isOver(chat, head.fetched_at) };
  }
}

/** A chat without an end was missed, still goes on, or never gets one: after a day nobody waits or talks any more. */
function isOver({ requestedAt, endedAt }: Chat, then: EpochMillis): boolean {
  return then >= (endedAt ?? requestedAt + MILLIS_PER_DAY);
}
