import { joinMixed, mixed } from '../../privacy/quoted.ts';
import { Foreign } from '../../model/foreign.ts';
import { countsOf } from '../../insights/digest/digest.ts';
import { ChatId } from '../../model/ids.ts';
import { enclosed } from '../../privacy/boundary.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { estimatedTokens, paragraphs } from '../../answers/token-budget.ts';
import { shownDigest, type ShownDigest } from './digest-words.ts';
import { cursorAt, placeOf } from '../../answers/rows/record-cursor.ts';
import { pageOfTexts, type HeadedText, type PageOfTexts } from '../../answers/texts.ts';
import { chatFacts, chatHeading, visitorLine } from './transcript-facts.ts';
import { digestOf, messageHeading, readTranscript, type ReadTranscript } from './read-transcript.ts';

/** One chat, as a question names it. */
interface Arguments {
  readonly chat_id: number;
  readonly view: 'digest' | 'full';
  readonly cursor?: string | undefined;
}

/** The part of a chat that fits into an answer: its heading, and its messages from the cursor on. */
export interface TranscriptPage {
  readonly read: ReadTranscript;
  readonly digest: ShownDigest['data'];
  readonly page: PageOfTexts;
  /** The words of the page, in their boundary. */
  readonly text: string;
  readonly nextCursor: string | undefined;
  /** The messages from the cursor on for a view, which takes as many as are moved at once, and where they go on. */
  readonly viewed: () => Promise<ViewedMessages>;
}

/** The messages that a view gets at once. */
interface ViewedMessages {
  readonly shown: PageOfTexts['shown'];
  readonly nextCursor: string | undefined;
}

/** Most chats in one piece; of one with 20,000 messages some thousand. */
const VIEW_TOKENS = 120_000;
/** The beginning of one, where the words have no message: assistants look through many chats so, and their views ask for the rest. */
const BEGINNING_TOKENS = 2_000;

/** Reads a chat and fills a page of so many tokens. Throws InvalidArgument, and what `readTranscript` throws. */
export async function transcriptPage(
  { chat_id, view, cursor }: Arguments,
  desk: Desk,
  question: AskedQuestion,
  tokens: number,
): Promise<TranscriptPage> {
  const call = { tool: 'get_chat_transcript', args: { chat_id, view, cursor }, seal: question.seal } as const;
  const begin = placeOf(call);
  const read = await readTranscript(ChatId.parse(chat_id), desk, question);
  const { transcript, roles, voice } = read;
  const { messages, chat } = transcript;
  const textAt = async (index: number): Promise<HeadedText> => ({
    heading: messageHeading(read, index, begin.index),
    text: await voice.redactor.block(messages[index]?.text ?? new Foreign('')),
  });
  const count = view === 'digest' ? 0 : messages.length;
  const pageWithin = (room: number) => pageOfTexts(count, begin, room, textAt);
  const cursorOf = ({ next }: PageOfTexts) => next && cursorAt(next, call);
  const viewed = async () => {
    const isGlance = view === 'digest' && cursor === undefined;
    const some = await pageOfTexts(messages.length, begin, isGlance ? BEGINNING_TOKENS : VIEW_TOKENS, textAt);
    return { shown: some.shown, nextCursor: cursorOf(some) };
  };
  if (cursor !== undefined) {
    // Further pages have what to know the chat by, and the digest no more.
    const heading = `${chatHeading(chat, voice.zone)}, continued`;
    const page = await pageWithin(tokens - estimatedTokens(heading));
    return {
      read,
      digest: { messages: countsOf(roles) },
      page,
      text: paragraphs(heading, page.shown.length === 0 ? undefined : enclosed(page.lines)),
      nextCursor: cursorOf(page),
      viewed,
    };
  }
  const digest = await digestOf(read);
  const shown = shownDigest(read, digest);
  const facts = chatFacts(read, digest);
  const visitor = visitorLine(read);
  const room = tokens - estimatedTokens(mixed`${facts}${shown.times}${visitor}`);
  const whole = await pageWithin(room);
  // Beside all of its messages, none of them is quoted.
  const isWhole = count > 0 && whole.next === undefined;
  const quotes = joinMixed(isWhole ? [] : shown.quotes, '\n');
  const page = quotes.length === 0 ? whole : await pageWithin(room - estimatedTokens(quotes));
  const lines = [visitor, quotes, page.lines].filter(({ length }) => length > 0);
  return {
    read,
    digest: shown.data,
    page,
    text: paragraphs(
      isWhole ? [facts, shown.times].filter((text) => text !== '').join('\n') : facts,
      enclosed(joinMixed(lines, '\n')),
    ),
    nextCursor: cursorOf(page),
    viewed,
  };
}
