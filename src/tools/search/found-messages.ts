import type { WordQuery } from '../../archive/words/word-query.ts';
import type { Conversation, RankedChat } from '../../archive/search/transcript-search.ts';
import { rolesOf, type AuthorClues, type Role } from '../../insights/codes/authorship.ts';
import type { ChatMessage } from '../../model/records.ts';
import { inSlices, type Steps } from '../../model/slices.ts';
import type { Desk } from '../../answers/desk.ts';

/** The message of a chat that stands for it in an answer, and who wrote it. */
export interface FoundMessage {
  readonly message: ChatMessage;
  readonly role: Role;
}

/**
 * The message of a chat with most of the words that are looked for: a phrase has several. Where only some authors count,
 * they have to have written all of what is looked for, in whatever messages; else undefined.
 */
export function* foundMessage(
  { chat, messages }: Conversation,
  query: WordQuery,
  clues: AuthorClues,
  authors?: readonly Role[],
): Steps<FoundMessage | undefined> {
  const roles = rolesOf(messages, chat, clues);
  const written = new Set<unknown>();
  let best: (FoundMessage & { readonly words: number }) | undefined;
  for (const [index, message] of messages.entries()) {
    yield;
    const role = roles[index] ?? 'unknown';
    if (authors !== undefined && !authors.includes(role)) continue;
    const terms = new Set(query.matchesIn(message.text).map(({ term }) => term));
    for (const term of terms) written.add(term);
    const words = [...terms].reduce((sum, term) => sum + term.words.length, 0);
    if (best === undefined || words > best.words) best = { message, role, words };
  }
  return authors !== undefined && written.size < query.wanted.length ? undefined : best;
}

/** Some of the chats of a ranking, and how many are left out because it is not known who wrote there. */
export interface ChatsSaidBy {
  readonly chats: readonly RankedChat[];
  readonly unknown: number;
}

/** The number of chats that are held at once. */
const BATCH_SIZE = 100;

/** The chats in which an author wrote all of what is looked for, in the same order. */
export async function chatsSaidBy(
  author: Role,
  ranked: readonly RankedChat[],
  query: WordQuery,
  clues: AuthorClues,
  { archive }: Desk,
): Promise<ChatsSaidBy> {
  const chats: RankedChat[] = [];
  let unknown = 0;
  for (let begin = 0; begin < ranked.length; begin += BATCH_SIZE) {
    const some = ranked.slice(begin, begin + BATCH_SIZE);
    const conversations = await archive.search.conversations(some.map(({ chatId }) => chatId));
    for (const chat of some) {
      const conversation = conversations.get(chat.chatId);
      if (conversation === undefined) continue;
      const isSaidBy = async (authors: readonly Role[]): Promise<boolean> =>
        (await inSlices(foundMessage(conversation, query, clues, authors))) !== undefined;
      if (await isSaidBy([author])) chats.push(chat);
      else if (await isSaidBy([author, 'unknown'])) unknown += 1;
    }
  }
  return { chats, unknown };
}
