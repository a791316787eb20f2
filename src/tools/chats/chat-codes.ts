import { CodeCounts, codesLine, readCode } from '../../answers/codes.ts';
import { meaningOf, type Codebook } from '../../model/codebook/codebook.ts';
import { CODES_OF_ROWS, type RowCode } from '../../figures/code-counts.ts';
import type { Chat, ChatCodes, ChatMessage } from '../../model/records.ts';
import type { ReadTranscript } from './read-transcript.ts';

/** The codes on which the line of a chat rests. */
const CODES_OF_LINES = ['is_missed', 'is_chat_transferred', 'rating'] as const satisfies readonly RowCode[];

/** The codes on which a chat rests, as a line or as data. */
const CODES_OF_CHATS = [...CODES_OF_LINES, 'chat_started_by', 'chat_ended_by'] as const satisfies readonly RowCode[];

/** The raw values of the codes of a chat that are not settled. */
export function openValuesOf(chat: Chat, book: Codebook): (readonly [RowCode, number])[] {
  return CODES_OF_CHATS.flatMap((name) => {
    const value = CODES_OF_ROWS[name](chat);
    const isSettled = name === 'rating' ? book.rating.settled : meaningOf(book, name, value) !== undefined;
    return value === undefined || isSettled ? [] : [[name, value] as const];
  });
}

/** Counts chats by the values of some codes, for the line about codes. */
export function codeCounts(
  chats: Iterable<ChatCodes> = [],
  names: readonly RowCode[] = CODES_OF_LINES,
): CodeCounts<ChatCodes>[] {
  return names.map((name) => new CodeCounts(name, CODES_OF_ROWS[name], chats));
}

/** The line about the codes of a chat and of its messages; undefined where nothing is to be said. */
export function transcriptCodes({ transcript: { chat, messages }, roles, voice }: ReadTranscript): string | undefined {
  const { book } = voice;
  // A code without a meaning says nothing new where the author's name says who wrote.
  const telling = messages.filter(
    ({ userTypeCode }, index) => roles[index] === 'unknown' || readCode(book, 'user_type', userTypeCode) !== undefined,
  );
  const authors = new CodeCounts('user_type', ({ userTypeCode }: ChatMessage) => userTypeCode, telling);
  return codesLine([...codeCounts([chat], CODES_OF_CHATS), authors], book);
}
