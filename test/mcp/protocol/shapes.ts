import { z } from 'zod';

// What programs may rely on in answers (design, "Shapes"), as far as tests read it. Metrics and rows are compared as a
// whole with what is true, so they stay open here.

const facts = z.record(z.string(), z.unknown());

const Coverage = z.object({
  complete: z.boolean(),
  basis: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  days_asked: z.number().optional(),
  days_covered: z.number().optional(),
  as_of: z.string().optional(),
  changing_as_of: z.string().optional(),
  upstream_requests: z.number(),
  rejected_records: z.number(),
  remaining: z.object({ requests: z.number(), seconds: z.number() }).optional(),
});
export type Coverage = z.output<typeof Coverage>;

const Holding = z.object({ known: z.number(), as_of: z.string().optional(), page_size: z.number().optional() });

const Period = z.object({
  from: z.string(),
  to: z.string(),
  start_at: z.string().optional(),
  end_at: z.string().optional(),
  timezone: z.string(),
});

const Said = z.object({ at: z.string().optional(), text: z.string(), message: z.number() });

const TriagedMessage = z.looseObject({
  offline_message_id: z.number(),
  text: z.string().optional(),
  language: z.string().optional(),
  evidence: z.array(z.string()).optional(),
  similar: z.array(z.number()).optional(),
  similar_left_out: z.number().optional(),
  triage: z
    .object({
      priority: z.string(),
      category: z.string().optional(),
      note: z.string().optional(),
      draft_reply: z.string().optional(),
      decided_at: z.string(),
    })
    .optional(),
});

const Share = z.object({
  chats: z.number(),
  of: z.number(),
  share: z.number(),
  ci95: z.array(z.number()).optional(),
});
const Topic = z.object({
  term: z.string(),
  goes_with: z.array(z.string()),
  said: Share,
  before: Share.optional(),
  first_day: z.string().optional(),
  chat_id: z.number().optional(),
  agent: z.object({ agent_id: z.number(), chats: z.number(), of: z.number() }).optional(),
});

