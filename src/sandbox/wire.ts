// The world as the service shows it: the objects of the specification's section 2. Nothing else knows the wire.
import { codesOf } from './codes.ts';
import type { Dialect } from './dialects.ts';
import { fieldForm, type WireObject } from './field-forms.ts';
import { recordsOf } from './world/records.ts';
import type {
  Agent,
  AnyWorld,
  Chat,
  Message,
  OfflineMessage,
  Reply,
  Visitor,
  VisitorRecord,
  Whereabouts,
} from './world/world-records.ts';

/** What the address of an agent is called: in a list, and in a single chat. */
type EmailField = 'email' | 'agent_email';

/** The fields of a conversation that only a chat with an agent has. */
interface Handling {
  times: WireObject;
  agent: WireObject;
}

/**
 * Writes a world in a dialect: the objects of the specification's section 2, one method each. What changes in the world
 * is in the next object.
 */
export function createWire(world: AnyWorld, dialect: Dialect) {
  const records = recordsOf(world);
  const codes = codesOf(dialect);
  const form = fieldForm(dialect);
  const words = WORDS[dialect.words];

  const agentOf = (id: number | undefined): Agent | undefined => world.agents.find(({ agentId }) => agentId === id);

  function handling(chat: Chat, emailField: EmailField): Handling {
    if (chat.missed && dialect.missed_chats !== 'zero') return NOBODY_HANDLED[dialect.missed_chats](emailField);
    return {
      times: { conversation_start_time: chat.startedAt, conversation_end_time: chat.endedAt },
      agent: nameFields(agentOf(chat.agentId), emailField),
    };
  }

  /** The fields that a chat has in the list and alone, up to the visitor. */
  const chatFacts = (chat: Chat, missedName: Dialect['missed_name'], times: WireObject): WireObject => ({
    chat_id: chat.chatId,
    chat_request_time: chat.requestedAt,
    [missedName]: chat.missed ? codes.is_missed.missed : codes.is_missed.served,
    chat_started_by: codes.chat_started_by[chat.startedBy],
    is_chat_transferred: yesOrNo(codes.is_chat_transferred, chat.transferred),
    ...times,
    chat_ended_by: codes.chat_ended_by[chat.endedBy ?? 'none'],
    visitor_id: chat.visitorId,
  });

  const rating = (chat: Chat): number =>
    chat.rating === undefined ? codes.rating.none : chat.rating * codes.rating.star;

  const message = (message: Message): WireObject =>
    form({
      author_name: message.authorName,
      message: message.text,
      message_time: message.at,
      user_type: codes.user_type[message.author],
      message_type: words.messageType[message.author],
    });

  const offlineMessageFacts = (message: OfflineMessage): WireObject => ({
    offline_message_id: message.offlineMessageId,
    visitor_id: message.visitorId,
    visitor_name: message.visitorName,
    visitor_email: message.visitorEmail,
    visitor_phone: message.visitorPhone,
    subject: message.subject,
    message: message.text,
    received_time: message.receivedAt,
    unread: yesOrNo(codes.unread, message.unread),
  });

  const reply = (reply: Reply): WireObject =>
    form({ reply_message: reply.text, message_reply_time: reply.at, ...nameFields(agentOf(reply.agentId), 'email') });

  const visitorRecord = ({ contact, whereabouts }: VisitorRecord): WireObject => {
    const { browser_version: _, country, ...place } = placeFields(whereabouts);
    return form({
      visitor_name: contact.name,
      visitor_email: contact.email,
      visitor_phone: contact.phone,
      ...place,
      ...(dialect.country !== 'top_level' && { country }),
    });
  };

  return {
    /** "Agent"; the same in the list and alone. */
    agent: (agent: Agent) =>
      form({
        ...nameFields(agent, 'email'),
        phone_no: agent.phone,
        role: words.role[agent.role],
        status: words.status[agent.status],
        last_login_time: agent.lastLoginAt,
        concurrent_chat_limit: agent.concurrentChatLimit,
        create_time: CREATE_TIME[dialect.create_time](agent.createdInYear),
        designation: agent.designation,
        additional_info: agent.additionalInfo,
        enabled: yesOrNo(codes.enabled, agent.enabled),
      }),

    chatItem: (chat: Chat) => {
      const { times, agent } = handling(chat, 'email');
      return form({
        ...chatFacts(chat, 'is_missed', times),
        visitor_email: chat.visitorEmail,
        visitor_name: chat.visitorName,
        visitor_phone: chat.visitorPhone,
        ...agent,
        rating: rating(chat),
      });
    },

    chatDetail: (chat: Chat) => {
      const { times, agent } = handling(chat, 'agent_email');
      const visitor = records.visitor(chat.visitorId);
      return form({
        ...chatFacts(chat, dialect.missed_name, times),
        first_visit_time: visitor?.firstVisitAt,
        ...placeFields(chat.whereabouts),
        visitor_email: chat.visitorEmail,
        visitor_phone: chat.visitorPhone,
        visitor_name: chat.visitorName,
        ...agent,
        rating: rating(chat),
        messages: chat.messages.map(message),
      });
    },

    offlineMessageItem: (message: OfflineMessage) =>
      form({ ...offlineMessageFacts(message), reply_message_count: message.replies.length }),

    offlineMessageDetail: (message: OfflineMessage) =>
      form({ ...offlineMessageFacts(message), reply_messages: message.replies.map(reply) }),

    /** The visitor as their latest record has them. */
    visitorItem: (visitor: Visitor) => {
      const { contact, whereabouts } = latestRecord(visitor);
      return form({
        visitor_id: visitor.visitorId,
        name: contact.name,
        email: contact.email,
        phone: contact.phone,
        first_visit_time: visitor.firstVisitAt,
        ...placeFields(whereabouts),
      });
    },

    visitorDetail: (visitor: Visitor) => {
      const chats = records.chatsOf(visitor.visitorId).filter(({ missed }) => !missed);
      const durations = chats.map(({ startedAt, endedAt }) => (startedAt && endedAt ? endedAt - startedAt : 0));
      const starts = chats.flatMap(({ startedAt }) => startedAt ?? []);
      return form({
        visitor_id: visitor.visitorId,
        first_visit_time: visitor.firstVisitAt,
        visitor_records: visitor.records.map(visitorRecord),
        ...(dialect.country !== 'in_records' && { country: latestRecord(visitor).whereabouts.country }),
        total_views: visitor.totalViews,
        total_visits: visitor.totalVisits,
        total_chats: chats.length,
        total_chat_duration: durations.reduce((sum, duration) => sum + duration, 0),
        last_chat_start_time: starts.length === 0 ? undefined : Math.max(...starts),
      });
    },
  };
}

