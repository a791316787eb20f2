// The world as the service shows it: the objects of the specification's section 2. Nothing else knows the wire.
import type { Agent, Chat, Message, OfflineMessage, Reply, Visitor, VisitorRecord, World } from './world/types.ts';

/** The integer codes, whose meaning the specification leaves open. A rating is its number of stars. */
export const CODES = {
  is_missed: { served: 0, missed: 1 },
  chat_started_by: { visitor: 1, agent: 2 },
  is_chat_transferred: { no: 0, yes: 1 },
  chat_ended_by: { none: 0, visitor: 1, agent: 2 },
  unread: { no: 0, yes: 1 },
  enabled: { no: 0, yes: 1 },
  rating: { none: 0 },
  user_type: { visitor: 1, agent: 2, bot: 3, system: 4 },
} as const;

/** What stands for a time, and for an agent, that does not exist. */
const NO_TIME = 0;
const NOBODY = { agentId: 0, firstName: '', lastName: '', email: '' } as const;

/** One JSON object of a response. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Section 2, "Agent"; the same in the list and alone. */
export function agentObject(agent: Agent): WireObject {
  return {
    agent_id: agent.agentId,
    first_name: agent.firstName,
    last_name: agent.lastName,
    email: agent.email,
    phone_no: agent.phone,
    role: agent.role,
    status: agent.status,
    last_login_time: agent.lastLoginAt,
    concurrent_chat_limit: agent.concurrentChatLimit,
    create_time: agent.createdInYear,
    designation: agent.designation,
    additional_info: agent.additionalInfo,
    enabled: yesOrNo(CODES.enabled, agent.enabled),
  };
}

/** Section 2, "Chat (list item)". */
export function chatItem(world: World, chat: Chat): WireObject {
  const agent = agentOf(world, chat.agentId);
  return {
    ...chatFacts(chat),
    visitor_id: chat.visitorId,
    visitor_email: chat.visitorEmail,
    visitor_name: chat.visitorName,
    visitor_phone: chat.visitorPhone,
    agent_id: agent.agentId,
    first_name: agent.firstName,
    last_name: agent.lastName,
    email: agent.email,
    rating: chat.rating ?? CODES.rating.none,
  };
}

/** Section 2, "Chat (single, detail)". */
export function chatDetail(world: World, chat: Chat): WireObject {
  const agent = agentOf(world, chat.agentId);
  const visitor = world.visitors.find(({ visitorId }) => visitorId === chat.visitorId);
  const { whereabouts } = chat;
  return {
    ...chatFacts(chat),
    visitor_id: chat.visitorId,
    first_visit_time: visitor?.firstVisitAt ?? NO_TIME,
    ip_address: whereabouts.ipAddress,
    platform: whereabouts.platform,
    browser: whereabouts.browser,
    browser_version: whereabouts.browserVersion,
    country: whereabouts.country,
    region: whereabouts.region,
    latitude: whereabouts.latitude,
    longitude: whereabouts.longitude,
    isp: whereabouts.isp,
    city: whereabouts.city,
    referrer_link: whereabouts.referrerLink,
    visitor_email: chat.visitorEmail,
    visitor_phone: chat.visitorPhone,
    visitor_name: chat.visitorName,
    agent_id: agent.agentId,
    agent_email: agent.email,
    first_name: agent.firstName,
    last_name: agent.lastName,
    rating: chat.rating ?? CODES.rating.none,
    messages: chat.messages.map(messageObject),
  };
}

/** Section 2, "Offline message (list item)". */
export function offlineMessageItem(message: OfflineMessage): WireObject {
  return { ...offlineMessageFacts(message), reply_message_count: message.replies.length };
}

/** Section 2, "Offline message (single, detail)". */
export function offlineMessageDetail(world: World, message: OfflineMessage): WireObject {
  return {
    ...offlineMessageFacts(message),
    reply_messages: message.replies.map((reply) => replyObject(world, reply)),
  };
}