const definitions = {
  list_chats: z.object({
    total: z.number(),
    undecided: z.number().optional(),
    summary: facts,
    chats: z.array(z.looseObject({ chat_id: z.number() })),
    next_cursor: z.string().optional(),
    coverage: Coverage,
  }),
  list_topics: z.object({
    looked_at: z.number(),
    of: z.number(),
    topics: z.array(Topic),
    rising: z.array(Topic).optional(),
    falling: z.array(Topic).optional(),
    coverage: Coverage,
  }),
  search_transcripts: z.object({
    total: z.number(),
    searched: z.number(),
    visitors: z.number(),
    undecided: z.number().optional(),
    said_by: z.record(z.string(), z.number()).optional(),
    groups: z
      .array(
        z.object({
          agent_id: z.number().optional(),
          name: z.string().optional(),
          country: z.string().optional(),
          day: z.string().optional(),
          chats: z.number(),
          searched: z.number(),
          visitors: z.number(),
        }),
      )
      .optional(),
    groups_left_out: z.number().optional(),
    hits: z.array(
      z.object({
        chat_id: z.number(),
        at: z.string().optional(),
        role: z.string(),
        author: z.string().optional(),
        agent: facts.optional(),
        visitor: facts,
        passage: z.string(),
        score: z.number(),
      }),
    ),
    next_cursor: z.string().optional(),
    coverage: Coverage.extend({ transcripts: z.object({ have: z.number(), of: z.number() }) }),
  }),
  get_support_performance: z.object({
    period: Period,
    overall: facts,
    groups: z
      .array(
        z.object({
          key: z.union([z.string(), z.array(z.string())]),
          label: z.string().optional(),
          quoted_label: z.string().optional(),
          metrics: facts,
          change: z.record(z.string(), z.object({ absolute: z.number() })).optional(),
          differs: z.array(z.string()).optional(),
        }),
      )
      .optional(),
    next_cursor: z.string().optional(),
    comparison: z
      .object({
        period: Period,
        overall: facts,
        change: facts.optional(),
        mean_of: z.number().optional(),
        running: z.boolean(),
        cut_at: z.string().optional(),
        coverage: Coverage,
      })
      .optional(),
    offline: facts.optional(),
    codes: z.string().optional(),
    assumed: z.array(z.string()).optional(),
    targets: z
      .array(
        z.object({
          metric: z.string(),
          at_most: z.number().optional(),
          at_least: z.number().optional(),
          met: z.boolean().optional(),
        }),
      )
      .optional(),
    coverage: Coverage,
  }),
  explain_change: z.object({
    metric: z.string(),
    period: Period,
    compared: Period,
    running: z.boolean(),
    cut_at: z.string().optional(),
    now: z.number().optional(),
    before: z.number().optional(),
    change: z.number().optional(),
    whole: z.object({ verdict: z.string(), usual: z.number().optional(), older_weeks: z.number() }).optional(),
    sentences: z.array(z.string()).optional(),
    causes: z
      .array(
        z.object({
          kind: z.string(),
          by: z.string().optional(),
          key: z.string().optional(),
          label: z.string().optional(),
          quoted_label: z.string().optional(),
          period: z.string(),
          days: z.array(z.string()).optional(),
          hours: z.array(z.number()).optional(),
          observed: z.number(),
          expected: z.number(),
          accounts_for: z.number(),
          own: z.object({ n: z.number(), value: z.number().optional() }),
          elsewhere: z.object({ n: z.number(), value: z.number().optional() }).optional(),
          others: z.object({ n: z.number(), value: z.number().optional() }).optional(),
          sentence: z.string().optional(),
          quoted_sentence: z.string().optional(),
          chats: z.array(z.number()),
        }),
      )
      .optional(),
    split: z
      .array(
        z.object({
          by: z.string(),
          rate: z.number(),
          mix: z.number(),
          parts: z.array(
            z.object({
              key: z.string(),
              label: z.string().optional(),
              quoted_label: z.string().optional(),
              now: z.object({ n: z.number(), value: z.number().optional() }),
              before: z.object({ n: z.number(), value: z.number().optional() }),
              rate: z.number(),
              mix: z.number(),
            }),
          ),
        }),
      )
      .optional(),
    coverage: Coverage,
    compared_coverage: Coverage,
    older_coverage: Coverage.optional(),
  }),
  get_chat_transcript: z.object({
    chat_id: z.number(),
    chat: facts,
    digest: z.object({
      messages: z.record(z.string(), z.number()),
      wait_seconds: z.number().optional(),
      duration_seconds: z.number().optional(),
      first_response_seconds: z.number().optional(),
      longest_silence: z.object({ seconds: z.number(), waiting_for: z.string(), at: z.string() }).optional(),
      turns: z.number().optional(),
      ended_by: z.string().optional(),
      ends_with_visitor: z.boolean().optional(),
      request: z.string().optional(),
      last_words: z.object({ visitor: Said.optional(), agent: Said.optional() }).optional(),
      unanswered_questions: z.array(Said).optional(),
      commitments: z.array(Said).optional(),
      identifiers: z.array(z.object({ kind: z.string().optional(), value: z.string() })).optional(),
      language: z.string().optional(),
      key_sentences: z.array(Said.extend({ role: z.string() })).optional(),
      left_out: z.record(z.string(), z.number()).optional(),
    }),
    messages: z.array(
      z.object({ at: z.string().optional(), role: z.string(), author: z.string().optional(), text: z.string() }),
    ),
    from_character: z.number().optional(),
    next_cursor: z.string().optional(),
    as_of: z.string(),
    upstream_requests: z.number(),
  }),
  list_offline_messages: z.object({
    total: z.number(),
    undecided: z.number().optional(),
    messages: z.array(TriagedMessage),
    counts: z.object({
      median_age_hours: z.number().optional(),
      ages: z.record(z.string(), z.number()),
      served_later: z.number().optional(),
      missed_chat: z.number().optional(),
      no_address: z.number(),
      of_visitors_with_several: z.number(),
      visitors_with_several: z.number(),
      decided: z.record(z.string(), z.number()),
      drafts: z.number(),
      undecided: z.number(),
    }),
    came_in_since: z.number().optional(),
    next_cursor: z.string().optional(),
    coverage: Coverage,
    chats_coverage: Coverage.optional(),
  }),
  get_offline_message: z.object({
    message: TriagedMessage,
    replies: z.array(z.object({ at: z.string().optional(), agent: z.string().optional(), text: z.string() })),
    replies_left_out: z.number().optional(),
    next_cursor: z.string().optional(),
    other_messages: z.array(z.looseObject({ offline_message_id: z.number() })),
    chats: z.array(z.looseObject({ chat_id: z.number() })),
    as_of: z.string(),
    upstream_requests: z.number(),
  }),
  record_triage: z.object({
    recorded: z.boolean(),
    sent: z.boolean(),
    offline_message_id: z.number(),
    priority: z.string(),
    category: z.string().optional(),
    note: z.string().optional(),
    draft_reply: z.string().optional(),
    left_in_queue: z.number(),
    upstream_requests: z.number(),
  }),
  record_code_meaning: z.object({
    outcome: z.string(),
    code: z.string(),
    meanings: z.array(z.object({ value: z.number(), meaning: z.string() })),
    setting: z.string().optional(),
  }),
  list_support_agents: z.object({
    total: z.number(),
    agents: z.array(z.looseObject({ agent_id: z.number(), chats_last_7_days: z.number().optional() })),
    next_cursor: z.string().optional(),
    coverage: Coverage,
    chats_coverage: Coverage.optional(),
  }),
  list_visitors: z.object({
    total: z.number(),
    undecided: z.number().optional(),
    visitors: z.array(
      z.looseObject({
        visitor_id: z.number(),
        waiting: z
          .object({ messages: z.number(), oldest_at: z.string(), served_since: z.boolean().optional() })
          .optional(),
      }),
    ),
    next_cursor: z.string().optional(),
    coverage: Coverage,
  }),
  get_visitor_stats: z.object({
    visitor_id: z.number(),
    first_visit_at: z.string().optional(),
    last_chat_at: z.string().optional(),
    totals: facts,
    records: z.array(facts),
    records_known: z.number(),
    chats: z.array(z.looseObject({ chat_id: z.number() })),
    chats_known: z.number(),
    offline_messages: z.array(z.looseObject({ offline_message_id: z.number() })),
    offline_messages_known: z.number(),
    next_cursor: z.string().optional(),
    as_of: z.string(),
    coverage: Coverage,
  }),
  get_service_status: z.object({
    account: z.object({ service: z.string() }),
    budget: z.object({
      per_minute: z.number(),
      used_last_minute: z.number(),
      source: z.string(),
      paused_seconds: z.number(),
      endpoints: z.array(z.object({ endpoint: z.string(), per_minute: z.number() })),
    }),
    archive: z.object({
      chats: z.looseObject({
        known: z.number(),
        days_covered: z.number(),
        transcripts: z.number(),
        utc_days: z.array(z.object({ from: z.string(), to: z.string(), state: z.string() })),
        transcripts_by_month: z.array(z.object({ month: z.string(), have: z.number(), of: z.number() })),
      }),
      offline_messages: Holding,
      agents: Holding,
      visitors: Holding,
      damaged_set_aside: z.array(z.string()).optional(),
      recoveries: z
        .array(
          z.object({ at: z.string(), carried: z.record(z.string(), z.number()), may_be_lost: z.array(z.string()) }),
        )
        .optional(),
      retention_days: z.number().optional(),
    }),
    read_ahead: z.looseObject({ state: z.string(), due: z.array(z.string()) }),
    codebook: z.array(z.looseObject({ code: z.string(), settled: z.boolean() })),
    chatbots: z.array(z.object({ bot: z.string(), endpoints: z.array(z.string()), confirm: z.string() })).optional(),
    plan: z
      .object({
        from: z.string(),
        to: z.string(),
        requests: z.number(),
        seconds: z.number(),
        basis: z.string(),
        fits_one_answer: z.boolean(),
        transcripts: z.object({ requests: z.number(), seconds: z.number() }),
      })
      .optional(),
  }),
} as const;

export type ToolName = keyof typeof definitions;
export type AnswerOf<Tool extends ToolName> = { [Name in ToolName]: z.output<(typeof definitions)[Name]> }[Tool];

/** The shape of each tool's answer. */
export const shapes: { readonly [Tool in ToolName]: z.ZodType<AnswerOf<Tool>> } = definitions;
