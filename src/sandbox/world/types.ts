// What exists in the sandbox's world, in plain words. How any of it looks on the wire is decided in `../wire.ts`.
// Everything is mutable on purpose: a test may change the world, and the server serves the change at the next request.

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

/** What a visitor said of themselves in one session; any of it may be empty. */
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
}

/** A chatbot with its webhook (specification, section 4.5). */
export interface Bot {
  botId: string;
  name: string;
  webhookId: string;
  token: string;
  endpoints: BotEndpoint[];
  /** Ids of the sessions that are running now. */
  sessions: string[];
}

export interface World {
  /** The moment the world ends, epoch ms. */
  now: number;
  account: { superAdmin: Login; admin: Login; agent: Login };
  /** By id. */
  agents: Agent[];
  /** By first visit, oldest first. */
  visitors: Visitor[];
  /** By request time, oldest first. */
  chats: Chat[];
  /** By received time, oldest first. */
  offlineMessages: OfflineMessage[];
  bots: Bot[];
}
