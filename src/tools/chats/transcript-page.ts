import { countsOf } from '../../insights/digest/digest.ts';
import { ChatId } from '../../model/ids.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import { readCursor, writeCursor, type Asked } from '../../answers/cursor.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { estimatedTokens, paragraphs } from '../../answers/token-budget.ts';
import { chatLine } from './chat-words.ts';
import { shownDigest, type ShownDigest } from './digest-words.ts';
import { pageOfTexts, placeAt, positionOf, type HeadedText, type PageOfTexts } from '../../answers/texts.ts';
import { digestOf, messageHeading, readTranscript, type ReadTranscript } from './read-transcript.ts';

/** One chat, as a question names it. */
interface Arguments {
  readonly chat_id: number;
  readonly view: 'digest' | 'full';
  readonly cursor?: string | undefined;
  readonly asked: Asked;
}

/** The part of a chat that fits into an answer: its heading, and its messages from the cursor on. */
export interface TranscriptPage {
  readonly read: ReadTranscript;
  readonly digest: Pick<ShownDigest, 'data'>;
  readonly page: PageOfTexts;
  /** The words of the page, in their boundary. */
  readonly text: OwnText;
  readonly nextCursor: OwnText | undefined;
  /** The messages from the cursor on for a view, which takes as many as are moved at once, and where they go on. */
  readonly forView: () => Promise<ViewedMessages>;
}

/** The messages that a view gets at once. */
interface ViewedMessages {
  readonly shown: PageOfTexts['shown'];
  readonly nextCursor: OwnText | undefined;
}

/** Most chats in one piece; of one with 20,000 messages some thousand. */
const VIEW_TOKENS = 120_000;
/** The beginning of one, where the words have no message: assistants look through many chats so, and their views ask for the rest. */
const BEGINNING_TOKENS = 2_000;

/** Reads a chat and fills a page of so many tokens. Throws InvalidArgument, and what `readTranscript` throws. */
export async function transcriptPage(
  args: Arguments,
  desk: Desk,
  question: AskedQuestion,
  tokens: number,
): Promise<TranscriptPage> {
  const position = readCursor(args);
  const { zone } = desk;
  const read = await readTranscript(ChatId.parse(args.chat_id), desk, question);
  const { transcript, roles, book, redactor } = read;
  // Further pages have what to know the chat by, and the digest no more.
  const digest =
    position === undefined
      ? shownDigest(read, await digestOf(read), zone)
      : { words: chatLine(transcript.chat, book, zone, redactor), data: { messages: countsOf(roles) } };
  const { messages, chat } = transcript;
  const textAt = async (index: number): Promise<HeadedText> => ({
    heading: messageHeading(read, index, zone),
    text: await redactor.block(messages[index]?.text ?? ''),
  });
  const cursorOf = ({ next }: PageOfTexts) => next && writeCursor(args, positionOf(next, chat.chatId));
  const page = await pageOfTexts(
    args.view === 'digest' ? 0 : messages.length,
    placeAt(position),
    tokens - estimatedTokens(digest.words),
    textAt,
  );
  return {
    read,
    digest,
    page,
    text: paragraphs(
      enclosed(page.shown.length === 0 ? digest.words : paragraphs(digest.words, page.lines)),
      args.view === 'full' && messages.length === 0 ? safe`The chat has no messages.` : undefined,
    ),
    nextCursor: cursorOf(page),
    forView: async () => {
      const isGlance = args.view === 'digest' && position === undefined;
      const most = isGlance ? BEGINNING_TOKENS : VIEW_TOKENS;
      const viewed = await pageOfTexts(messages.length, placeAt(position), most, textAt);
      return { shown: viewed.shown, nextCursor: cursorOf(viewed) };
    },
  };
}
