import { z } from 'zod';

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

export type CodeName = keyof typeof CODE_MEANINGS;
export type CodeMeaning<Name extends CodeName> = (typeof CODE_MEANINGS)[Name][number];

const meanings = <Name extends CodeName>(name: Name) =>
  z.record(z.string().regex(/^-?\d{1,9}$/, 'must be an integer code'), z.enum(CODE_MEANINGS[name])).optional();

/**
 * The setting `codes`: what each value means on this desk, for instance `{ "is_missed": { "1": "missed", "0": "served" } }`.
 * A code that is named here is read by this alone; the evidence in the data is then not asked.
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

/** How often a code was seen together with what can prove its meaning. */
export interface CodeObservations {
  readonly chats: readonly {
    readonly missedCode?: number;
    readonly ratingCode?: number;
    readonly hasConversation: boolean;
    readonly count: number;
  }[];
  readonly offlineMessages: readonly {
    readonly unreadCode?: number;
    readonly replied: boolean;
    readonly count: number;
  }[];
}
