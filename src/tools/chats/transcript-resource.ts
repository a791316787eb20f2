import { timeText } from '../../model/words/time.ts';
import { ChatId } from '../../model/ids.ts';
import { unkeptWords } from '../../answers/error-words.ts';
import { nextPageWords, quotedName, RECENT, recordResource, ROOM_FOR_PAGE } from '../../answers/record-resource.ts';
import { closingLine } from '../../answers/closing.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { visitorName } from '../../answers/words/names.ts';
import { coveredMessages } from './read-transcript.ts';
import { transcriptCodes } from './chat-codes.ts';
import { transcriptPage } from './transcript-page.ts';

/** `chat://chats/{chat_id}/transcript`: a chat's digest and its messages. */
export const chatTranscript = recordResource<ChatId>({
  name: 'chat transcript',
  title: 'Chat transcript',
  description: 'One chat: a digest, and its messages as far as they fit.',
  uri: 'chat://chats/{chat_id}/transcript',
  variable: 'chat_id',
  tool: 'get_chat_transcript',
  id: (value) => ChatId.safeParse(value).data,
  recent: async (desk, redactor) =>
    (await desk.archive.chats.newest(RECENT)).map((chat) => ({
      id: chat.chatId,
      label: `${timeText(desk.zone, chat.requestedAt)} ${quotedName(visitorName(chat.visitor, redactor))}`,
    })),
  read: async (id, desk, question) => {
    const args = { chat_id: id, view: 'full' } as const;
    const { read, text, page, nextCursor } = await transcriptPage(args, desk, question, ROOM_FOR_PAGE);
    const shown = paragraphs(
      text,
      nextPageWords(desk, {
        tool: 'get_chat_transcript',
        argument: 'chat_id',
        id,
        cursor: nextCursor,
        left: page.left,
      }),
      transcriptCodes(read),
      unkeptWords(read.unkept),
    );
    return { text: shown, closing: closingLine([coveredMessages(read)], question, desk.zone, desk.clock()) };
  },
});
