import type { RawBuilder } from 'kysely';
import type { ChatId } from '../../model/ids.ts';
import type { AccountKey, Connection } from '../schema/schema.ts';
import type { WordQuery } from '../words/word-query.ts';

/** What is written in a chat: the words of each message, in the form in which they are compared (indexed-words.ts). */
export interface ChatWords {
  readonly chatId: ChatId;
  readonly messages: readonly (readonly string[])[];
}

/**
 * How an engine finds words fast. A chat is found by words that stand anywhere in it, but by a phrase only within one
 * message.
 */
export interface WordIndex {
  /** Writes what is in some chats, in the place of what was there before. */
  put(connection: Connection, account: AccountKey, chats: readonly ChatWords[]): Promise<void>;
  remove(connection: Connection, account: AccountKey, chatIds: readonly ChatId[]): Promise<void>;
  /** A query as the index reads it. */
  wordsOf(query: WordQuery): string;
  /** The chats of an account that words of a query find, as a relation: the higher the score, the better one fits. */
  found(account: AccountKey, words: RawBuilder<string>): RawBuilder<FoundChat>;
}

export interface FoundChat {
  chat_id: ChatId;
  score: number;
}
