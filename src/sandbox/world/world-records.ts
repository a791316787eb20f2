// What exists in the sandbox's world, in plain words. How any of it looks on the wire is decided in `../wire.ts`.
// Everything is mutable on purpose: a test may change the world, and the server serves the change at the next request.

import type { Script } from '../script/script.ts';
import type { Facts } from './phrases/phrasebook.ts';

/** A login of the REST API (specification, section 5): the agent's email address and password. */
export interface Login {
  email: string;
  password: string;
}

export type Role = 'Super Admin' | 'Admin' | 'Agent';

export interface Agent {
  agentId: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: Role;
  status: 'Online' | 'Offline';
  /** Epoch ms. */
  lastLoginAt: number;
  concurrentChatLimit: number;
  createdInYear: number;
  designation: string;
  additionalInfo: string;
  enabled: boolean;
}

/** The device, the connection and the place a visitor came from. */
export interface Whereabouts {
  ipAddress: string;
  platform: string;
  browser: string;
  browserVersion: string;
  country: string;
  region: string;
  city: string;
  latitude: string;
  longitude: string;
  isp: string;
  referrerLink: string;
}

/** The contact details that a visitor gave in one session; any of it may be empty. */
export interface Contact {
  name: string;
  email: string;
  phone: string;
}

export interface VisitorRecord {
  contact: Contact;
  whereabouts: Whereabouts;
}

export interface Visitor {
  visitorId: number;
  /** Epoch ms. */
  firstVisitAt: number;
  /** Distinct records over all sessions, oldest first; never empty. */
  records: VisitorRecord[];
  totalViews: number;
  totalVisits: number;
}

export interface Message {
  author: 'visitor' | 'agent' | 'bot' | 'system';
  authorName: string;
  text: string;
  /** Epoch ms. */
  at: number;
  /** The source that the text was made from, for tests that ask what is true of it; the service never shows it. */
  source?: Source;
}

/** A phrase of a phrase book before its slots were filled and a hand wrote it, and the facts of the case. */
export interface Source {
  phrase: string;
  facts: Facts;
}

export type Rating = 1 | 2 | 3 | 4 | 5;

export interface Chat {
  chatId: number;
  /** Epoch ms. */
  requestedAt: number;
  /** A missed chat has neither agent, start, end nor rating. */
  missed: boolean;
  startedBy: 'visitor' | 'agent';
  transferred: boolean;
  /** When the human agent accepted, epoch ms; before the agent's first message. */
  startedAt?: number;
  /** Epoch ms; absent while the chat is still running. */
  endedAt?: number;
  endedBy?: 'visitor' | 'agent';
  /** The agent the row names: the last one, where the chat was transferred. */
  agentId?: number;
  /** The agent who accepted a chat that was transferred later. */
  transferredFrom?: number;
  rating?: Rating;
  visitorId: number;
  visitorName: string;
  visitorEmail: string;
  visitorPhone: string;
  whereabouts: Whereabouts;
  /** In time order. Written when first read, from the seed and the chat alone. */
  messages: Message[];
}

export interface Reply {
  agentId: number;
  text: string;
  /** Epoch ms. */
  at: number;
}

export interface OfflineMessage {
  offlineMessageId: number;
  visitorId: number;
  visitorName: string;
  visitorEmail: string;
  visitorPhone: string;
  subject: string;
  text: string;
  /** Epoch ms. */
  receivedAt: number;
  /** Whether an agent opened it; an opened message may still be unanswered. */
  unread: boolean;
  replies: Reply[];
}

export interface BotEndpoint {
  name: string;
  /** The chatbot attribute that keeps the received data. */
  attribute: string;
  /** The node of the bot's script where a session goes on when data came. */
  node: string;
}

/** A chatbot with its webhook (specification, section 4.5). */
export interface Bot {
  botId: string;
  name: string;
  webhookId: string;
  token: string;
  endpoints: BotEndpoint[];
  /** The script of sessions that begin from now on. */
  script: Script;
  /** Ids of the sessions that run from the start, and wait for the webhook. Later ones are in the service only. */
  sessions: string[];
}

/** The part of a world that is at hand, whatever its size. */
export interface Shop {
  /** The moment the world ends, epoch ms. */
  now: number;
  account: { superAdmin: Login; admin: Login; agent: Login };
  /** By id. */
  agents: Agent[];
  bots: Bot[];
}

/** A world that is all there. */
export interface World extends Shop {
  /** By first visit, oldest first. */
  visitors: Visitor[];
  /** By request time, oldest first. */
  chats: Chat[];
  /** By received time, oldest first. */
  offlineMessages: OfflineMessage[];
}

/**
 * A world too large to be at hand: its records are made when they are read, the same each time. It cannot be changed,
 * so a change that a test or a fault makes to a record is not in the next answer.
 */
export interface LargeWorld extends Shop {
  /** The chats asked for from `from` up to, not including, `to`, epoch ms; oldest first. */
  chatsBetween: (from: number, to: number) => Iterable<Chat>;
  records: Records;
}

export type AnyWorld = World | LargeWorld;

export type Order = 'newest' | 'oldest' | 'shuffled';

/** Rows of which a part can be taken; an array is one, and so are rows that are made when they are taken. */
export interface Rows<T> {
  readonly length: number;
  slice: (from: number, to: number) => readonly T[];
}

/** The choice of chats that a query of the service makes. */
export interface ChatChoice {
  /** Times from `from` up to, not including, `to`: epoch ms. */
  from: number;
  to: number;
  /** The event that the times belong to: the request, or the start of the conversation, if there is one. */
  time: 'request' | 'start';
  /** Whether those without an end are among them. */
  running: 'listed' | 'unlisted';
  /** Whether agents also have the chats that they passed on, or only those that name them. */
  agentsChats: 'involved' | 'named';
  /** Groups of agents: each of them has to have an agent of the chat. */
  agents: readonly (readonly number[])[];
}

/** The ways in which the service reads a world. */
export interface Records {
  chat: (chatId: number) => Chat | undefined;
  /** Rows of the same time are in the order in which they were added, or, the newest first, in reverse. */
  chats: (choice: ChatChoice, order: Order) => Rows<Chat>;
  /** A visitor's, oldest first. */
  chatsOf: (visitorId: number) => readonly Chat[];
  visitor: (visitorId: number) => Visitor | undefined;
  /** By first visit. */
  visitors: (order: Order) => Rows<Visitor>;
  offlineMessage: (offlineMessageId: number) => OfflineMessage | undefined;
  /** By the time they came in. */
  offlineMessages: (order: Order) => Rows<OfflineMessage>;
}
