import { sql } from 'kysely';
import type { Term } from '../words/word-query.ts';
import type { ChatWords, FoundChat, WordIndex } from '../tables/word-index.ts';

/** The size of a tsvector, which may be 1 MB. Words that do not fit are not found. */
const MAX_BYTES = 900_000;
/** The places that a tsvector has. Beyond, words are found, and phrases are not. */
const LAST_PLACE = 16_383;
/** The places of a word that it keeps. */
const MAX_PLACES_OF_A_WORD = 255;
const BYTES_OF_A_PLACE = 2;
/** The most that the entry of a word takes beside its text and its places. */
const BYTES_OF_AN_ENTRY = 8;

/**
 * PostgreSQL's full-text index over our own words: texts are never given to its parsers and dictionaries, so it is the
 * same under every locale. Our words are letters and digits, and need no more than quotes.
 */
export const postgresWordIndex: WordIndex = {
  put: async (connection, account, chats) => {
    for (const chat of chats) {
      await sql`INSERT INTO transcript_words (account, chat_id, words)
        VALUES (${account}, ${chat.chatId}, ${vectorOf(chat)}::tsvector)
        ON CONFLICT (account, chat_id) DO UPDATE SET words = excluded.words`.execute(connection);
    }
  },
  remove: async (connection, account, chatIds) => {
    for (const chatId of chatIds) {
      await sql`DELETE FROM transcript_words WHERE account = ${account} AND chat_id = ${chatId}`.execute(connection);
    }
  },
  wordsOf: ({ wanted, unwanted }) => [...wanted.map(termOf), ...unwanted.map((term) => `!${termOf(term)}`)].join(' & '),
  found: (account, words) =>
    // Divided by the logarithm of the length: else a long chat fits everything.
    sql<FoundChat>`(SELECT chat_id, ts_rank(words, ${words}::tsquery, 1) AS score FROM transcript_words
      WHERE words @@ ${words}::tsquery AND account = ${account})`,
};

function termOf({ words, isPrefix }: Term): string {
  return `(${words.map((word) => `'${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`;
}

function vectorOf({ messages }: ChatWords): string {
  const places = new Map<string, number[]>();
  let place = 0;
  let bytes = 0;
  for (const message of messages) {
    for (const word of message) {
      place = Math.min(place + 1, LAST_PLACE);
      const known = places.get(word);
      bytes += known === undefined ? Buffer.byteLength(word) + BYTES_OF_AN_ENTRY : BYTES_OF_A_PLACE;
      if (bytes > MAX_BYTES) return textOf(places);
      if (known === undefined) places.set(word, [place]);
      else if (known.length < MAX_PLACES_OF_A_WORD && known.at(-1) !== place) known.push(place);
    }
    // A place that nothing has, so that no phrase goes over two messages.
    place += 1;
  }
  return textOf(places);
}

function textOf(places: ReadonlyMap<string, readonly number[]>): string {
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
