import { sql } from 'kysely';
import type { Term } from '../words/word-query.ts';
import type { FoundChat, WordIndex } from '../tables/word-index.ts';

/** Stands between two messages, so that no phrase goes over both. No word of a stranger has it: it is no letter. */
const BETWEEN_MESSAGES = ' \uE000 ';

/**
 * SQLite's full-text index, without the text. Its simplest tokenizer takes everything beyond ASCII for letters, and so
 * leaves our words as they are. A file holds one desk, so a row is a chat.
 */
export const sqliteWordIndex: WordIndex = {
  put: async (connection, _account, chats) => {
    for (const { chatId, messages } of chats) {
      const words = messages.map((message) => message.join(' ')).join(BETWEEN_MESSAGES);
      await sql`REPLACE INTO transcript_words (rowid, words) VALUES (${chatId}, ${words})`.execute(connection);
    }
  },
  remove: async (connection, _account, chatIds) => {
    for (const chatId of chatIds) {
      await sql`DELETE FROM transcript_words WHERE rowid = ${chatId}`.execute(connection);
    }
  },
  wordsOf: ({ wanted, unwanted }) => {
    const match = [
      wanted.map(quoted).join(' AND '),
      ...(unwanted.length === 0 ? [] : [unwanted.map(quoted).join(' OR ')]),
    ];
    return match.map((part) => `(${part})`).join(' NOT ');
  },
  found: (_account, words) =>
    sql<FoundChat>`(SELECT rowid AS chat_id, -bm25(transcript_words) AS score FROM transcript_words
      WHERE transcript_words MATCH ${words})`,
};

function quoted({ words, isPrefix }: Term): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
}
