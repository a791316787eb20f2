import type { Foreign } from './foreign.ts';
import type { AgentId, ChatId, OfflineMessageId, VisitorId } from './ids.ts';
import type { DeskText } from './text/trusted-text.ts';
import type { EpochMillis } from './time/units.ts';

// The records of the specification, section 2, as the rest of the house knows them. Integer codes stay codes here:
// what they mean is settled in model/codebook/codebook.ts. An absent key is a value that upstream did not give, gave as a
// placeholder, or gave as an implausible time.

export interface Agent {
  readonly agentId: AgentId;
  readonly firstName?: DeskText;
  readonly lastName?: DeskText;
  readonly email?: DeskText;
  readonly phone?: DeskText;
  readonly role?: DeskText;
  readonly status?: DeskText;
  readonly lastLoginAt?: EpochMillis;
  readonly concurrentChatLimit?: number;
  readonly createTime?: DeskText;
  readonly designation?: DeskText;
  readonly additionalInfo?: DeskText;
  readonly enabledCode?: number;
}

/** The visitor as a chat, an offline message or a visitor record gives them. */
export interface VisitorContact {
  readonly visitorId?: VisitorId;
  readonly name?: Foreign;
  readonly email?: Foreign;
  readonly phone?: Foreign;
}

/** The agent that a row names. For a transferred chat that is the last one. */
export interface NamedAgent {
  readonly agentId: AgentId;
  readonly firstName?: DeskText;
  readonly lastName?: DeskText;
  readonly email?: DeskText;
}

export interface Chat {
  readonly chatId: ChatId;
  readonly requestedAt: EpochMillis;
  readonly startedAt?: EpochMillis;
  readonly endedAt?: EpochMillis;
  readonly missedCode?: number;
  readonly startedByCode?: number;
  readonly transferredCode?: number;
  readonly endedByCode?: number;
  readonly ratingCode?: number;
  readonly visitor: VisitorContact;
  readonly agent?: NamedAgent;
}

/** The integer codes of a chat. */
export type ChatCodes = Pick<Chat, 'missedCode' | 'startedByCode' | 'transferredCode' | 'endedByCode' | 'ratingCode'>;

/** The place, network, machine and browser of a visitor. */
export interface VisitorContext {
  readonly ipAddress?: Foreign;
  readonly platform?: Foreign;
  readonly browser?: Foreign;
  readonly browserVersion?: Foreign;
  readonly country?: Foreign;
  readonly region?: Foreign;
  readonly city?: Foreign;
  readonly latitude?: Foreign;
  readonly longitude?: Foreign;
  readonly isp?: Foreign;
  readonly referrerLink?: Foreign;
}

export interface ChatMessage {
  readonly authorName?: Foreign;
  readonly text: Foreign;
  readonly at?: EpochMillis;
  readonly userTypeCode?: number;
  readonly messageType?: Foreign;
}

export interface Transcript {
  readonly chat: Chat;
  readonly context: VisitorContext;
  readonly firstVisitAt?: EpochMillis;
  /** In time order. */
  readonly messages: readonly ChatMessage[];
}

export interface OfflineMessage {
  readonly offlineMessageId: OfflineMessageId;
  readonly visitor: VisitorContact;
  readonly subject?: Foreign;
  readonly text?: Foreign;
  readonly receivedAt: EpochMillis;
  readonly unreadCode?: number;
  /** Only the list carries it; for a single record it is the number of its replies. */
  readonly replyCount?: number;
}

export interface OfflineReply {
  readonly text: Foreign;
  readonly repliedAt?: EpochMillis;
  readonly agent?: NamedAgent;
}

export interface OfflineMessageThread {
  readonly message: OfflineMessage;
  /** In time order. */
  readonly replies: readonly OfflineReply[];
}

export interface Visitor {
  readonly visitorId: VisitorId;
  readonly name?: Foreign;
  readonly email?: Foreign;
  readonly phone?: Foreign;
  readonly firstVisitAt?: EpochMillis;
  readonly context: VisitorContext;
}

/** One distinct set of facts that a visitor's sessions gave. */
export interface VisitorRecord {
  readonly name?: Foreign;
  readonly email?: Foreign;
  readonly phone?: Foreign;
  readonly context: VisitorContext;
}

export interface VisitorProfile {
  readonly visitorId: VisitorId;
  readonly firstVisitAt?: EpochMillis;
  readonly lastChatAt?: EpochMillis;
  readonly totalViews?: number;
  readonly totalVisits?: number;
  readonly totalChats?: number;
  /** Milliseconds, as upstream gives it. */
  readonly totalChatDurationMillis?: number;
  readonly records: readonly VisitorRecord[];
}
