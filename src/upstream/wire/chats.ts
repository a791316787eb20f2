import { z } from 'zod';
import { Foreign } from '../../model/foreign.ts';
import { ChatId } from '../../model/ids.ts';
import type { Chat, ChatMessage, Transcript } from '../../model/records.ts';
import { namedAgent, namedAgentFields } from './agents.ts';
import { fact, inTimeOrder, moment, number, ownId, parts, requiredMoment, text, recordOf } from './values.ts';
import { visitorContact, visitorContactFields, visitorContext, visitorContextFields } from './visitors.ts';

const chatFields = {
  chat_id: ownId(ChatId),
  chat_request_time: requiredMoment,
  conversation_start_time: moment,
  conversation_end_time: moment,
  is_missed: number,
  // The name in the field table of the single chat; its sample has `is_missed`.
  is_missed_chat: number,
  chat_started_by: number,
  is_chat_transferred: number,
  chat_ended_by: number,
  rating: number,
  ...visitorContactFields,
  ...namedAgentFields,
};

function chat(wire: z.infer<z.ZodObject<typeof chatFields>>): Chat {
  return recordOf<Chat>({
    chatId: wire.chat_id,
    requestedAt: wire.chat_request_time,
    startedAt: wire.conversation_start_time,
    endedAt: wire.conversation_end_time,
    missedCode: wire.is_missed ?? wire.is_missed_chat,
    startedByCode: wire.chat_started_by,
    transferredCode: wire.is_chat_transferred,
    endedByCode: wire.chat_ended_by,
    ratingCode: wire.rating,
    visitor: visitorContact(wire),
    agent: namedAgent(wire),
  });
}

/** Chat, list item (specification, section 2). */
export const WireChat = z.object(chatFields).transform(chat);

const WireChatMessage = z
  .object({ author_name: fact, message: text, message_time: moment, user_type: number, message_type: text })
  .transform((wire) =>
    recordOf<ChatMessage>({
      authorName: wire.author_name,
      text: wire.message ?? new Foreign(''),
      at: wire.message_time,
      userTypeCode: wire.user_type,
      messageType: wire.message_type,
    }),
  );

/** Chat, single (specification, section 2). */
export const WireTranscript = z
  .object({
    ...chatFields,
    ...visitorContextFields,
    first_visit_time: moment,
    messages: parts(WireChatMessage, (words) => ({ text: words })),
  })
  .transform((wire) =>
    recordOf<Transcript>({
      chat: chat(wire),
      context: visitorContext(wire),
      firstVisitAt: wire.first_visit_time,
      messages: inTimeOrder(wire.messages, (message) => message.at),
    }),
  );
