import { z } from 'zod';
import { VisitorId } from '../../model/ids.ts';
import type {
  Agent,
  Chat,
  ChatMessage,
  NamedAgent,
  OfflineMessage,
  OfflineReply,
  Visitor,
  VisitorContact,
  VisitorContext,
  VisitorProfile,
} from '../../model/records.ts';
import type { DeskText } from '../../model/text/trusted-text.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type {
  AccountKey,
  AgentRow,
  ChatRow,
  MessageRow,
  OfflineMessageRow,
  OfflineReplyRow,
  VisitorRow,
} from './schema.ts';
import { visitorWords } from '../words/visitor-search-columns.ts';

// Between records, in which an unknown value is an absent key, and rows, in which it is null.

function present<Key extends string, Value>(key: Key, value: Value | null): Partial<Record<Key, Value>> {
  const entry: Partial<Record<string, Value>> = value === null ? {} : { [key]: value };
  return entry;
}

const text = z.string().exactOptional();
const context = z.object({
  ipAddress: text,
  platform: text,
  browser: text,
  browserVersion: text,
  country: text,
  region: text,
  city: text,
  latitude: text,
  longitude: text,
  isp: text,
  referrerLink: text,
});
const moment = z.number().transform(epochMillis).exactOptional();
const count = z.number().exactOptional();
const profile = z.object({
  visitorId: VisitorId,
  firstVisitAt: moment,
  lastChatAt: moment,
  totalViews: count,
  totalVisits: count,
  totalChats: count,
  totalChatDurationMillis: count,
  records: z.array(z.object({ name: text, email: text, phone: text, context })),
});

/** Reads what `JSON.stringify` made of a visitor's context. */
export function contextFrom(json: string): VisitorContext {
  return context.parse(JSON.parse(json));
}

/** Reads what `JSON.stringify` made of a visitor's profile. */
export function profileFrom(json: string): VisitorProfile {
  return profile.parse(JSON.parse(json));
}

interface AgentColumns {
  agent_id: NamedAgent['agentId'] | null;
  agent_first_name: DeskText | null;
  agent_last_name: DeskText | null;
  agent_email: DeskText | null;
}

function agentColumns(agent: NamedAgent | undefined): AgentColumns {
  return {
    agent_id: agent?.agentId ?? null,
    agent_first_name: agent?.firstName ?? null,
    agent_last_name: agent?.lastName ?? null,
    agent_email: agent?.email ?? null,
  };
}

/** The agent that a row names. */
export function agentFrom(row: AgentColumns): { readonly agent?: NamedAgent } {
  if (row.agent_id === null) return {};
  return {
    agent: {
      agentId: row.agent_id,
      ...present('firstName', row.agent_first_name),
      ...present('lastName', row.agent_last_name),
      ...present('email', row.agent_email),
    },
  };
}

interface ContactColumns {
  visitor_id: VisitorId | null;
  visitor_name: string | null;
  visitor_email: string | null;
  visitor_phone: string | null;
}

function contactColumns(visitor: VisitorContact): ContactColumns {
  return {
    visitor_id: visitor.visitorId ?? null,
    visitor_name: visitor.name ?? null,
    visitor_email: visitor.email ?? null,
    visitor_phone: visitor.phone ?? null,
  };
}

function contactFrom(row: ContactColumns): VisitorContact {
  return {
    ...present('visitorId', row.visitor_id),
    ...present('name', row.visitor_name),
    ...present('email', row.visitor_email),
    ...present('phone', row.visitor_phone),
  };
}

/** The row of a chat as it was seen at `seenAt`. */
export function chatRow(chat: Chat, account: AccountKey, seenAt: EpochMillis): ChatRow {
  return {
    account,
    chat_id: chat.chatId,
    requested_at: chat.requestedAt,
    started_at: chat.startedAt ?? null,
    ended_at: chat.endedAt ?? null,
    missed_code: chat.missedCode ?? null,
    started_by_code: chat.startedByCode ?? null,
    transferred_code: chat.transferredCode ?? null,
    ended_by_code: chat.endedByCode ?? null,
    rating_code: chat.ratingCode ?? null,
    ...contactColumns(chat.visitor),
    ...agentColumns(chat.agent),
    seen_at: seenAt,
    gone_at: null,
  };
}

/** The chat of a row. */
export function chatFrom(row: ChatRow): Chat {
  return {
    chatId: row.chat_id,
    requestedAt: row.requested_at,
    ...present('startedAt', row.started_at),
    ...present('endedAt', row.ended_at),
    ...present('missedCode', row.missed_code),
    ...present('startedByCode', row.started_by_code),
    ...present('transferredCode', row.transferred_code),
    ...present('endedByCode', row.ended_by_code),
    ...present('ratingCode', row.rating_code),
    visitor: contactFrom(row),
    ...agentFrom(row),
  };
}

