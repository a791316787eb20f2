import type { RawBuilder } from 'kysely';
import type { ChatId } from '../../model/ids.ts';
import type { AccountKey, Connection } from '../schema/schema.ts';
import type { WordQuery } from '../words/word-query.ts';

/** The words of each message of a chat, folded (indexed-words.ts). */
export interface ChatWords {
  readonly chatId: ChatId;
  readonly messages: readonly (readonly string[])[];
}

/** An engine's index of words. A chat is found by words anywhere in it, but by a phrase only within one message. */
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
