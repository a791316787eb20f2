import * as z from 'zod/mini';
import type { Answered } from '../shared/host.ts';

// What the view reads of answers, parsed where they come in. test/views/desk holds it to what the tools give.

const number = z.optional(z.number());

const Numeral = z.object({ value: z.number(), words: z.string() });
export type Numeral = z.infer<typeof Numeral>;

/** A figure as every answer shows it (`figures/figure-view.ts`): its words are there, and no others are made here. */
const FigureView = z.object({
  metric: z.string(),
  words: z.optional(z.string()),
  cell: z.optional(z.string()),
  main: z.optional(Numeral),
  count: z.optional(Numeral),
  n: number,
  atLimit: z.optional(z.object({ value: z.number(), words: z.string(), limit: z.number() })),
  estimated: z.optional(z.literal(true)),
  before: z.optional(z.string()),
  change: z.optional(z.string()),
});
export type FigureView = z.infer<typeof FigureView>;

const Coverage = z.object({
  complete: z.boolean(),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  days_asked: number,
  days_covered: number,
  as_of: z.optional(z.string()),
  remaining: z.optional(z.object({ requests: z.number(), seconds: z.number() })),
});
export type Coverage = z.infer<typeof Coverage>;

const Period = z.object({
  from: z.string(),
  to: z.string(),
  start_at: z.optional(z.string()),
  end_at: z.optional(z.string()),
  timezone: z.string(),
});

const Group = z.object({
  key: z.union([z.string(), z.array(z.string())]),
  label: z.optional(z.string()),
  quoted_label: z.optional(z.string()),
  figures: z.array(FigureView),
});
export type Group = z.infer<typeof Group>;

export const Performance = z.object({
  period: Period,
  figures: z.array(FigureView),
  heads: z.record(z.string(), z.string()),
  groups: z.optional(z.array(Group)),
  next_cursor: z.optional(z.string()),
  comparison: z.optional(
    z.object({
      period: Period,
      change: z.optional(z.unknown()),
      running: z.boolean(),
      cut_at: z.optional(z.string()),
      coverage: Coverage,
    }),
  ),
  notes: z.optional(z.array(z.string())),
  awaited: z.optional(z.object({ transcripts: z.number(), replies: z.number() })),
  definitions: z.record(z.string(), z.string()),
  /** What is assumed of the codes on which figures rest, and what is unknown. */
  codes: z.optional(z.string()),
  coverage: Coverage,
});
export type Performance = z.infer<typeof Performance>;

const Chat = z.object({
  chat_id: z.number(),
  requested_at: z.string(),
  missed: z.optional(z.boolean()),
  wait_seconds: number,
  duration_seconds: number,
  transferred: z.optional(z.boolean()),
  agent: z.optional(z.object({ agent_id: z.number(), name: z.optional(z.string()) })),
  visitor: z.optional(z.object({ visitor_id: number, name: z.optional(z.string()) })),
  rating: number,
});
export type Chat = z.infer<typeof Chat>;

export const ChatList = z.object({
  total: z.number(),
  in_period: z.number(),
  undecided: number,
  chats: z.array(Chat),
  next_cursor: z.optional(z.string()),
  notes: z.optional(z.array(z.string())),
  coverage: Coverage,
});
export type ChatList = z.infer<typeof ChatList>;

/** What an answer has for a view, or the words that say why there is nothing. */
export type Told<Data> = { readonly data: Data } | { readonly words: string; readonly isFinal?: boolean };

/** Reads what an answer has. One that is an error says why in its words, and so does one whose data are of another version. */
export function told<Data>({ data, isError, isFinal, text }: Answered, shape: z.ZodMiniType<Data>): Told<Data> {
  if (isError) return { words: text, ...(isFinal !== undefined && { isFinal }) };
  const parsed = shape.safeParse(data);
  return parsed.success ? { data: parsed.data } : { words: text };
}
