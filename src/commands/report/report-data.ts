import { z } from 'zod';

// What every report reads of the data of tools. Strangers' words are none of it.

export const CoverageData = z.looseObject({
  complete: z.boolean(),
  basis: z.string(),
  as_of: z.string().optional(),
  rejected_records: z.number(),
  upstream_requests: z.number(),
  remaining: z.looseObject({ requests: z.number(), seconds: z.number() }).optional(),
});
export type CoverageData = z.infer<typeof CoverageData>;

export const PeriodData = z.object({ from: z.string(), to: z.string(), timezone: z.string() });

/** Figures by their keys, for programs. */
const FiguresData = z.record(z.string(), z.unknown());

/** A figure in words and as a cell, beside that of the compared period (`figures/figure-view.ts`). */
export const FigureView = z.object({
  metric: z.string(),
  label: z.string(),
  words: z.string().optional(),
  cell: z.string().optional(),
  main: z.object({ value: z.number() }).optional(),
  before: z.string().optional(),
  change: z.string().optional(),
});

export const PerformanceData = z.object({
  period: PeriodData,
  overall: FiguresData,
  comparison: z
    .object({ period: PeriodData, overall: FiguresData, change: FiguresData.optional(), coverage: CoverageData })
    .optional(),
  offline: z.looseObject({ coverage: CoverageData }).optional(),
  offline_statements: z.array(z.string()).default([]),
  notes: z.array(z.string()).default([]),
  definitions: z.record(z.string(), z.string()),
  codes: z.string().optional(),
  coverage: CoverageData,
  figures: z.array(FigureView),
});
export type PerformanceData = z.infer<typeof PerformanceData>;

/** Chats by agent or by day. The label of an agent is the desk's own. */
export const GroupsData = z.object({
  groups: z
    .array(
      z.object({
        key: z.string(),
        label: z.string().optional(),
        metrics: FiguresData,
        figures: z.array(FigureView),
      }),
    )
    .default([]),
  heads: z.record(z.string(), z.string()),
  next_cursor: z.string().optional(),
  notes: z.array(z.string()).default([]),
  coverage: CoverageData,
});
export type GroupsData = z.infer<typeof GroupsData>;

export const WaitingData = z.object({
  total: z.number(),
  notes: z.array(z.string()).default([]),
  messages: z.array(
    z.object({
      offline_message_id: z.number(),
      received_at: z.string(),
      age_hours: z.number(),
      unread: z.boolean().optional(),
      replies: z.number().optional(),
      language: z.string().optional(),
      triage: z.object({ priority: z.string() }).optional(),
    }),
  ),
  coverage: CoverageData,
});
export type WaitingData = z.infer<typeof WaitingData>;
