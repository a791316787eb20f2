import type { RankedChat } from '../../archive/search/transcript-search.ts';
import type { WordQuery } from '../../archive/words/word-query.ts';
import type { Desk } from '../../answers/desk.ts';
import { redactorAbout } from '../../answers/selection/known-visitor.ts';
import type { ToolQuestion } from '../../answers/tool.ts';
import type { AuthorClues, Role } from '../../insights/codes/authorship.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { ChatId } from '../../model/ids.ts';
import { inSlices } from '../../model/slices.ts';
import type { ShownPassage } from './passage-record.ts';
import { foundMessage, whoSaid, type Said } from './who-said.ts';

/** A chat that was found, and its place among all that were: it never moves back from page to page. */
export interface PassageRow {
  readonly chat: RankedChat;
  readonly place: number;
}

/** The number of chats that are held at once. */
const BATCH_SIZE = 100;

/** Who said what is looked for in each of some chats. */
export async function saidInEach(
  chats: readonly RankedChat[],
  query: WordQuery,
  clues: AuthorClues,
  { archive }: Desk,
): Promise<ReadonlyMap<ChatId, Said>> {
  const said = new Map<ChatId, Said>();
  for (let begin = 0; begin < chats.length; begin += BATCH_SIZE) {
    const batch = chats.slice(begin, begin + BATCH_SIZE).map(({ chatId }) => chatId);
    for (const [chatId, conversation] of await archive.search.conversations(batch)) {
      said.set(chatId, await inSlices(whoSaid(conversation, query, clues)));
    }
  }
  return said;
}

/**
 * The chats behind a page: after the chat that was shown last, wherever newer transcripts have moved it, or from its place if
 * it is gone.
 */
export function rowsBehind(found: readonly RankedChat[], after: readonly number[] | undefined): PassageRow[] {
  const [place = -1, last] = after ?? [];
  const index = found.findIndex(({ chatId }) => chatId === last);
  const begin = index === -1 ? Math.max(place, 0) : index + 1;
  return found.slice(begin).map((chat, behind) => ({ chat, place: Math.max(begin, place + 1) + behind }));
}

/** How the passages of a page are found and shown. */
interface Showing {
  readonly query: WordQuery;
  readonly clues: AuthorClues;
  readonly author: Role | undefined;
  readonly period: Period;
}

/** The messages that stand for the chats of a page. */
export async function shownPassages(
  rows: readonly PassageRow[],
  { query, clues, author, period }: Showing,
  { archive }: Desk,
  { redactor }: ToolQuestion,
): Promise<readonly ShownPassage[]> {
  const chatIds = rows.map(({ chat }) => chat.chatId);
  const conversations = await archive.search.conversations(chatIds);
  const contexts = await archive.search.contexts(chatIds);
  const shown: ShownPassage[] = [];
  for (const {
    chat: { chatId, score },
  } of rows) {
    const conversation = conversations.get(chatId);
    const passage = conversation && (await inSlices(foundMessage(conversation, query, clues, author)));
    if (conversation === undefined || passage === undefined) continue;
    const { chat } = conversation;
    const { at } = passage.message;
    shown.push({
      ...passage,
      chat,
      query,
      score,
      redactor: redactorAbout(chat.visitor, contexts.get(chatId), redactor).from(chat.agent),
      isOfThatDay: period.from === period.to && at !== undefined && period.zone.dateOf(at) === period.from,
    });
  }
  return shown;
}
