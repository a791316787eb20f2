import { timeText } from '../../model/words/time.ts';
import { OfflineMessageId } from '../../model/ids.ts';
import { unkeptWords } from '../../answers/error-words.ts';
import { nextPageWords, quotedName, RECENT, recordResource, ROOM_FOR_PAGE } from '../../answers/record-resource.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { visitorName } from '../../answers/words/names.ts';
import { offlineMessagePage } from './offline-message-page.ts';

/** `chat://offline-messages/{offline_message_id}`: a message, its replies and the decision about it. */
export const offlineMessage = recordResource<OfflineMessageId>({
  name: 'offline message',
  title: 'Offline message',
  description: 'One offline message with its replies and the decision about it.',
  uri: 'chat://offline-messages/{offline_message_id}',
  variable: 'offline_message_id',
  tool: 'get_offline_message',
  id: (value) => OfflineMessageId.safeParse(value).data,
  recent: async (desk, redactor) =>
    (await desk.archive.offlineMessages.find()).slice(0, RECENT).map((message) => ({
      id: message.offlineMessageId,
      label: `${timeText(desk.zone, message.receivedAt)} ${quotedName(visitorName(message.visitor, redactor))}`,
    })),
  read: async (id, desk, question) => {
    const args = { offline_message_id: id };
    const { unkept, text, codes, page, nextCursor, closing } = await offlineMessagePage(
      args,
      desk,
      question,
      ROOM_FOR_PAGE,
    );
    const shown = paragraphs(
      text,
      nextPageWords(desk, {
        tool: 'get_offline_message',
        argument: 'offline_message_id',
        id,
        cursor: nextCursor,
        left: page.left,
      }),
      codes,
      unkeptWords(unkept),
    );
    return { text: shown, closing };
  },
});
