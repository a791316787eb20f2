import type { Foreign } from './foreign.ts';
import { z } from 'zod';
import type { Agent, Chat, OfflineMessage } from './records.ts';
import type { EpochMillis } from './time/units.ts';

/**
 * The integer codes of the specification (section 2, "Numeric code meanings: not shown") and every meaning that a
 * value of each can have. A rating that is a value of its own has no entry: only "not rated" is a code.
 */
export const CODE_MEANINGS = {
  is_missed: ['missed', 'served'],
  chat_started_by: ['visitor', 'agent'],
  is_chat_transferred: ['transferred', 'not transferred'],
  chat_ended_by: ['visitor', 'agent', 'nobody'],
  unread: ['unread', 'read'],
  enabled: ['enabled', 'disabled'],
  rating: ['not rated'],
  user_type: ['visitor', 'agent', 'bot', 'system'],
} as const;

/** The codes, in the order in which they are told. */
export const CODE_NAMES = [
  'is_missed',
  'chat_started_by',
  'is_chat_transferred',
  'chat_ended_by',
  'unread',
  'enabled',
  'rating',
  'user_type',
] as const satisfies readonly (keyof typeof CODE_MEANINGS)[];

export type CodeName = (typeof CODE_NAMES)[number];
export type CodeMeaning<Name extends CodeName> = (typeof CODE_MEANINGS)[Name][number];

/** Every meaning that a value of any code can have, each once. */
export const ALL_MEANINGS = [
  'missed',
  'served',
  'visitor',
  'agent',
  'transferred',
  'not transferred',
  'nobody',
  'unread',
  'read',
  'enabled',
  'disabled',
  'not rated',
  'bot',
  'system',
] as const satisfies readonly CodeMeaning<CodeName>[];

/** The word of a list that says what a value of a code means; undefined where the code cannot mean it. */
export function meaningNamed<Name extends CodeName>(name: Name, word: string): CodeMeaning<Name> | undefined {
  const words: readonly CodeMeaning<Name>[] = CODE_MEANINGS[name];
  return words.find((one) => one === word);
}

/**
 * Who agreed to what is kept here. `host`: it was to ask its person, and accepted; whether a person did is not known.
 * `terminal`: somebody typed it at a terminal.
 */
export const AGREED_BY = ['host', 'terminal'] as const;
export type AgreedBy = (typeof AGREED_BY)[number];

/** The meaning of a value of a code, as a person said. */
export interface SaidMeaning {
  readonly code: CodeName;
  readonly value: number;
  readonly meaning: CodeMeaning<CodeName>;
  readonly agreedBy: AgreedBy;
  readonly decidedAt: EpochMillis;
}

const meanings = <Name extends CodeName>(name: Name) =>
  z.record(z.string().regex(/^-?\d{1,9}$/, 'must be an integer code'), z.enum(CODE_MEANINGS[name])).optional();

/**
 * The setting `codes`: what each value means on this desk, for instance `{ "is_missed": { "1": "missed", "0": "served" } }`.
 * A code that is named here is read by this alone; where the data prove something else, that is told beside it.
 */
export const CodeSettings = z.strictObject({
  is_missed: meanings('is_missed'),
  chat_started_by: meanings('chat_started_by'),
  is_chat_transferred: meanings('is_chat_transferred'),
  chat_ended_by: meanings('chat_ended_by'),
  unread: meanings('unread'),
  enabled: meanings('enabled'),
  rating: meanings('rating'),
  user_type: meanings('user_type'),
});
export type CodeSettings = z.infer<typeof CodeSettings>;

/** Chats that are alike in all of this, counted. */
export interface SeenChats extends Pick<
  Chat,
  'missedCode' | 'startedByCode' | 'transferredCode' | 'endedByCode' | 'ratingCode'
> {
  readonly hasStarted: boolean;
  readonly hasEnded: boolean;
  /** Whether the conversation began a second or more after the request; absent where one of the two is not known. */
  readonly hasWaited?: boolean;
  readonly namesAgent: boolean;
  /** Seen within two hours of its request: a chat without a start may be waiting, and is not missed yet. */
  readonly isRecent: boolean;
  readonly count: number;
}

/** The authors of a chat, without what they wrote. */
export interface SeenTranscript {
  readonly chat: Chat;
  readonly authors: readonly SeenAuthor[];
}

/** One name under one code. */
export interface SeenAuthor {
  readonly name?: Foreign;
  readonly userTypeCode?: number;
  readonly firstAt?: EpochMillis;
}

/** Offline messages that are alike in all of this, counted. */
export interface SeenOfflineMessages extends Pick<OfflineMessage, 'unreadCode'> {
  readonly replied: boolean;
  /** Received within half a day before it was seen. */
  readonly isRecent: boolean;
  readonly count: number;
}

/** An agent of the list, as it was read at `seenAt`. */
export interface SeenAgent extends Pick<Agent, 'enabledCode' | 'status' | 'lastLoginAt'> {
  readonly seenAt: EpochMillis;
}

/** Everything that was seen of the integer codes, and that can prove their meaning. */
export interface CodeObservations {
  readonly chats: readonly SeenChats[];
  readonly transcripts: readonly SeenTranscript[];
  /** Everybody known to be an agent, by the list or by a chat's row. */
  readonly agentNames: readonly Pick<Agent, 'firstName' | 'lastName'>[];
  readonly offlineMessages: readonly SeenOfflineMessages[];
  readonly agents: readonly SeenAgent[];
  /** What a person said that values mean. */
  readonly said: readonly SaidMeaning[];
}
