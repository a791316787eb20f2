import * as z from 'zod/mini';

// What of the answers' data the board reads. Strangers' text has passed the redactor, and is a string like any other.

export const LEVELS = ['urgent', 'soon', 'can_wait'] as const;
export type Level = (typeof LEVELS)[number];

const Text = z.optional(z.string());

const Message = z.object({
  offline_message_id: z.number(),
  received_at: z.string(),
  age_hours: z.number(),
  visitor: z.optional(z.object({ visitor_id: z.optional(z.number()), name: Text, email: Text })),
  subject: Text,
  text: Text,
  replies: z.optional(z.number()),
});
export type Message = z.infer<typeof Message>;

const Chat = z.object({
  chat_id: z.number(),
  requested_at: z.string(),
  missed: z.optional(z.boolean()),
  agent: z.optional(z.object({ name: Text })),
  rating: z.optional(z.number()),
});
export type Chat = z.infer<typeof Chat>;

const Decision = z.object({
  priority: z.enum(LEVELS),
  category: Text,
  note: Text,
  draft_reply: Text,
  decided_at: z.string(),
});
/** A decision that was recorded. */
export type Decision = z.infer<typeof Decision>;

const BoardMessage = z.extend(Message, {
  language: Text,
  evidence: z.optional(z.array(z.string())),
  similar: z.optional(z.array(z.number())),
  similar_left_out: z.optional(z.number()),
  triage: z.optional(Decision),
  other_messages: z.array(Message),
  other_messages_known: z.number(),
  chats: z.array(Chat),
  chats_known: z.number(),
});
/** A message of the queue, whole. */
export type BoardMessage = z.infer<typeof BoardMessage>;

/** A page of the queue (`list_offline_messages`). */
export const Page = z.object({
  total: z.number(),
  messages: z.array(BoardMessage),
  counts: z.object({
    decided: z.object({ urgent: z.number(), soon: z.number(), can_wait: z.number() }),
    undecided: z.number(),
  }),
  /** Why there are none. */
  nothing: Text,
  notes: z.optional(z.array(z.string())),
  next_cursor: Text,
  may_record: z.boolean(),
  coverage: z.object({ complete: z.boolean(), as_of: Text }),
});
export type Page = z.infer<typeof Page>;

/** What stands about a message after a decision was to be recorded (`record_triage`). */
export const Recorded = z.extend(Decision, { recorded: z.boolean() });

/** A message that somebody replied to (`get_offline_message`). */
export const Thread = z.object({
  replies: z.array(z.object({ at: Text, agent: Text, text: z.string() })),
  replies_left_out: z.optional(z.number()),
});
export type Reply = z.infer<typeof Thread>['replies'][number];
