import { z } from 'zod';
import { Foreign, textOf } from '../../model/foreign.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
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

const text = z
  .string()
  .transform((written) => new Foreign(written))
  .exactOptional();
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

/** A stranger's text of a row. */
export function foreign(text: string | null): Foreign | undefined {
  return text === null ? undefined : new Foreign(text);
}

/** A record as JSON, with what strangers wrote in it as plain text. */
export function jsonOf(record: VisitorContext | VisitorProfile): string {
  return JSON.stringify(opened(record));
}

function opened(value: unknown): unknown {
  if (value instanceof Foreign) return textOf(value);
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, opened(part)]));
}

/** Reads what `jsonOf` made of a visitor's context. */
export function contextFrom(json: string): VisitorContext {
  return context.parse(JSON.parse(json));
}

/** Reads what `jsonOf` made of a visitor's profile. */
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

/** The agent that a row names; undefined where it names none. */
export function agentFrom(row: AgentColumns): NamedAgent | undefined {
  if (row.agent_id === null) return undefined;
  return omitUndefined({
    agentId: row.agent_id,
    firstName: row.agent_first_name,
    lastName: row.agent_last_name,
    email: row.agent_email,
  });
}

export interface ContactColumns {
  visitor_id: VisitorId | null;
  visitor_name: string | null;
  visitor_email: string | null;
  visitor_phone: string | null;
}

function contactColumns(visitor: VisitorContact): ContactColumns {
  return {
    visitor_id: visitor.visitorId ?? null,
    visitor_name: textOf(visitor.name) ?? null,
    visitor_email: textOf(visitor.email) ?? null,
    visitor_phone: textOf(visitor.phone) ?? null,
  };
}

export function contactFrom(row: ContactColumns): VisitorContact {
  return omitUndefined({
    visitorId: row.visitor_id,
    name: foreign(row.visitor_name),
    email: foreign(row.visitor_email),
    phone: foreign(row.visitor_phone),
  });
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
  return omitUndefined({
    chatId: row.chat_id,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    missedCode: row.missed_code,
    startedByCode: row.started_by_code,
    transferredCode: row.transferred_code,
    endedByCode: row.ended_by_code,
    ratingCode: row.rating_code,
    visitor: contactFrom(row),
    agent: agentFrom(row),
  });
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
  return omitUndefined({
    agentId: row.agent_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    status: row.status,
    lastLoginAt: row.last_login_at,
    concurrentChatLimit: row.concurrent_chat_limit,
    createTime: row.create_time,
    designation: row.designation,
    additionalInfo: row.additional_info,
    enabledCode: row.enabled_code,
  });
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
    author_name: textOf(message.authorName) ?? null,
    text: textOf(message.text),
    at: message.at ?? null,
    user_type_code: message.userTypeCode ?? null,
    message_type: textOf(message.messageType) ?? null,
  };
}

/** The message of a row. */
export function messageFrom(row: MessageRow): ChatMessage {
  return omitUndefined({
    text: new Foreign(row.text),
    authorName: foreign(row.author_name),
    at: row.at,
    userTypeCode: row.user_type_code,
    messageType: foreign(row.message_type),
  });
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
    subject: textOf(message.subject) ?? null,
    text: textOf(message.text) ?? null,
    received_at: message.receivedAt,
    unread_code: message.unreadCode ?? null,
    reply_count: message.replyCount ?? null,
    seen_at: seenAt,
    gone_at: null,
  };
}

/** The offline message of a row. */
export function offlineMessageFrom(row: OfflineMessageRow): OfflineMessage {
  return omitUndefined({
    offlineMessageId: row.offline_message_id,
    visitor: contactFrom(row),
    receivedAt: row.received_at,
    subject: foreign(row.subject),
    text: foreign(row.text),
    unreadCode: row.unread_code,
    replyCount: row.reply_count,
  });
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
    text: textOf(reply.text),
    replied_at: reply.repliedAt ?? null,
    ...agentColumns(reply.agent),
  };
}

/** The reply of a row. */
export function offlineReplyFrom(row: OfflineReplyRow): OfflineReply {
  return omitUndefined({ text: new Foreign(row.text), repliedAt: row.replied_at, agent: agentFrom(row) });
}

/** The row of a visitor as seen at `seenAt`. */
export function visitorRow(visitor: Visitor, account: AccountKey, seenAt: EpochMillis): VisitorRow {
  return {
    account,
    visitor_id: visitor.visitorId,
    name: textOf(visitor.name) ?? null,
    email: textOf(visitor.email) ?? null,
    phone: textOf(visitor.phone) ?? null,
    first_visit_at: visitor.firstVisitAt ?? null,
    context: jsonOf(visitor.context),
    ...visitorWords(visitor),
    seen_at: seenAt,
    gone_at: null,
  };
}

export function visitorFrom(
  row: Pick<VisitorRow, 'visitor_id' | 'name' | 'email' | 'phone' | 'first_visit_at' | 'context'>,
): Visitor {
  return omitUndefined({
    visitorId: row.visitor_id,
    name: foreign(row.name),
    email: foreign(row.email),
    phone: foreign(row.phone),
    firstVisitAt: row.first_visit_at,
    context: contextFrom(row.context),
  });
}
