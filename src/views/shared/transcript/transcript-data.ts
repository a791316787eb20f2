import * as z from 'zod/mini';

// What of the data of get_chat_transcript a view reads. Strangers' text has passed the redactor, and is a string like any other.

const Text = z.optional(z.string());
const Amount = z.optional(z.number());

const Said = z.object({ at: Text, text: z.string(), message: z.number() });
/** Something that was said, and the place of its message in the chat. */
export type Said = z.infer<typeof Said>;

const Message = z.object({
  at: Text,
  role: z.enum(['visitor', 'agent', 'bot', 'system', 'unknown']),
  author: Text,
  text: z.string(),
  message_type: Text,
});
export type Message = z.infer<typeof Message>;

export const TranscriptData = z.object({
  chat_id: z.number(),
  chat: z.object({
    requested_at: z.string(),
    missed: z.optional(z.boolean()),
    wait_seconds: Amount,
    duration_seconds: Amount,
    transferred: z.optional(z.boolean()),
    agent: z.optional(z.object({ agent_id: z.number(), name: Text })),
    visitor: z.optional(z.object({ visitor_id: Amount, name: Text })),
    rating: Amount,
    codes: z.optional(z.record(z.string(), z.number())),
  }),
  digest: z.object({
    messages: z.record(z.string(), z.number()),
    first_response_seconds: Amount,
    ended_by: z.optional(z.enum(['visitor', 'agent', 'nobody'])),
    ends_with_visitor: z.optional(z.boolean()),
    request: Text,
    last_words: z.optional(z.object({ visitor: z.optional(Said), agent: z.optional(Said) })),
    unanswered_questions: z.optional(z.array(Said)),
    commitments: z.optional(z.array(Said)),
    identifiers: z.optional(z.array(z.object({ kind: Text, value: z.string() }))),
    key_sentences: z.optional(z.array(z.extend(Said, { role: z.enum(['visitor', 'agent']) }))),
    language: Text,
    left_out: z.optional(z.object({ unanswered_questions: z.number(), commitments: z.number() })),
  }),
  messages: z.array(Message),
  from_character: Amount,
  next_cursor: Text,
  codes: Text,
  as_of: z.string(),
});
export type TranscriptData = z.infer<typeof TranscriptData>;
