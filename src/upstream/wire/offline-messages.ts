import { z } from 'zod';
import { Foreign } from '../../model/foreign.ts';
import { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage, OfflineMessageThread, OfflineReply } from '../../model/records.ts';
import { namedAgent, namedAgentFields } from './agents.ts';
import { inTimeOrder, moment, number, ownId, parts, requiredMoment, text, recordOf } from './values.ts';
import { visitorContact, visitorContactFields } from './visitors.ts';

const offlineMessageFields = {
  offline_message_id: ownId(OfflineMessageId),
  subject: text,
  message: text,
  received_time: requiredMoment,
  unread: number,
  ...visitorContactFields,
};

function offlineMessage(
  wire: z.infer<z.ZodObject<typeof offlineMessageFields>>,
  replyCount: number | undefined,
): OfflineMessage {
  return recordOf<OfflineMessage>({
    offlineMessageId: wire.offline_message_id,
    visitor: visitorContact(wire),
    subject: wire.subject,
    text: wire.message,
    receivedAt: wire.received_time,
    unreadCode: wire.unread,
    replyCount,
  });
}

/** Offline message, list item (specification, section 2). */
export const WireOfflineMessage = z
  .object({ ...offlineMessageFields, reply_message_count: number })
  .transform((wire) => offlineMessage(wire, wire.reply_message_count));

const WireReply = z.object({ reply_message: text, message_reply_time: moment, ...namedAgentFields }).transform((wire) =>
  recordOf<OfflineReply>({
    text: wire.reply_message ?? new Foreign(''),
    repliedAt: wire.message_reply_time,
    agent: namedAgent(wire),
  }),
);

/** Offline message, single (specification, section 2): it carries the replies and no count of them. */
export const WireOfflineMessageThread = z
  .object({ ...offlineMessageFields, reply_messages: parts(WireReply, (words) => ({ text: words })) })
  .transform((wire): OfflineMessageThread => ({
    message: offlineMessage(wire, wire.reply_messages.length),
    replies: inTimeOrder(wire.reply_messages, (reply) => reply.repliedAt),
  }));