/** The row of an agent as seen at `seenAt`. */
export function agentRow(agent: Agent, account: AccountKey, seenAt: EpochMillis): AgentRow {
  return {
    account,
    agent_id: agent.agentId,
    first_name: agent.firstName ?? null,
    last_name: agent.lastName ?? null,
    email: agent.email ?? null,
    phone: agent.phone ?? null,
    role: agent.role ?? null,
    status: agent.status ?? null,
    last_login_at: agent.lastLoginAt ?? null,
    concurrent_chat_limit: agent.concurrentChatLimit ?? null,
    create_time: agent.createTime ?? null,
    designation: agent.designation ?? null,
    additional_info: agent.additionalInfo ?? null,
    enabled_code: agent.enabledCode ?? null,
    seen_at: seenAt,
    gone_at: null,
  };
}

/** The agent of a row. */
export function agentRecordFrom(row: AgentRow): Agent {
  return {
    agentId: row.agent_id,
    ...present('firstName', row.first_name),
    ...present('lastName', row.last_name),
    ...present('email', row.email),
    ...present('phone', row.phone),
    ...present('role', row.role),
    ...present('status', row.status),
    ...present('lastLoginAt', row.last_login_at),
    ...present('concurrentChatLimit', row.concurrent_chat_limit),
    ...present('createTime', row.create_time),
    ...present('designation', row.designation),
    ...present('additionalInfo', row.additional_info),
    ...present('enabledCode', row.enabled_code),
  };
}

/** The row of the message at a position of a chat, from 0. */
export function messageRow(
  message: ChatMessage,
  position: number,
  chat: Pick<MessageRow, 'account' | 'chat_id'>,
): MessageRow {
  return {
    account: chat.account,
    chat_id: chat.chat_id,
    position,
    author_name: message.authorName ?? null,
    text: message.text,
    at: message.at ?? null,
    user_type_code: message.userTypeCode ?? null,
    message_type: message.messageType ?? null,
  };
}

/** The message of a row. */
export function messageFrom(row: MessageRow): ChatMessage {
  return {
    text: row.text,
    ...present('authorName', row.author_name),
    ...present('at', row.at),
    ...present('userTypeCode', row.user_type_code),
    ...present('messageType', row.message_type),
  };
}

/** The row of an offline message as it was seen at `seenAt`. */
export function offlineMessageRow(
  message: OfflineMessage,
  account: AccountKey,
  seenAt: EpochMillis,
): OfflineMessageRow {
  return {
    account,
    offline_message_id: message.offlineMessageId,
    ...contactColumns(message.visitor),
    subject: message.subject ?? null,
    text: message.text ?? null,
    received_at: message.receivedAt,
    unread_code: message.unreadCode ?? null,
    reply_count: message.replyCount ?? null,
    seen_at: seenAt,
    gone_at: null,
  };
}

/** The offline message of a row. */
export function offlineMessageFrom(row: OfflineMessageRow): OfflineMessage {
  return {
    offlineMessageId: row.offline_message_id,
    visitor: contactFrom(row),
    receivedAt: row.received_at,
    ...present('subject', row.subject),
    ...present('text', row.text),
    ...present('unreadCode', row.unread_code),
    ...present('replyCount', row.reply_count),
  };
}

/** The row of the reply at a position under an offline message, from 0. */
export function offlineReplyRow(
  reply: OfflineReply,
  position: number,
  message: Pick<OfflineReplyRow, 'account' | 'offline_message_id'>,
): OfflineReplyRow {
  return {
    account: message.account,
    offline_message_id: message.offline_message_id,
    position,
    text: reply.text,
    replied_at: reply.repliedAt ?? null,
    ...agentColumns(reply.agent),
  };
}

/** The reply of a row. */
export function offlineReplyFrom(row: OfflineReplyRow): OfflineReply {
  return { text: row.text, ...present('repliedAt', row.replied_at), ...agentFrom(row) };
}

/** The row of a visitor as seen at `seenAt`. */
export function visitorRow(visitor: Visitor, account: AccountKey, seenAt: EpochMillis): VisitorRow {
  return {
    account,
    visitor_id: visitor.visitorId,
    name: visitor.name ?? null,
    email: visitor.email ?? null,
    phone: visitor.phone ?? null,
    first_visit_at: visitor.firstVisitAt ?? null,
    context: JSON.stringify(visitor.context),
    ...visitorWords(visitor),
    seen_at: seenAt,
    gone_at: null,
  };
}

export function visitorFrom(
  row: Pick<VisitorRow, 'visitor_id' | 'name' | 'email' | 'phone' | 'first_visit_at' | 'context'>,
): Visitor {
  return {
    visitorId: row.visitor_id,
    ...present('name', row.name),
    ...present('email', row.email),
    ...present('phone', row.phone),
    ...present('firstVisitAt', row.first_visit_at),
    context: contextFrom(row.context),
  };
}
