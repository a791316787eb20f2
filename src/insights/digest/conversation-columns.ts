import type { ChatId } from '../../model/ids.ts';
import type { Responses } from './responses.ts';
import type { ConversationColumns } from '../../figures/conversation-columns.ts';
import { segmentsOf } from '../../figures/statistics/segments.ts';

/** Puts measured transcripts into columns. */
export function conversationColumns(measured: ReadonlyMap<ChatId, Responses>): ConversationColumns {
  const places = new Map<number, number>([...measured.keys()].map((chatId, place) => [chatId, place]));
  const responses = [...measured.values()];
  return {
    placeOf: (chatId) => places.get(chatId),
    firsts: segmentsOf(responses.map(({ first }) => (first === undefined ? [] : [first]))),
    all: segmentsOf(responses.map(({ all }) => all)),
    messages: segmentsOf(responses.map(({ messages }) => [messages])),
    asked: Uint8Array.from(responses, ({ asked }) => Number(asked)),
    dropped: segmentsOf(responses.map(({ dropped }) => [Number(dropped)])),
  };
}