/** The words of fields that have a few: as the specification observed them, and as it does not rule out. */
const WORDS = {
  observed: {
    role: { 'Super Admin': 'Super Admin', Admin: 'Admin', Agent: 'Agent' },
    status: { Online: 'Online', Offline: 'Offline' },
    messageType: { visitor: 'chat', agent: 'chat', bot: 'chat', system: 'chat' },
  },
  others: {
    role: { 'Super Admin': 'Super Admin', Admin: 'Supervisor', Agent: 'Team Lead' },
    status: { Online: 'Online', Offline: 'Away' },
    messageType: { visitor: 'chat', agent: 'chat', bot: 'card', system: 'notice' },
  },
} as const;

const CREATE_TIME: Readonly<Record<Dialect['create_time'], (year: number) => number | string>> = {
  year: (year) => year,
  milliseconds: (year) => Date.UTC(year, 2, 4, 9, 30),
  text: (year) => `${year}-03-04 09:30:00.0`,
};

/** The conversation of a missed chat. `zero` is not here: it is what any field without a value looks like. */
const NOBODY_HANDLED: Readonly<Record<Exclude<Dialect['missed_chats'], 'zero'>, (emailField: EmailField) => Handling>> =
  {
    absent: () => ({ times: {}, agent: {} }),
    null: (emailField) => ({
      times: { conversation_start_time: null, conversation_end_time: null },
      agent: { agent_id: null, [emailField]: null, first_name: null, last_name: null },
    }),
    implausible: (emailField) => ({
      times: { conversation_start_time: -1, conversation_end_time: Date.UTC(1999, 11, 31) },
      agent: { agent_id: -1, [emailField]: '-', first_name: '-', last_name: '-' },
    }),
  };

/** The fields that name an agent; somebody who does not exist has no id. */
function nameFields(agent: Agent | undefined, emailField: EmailField): WireObject {
  return {
    agent_id: agent?.agentId,
    first_name: agent?.firstName ?? '',
    last_name: agent?.lastName ?? '',
    [emailField]: agent?.email ?? '',
  };
}

function placeFields(whereabouts: Whereabouts): WireObject {
  return {
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

function latestRecord({ visitorId, records }: Visitor): VisitorRecord {
  const latest = records.at(-1);
  if (!latest) throw new Error(`Visitor ${visitorId} has no record`);
  return latest;
}

function yesOrNo(codes: { readonly no: number; readonly yes: number }, value: boolean): number {
  return value ? codes.yes : codes.no;
}