/** Section 2, "Visitor (list item)": the visitor as their latest record has them. */
export function visitorItem(visitor: Visitor): WireObject {
  const latest = visitor.records.at(-1);
  if (!latest) throw new Error(`Visitor ${visitor.visitorId} has no record`);
  const { contact, whereabouts } = latest;
  return {
    visitor_id: visitor.visitorId,
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    first_visit_time: visitor.firstVisitAt,
    ip_address: whereabouts.ipAddress,
    platform: whereabouts.platform,
    browser: whereabouts.browser,
    browser_version: whereabouts.browserVersion,
    country: whereabouts.country,
    region: whereabouts.region,
    latitude: whereabouts.latitude,
    longitude: whereabouts.longitude,
    isp: whereabouts.isp,
    city: whereabouts.city,
    referrer_link: whereabouts.referrerLink,
  };
}

/** Section 2, "Visitor (single, detail)". */
export function visitorDetail(world: World, visitor: Visitor): WireObject {
  const chats = world.chats.filter((chat) => chat.visitorId === visitor.visitorId && !chat.missed);
  const durations = chats.map(({ startedAt, endedAt }) => (startedAt && endedAt ? endedAt - startedAt : 0));
  return {
    visitor_id: visitor.visitorId,
    first_visit_time: visitor.firstVisitAt,
    visitor_records: visitor.records.map(visitorRecordObject),
    total_views: visitor.totalViews,
    total_visits: visitor.totalVisits,
    total_chats: chats.length,
    total_chat_duration: durations.reduce((sum, duration) => sum + duration, 0),
    last_chat_start_time: Math.max(NO_TIME, ...chats.map(({ startedAt }) => startedAt ?? NO_TIME)),
  };
}

/** The fields that a chat has in the list and alone. */
function chatFacts(chat: Chat): WireObject {
  return {
    chat_id: chat.chatId,
    chat_request_time: chat.requestedAt,
    is_missed: chat.missed ? CODES.is_missed.missed : CODES.is_missed.served,
    chat_started_by: CODES.chat_started_by[chat.startedBy],
    is_chat_transferred: yesOrNo(CODES.is_chat_transferred, chat.transferred),
    conversation_start_time: chat.startedAt ?? NO_TIME,
    conversation_end_time: chat.endedAt ?? NO_TIME,
    chat_ended_by: CODES.chat_ended_by[chat.endedBy ?? 'none'],
  };
}

function messageObject(message: Message): WireObject {
  return {
    author_name: message.authorName,
    message: message.text,
    message_time: message.at,
    user_type: CODES.user_type[message.author],
    message_type: 'chat',
  };
}

function offlineMessageFacts(message: OfflineMessage): WireObject {
  return {
    offline_message_id: message.offlineMessageId,
    visitor_id: message.visitorId,
    visitor_name: message.visitorName,
    visitor_email: message.visitorEmail,
    visitor_phone: message.visitorPhone,
    subject: message.subject,
    message: message.text,
    received_time: message.receivedAt,
    unread: yesOrNo(CODES.unread, message.unread),
  };
}

function replyObject(world: World, reply: Reply): WireObject {
  const agent = agentOf(world, reply.agentId);
  return {
    reply_message: reply.text,
    message_reply_time: reply.at,
    agent_id: agent.agentId,
    first_name: agent.firstName,
    last_name: agent.lastName,
    email: agent.email,
  };
}

function visitorRecordObject({ contact, whereabouts }: VisitorRecord): WireObject {
  return {
    visitor_name: contact.name,
    visitor_email: contact.email,
    visitor_phone: contact.phone,
    ip_address: whereabouts.ipAddress,
    platform: whereabouts.platform,
    browser: whereabouts.browser,
    country: whereabouts.country,
    region: whereabouts.region,
    latitude: whereabouts.latitude,
    longitude: whereabouts.longitude,
    isp: whereabouts.isp,
    city: whereabouts.city,
    referrer_link: whereabouts.referrerLink,
  };
}

function agentOf(world: World, id: number | undefined): Pick<Agent, keyof typeof NOBODY> {
  return world.agents.find(({ agentId }) => agentId === id) ?? NOBODY;
}

function yesOrNo(codes: { readonly no: number; readonly yes: number }, value: boolean): number {
  return value ? codes.yes : codes.no;
}
