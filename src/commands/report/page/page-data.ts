import { z } from 'zod';
import type { Metric } from '../../../figures/metrics/metric.ts';
import { CoverageData, FigureView, PeriodData } from '../report-data.ts';
import { notRead, notWhole, UNANSWERED, type Part, type ReportData } from '../report-words.ts';

// What a page reads of the data of tools beside what every report does. Strangers' words are a part of it: redacted, and text alone.

/** Chats by weekday and hour, for those of both that have any. */
export const HoursData = z.object({
  period: PeriodData,
  groups: z.array(z.object({ key: z.tuple([z.string(), z.string()]), figures: z.array(FigureView) })).default([]),
  coverage: CoverageData,
});
export type HoursData = z.infer<typeof HoursData>;

const CauseData = z.object({
  by: z.string(),
  label: z.string().optional(),
  quoted_label: z.string().optional(),
  kind: z.enum(['rate', 'mix']),
  contribution: z.number(),
  chance: z.number(),
});
export type CauseData = z.infer<typeof CauseData>;

/** Why a figure changed. */
export const ChangeData = z.object({
  period: PeriodData,
  compared: PeriodData,
  change: z.number().optional(),
  chance: z.number().optional(),
  beyond_chance: z.boolean().default(false),
  causes: z.array(CauseData).default([]),
  odd_day: z.object({ day: z.string(), contribution: z.number(), change_without: z.number() }).optional(),
  notes: z.array(z.string()).default([]),
  coverage: CoverageData,
});
export type ChangeData = z.infer<typeof ChangeData>;

const Said = z.object({ chats: z.number(), of: z.number(), ci95: z.tuple([z.number(), z.number()]).optional() });
const Topic = z.object({ term: z.string(), goes_with: z.array(z.string()), said: Said, before: Said.optional() });

/** What visitors talk about. */
export const TopicsData = z.object({
  topics: z.array(Topic),
  rising: z.array(Topic).optional(),
  falling: z.array(Topic).optional(),
  notes: z.array(z.string()).default([]),
  awaited: z.object({ transcripts: z.number() }).optional(),
  coverage: CoverageData,
});
export type TopicsData = z.infer<typeof TopicsData>;

/** Why one figure changed, or why that is not told. */
export interface ChangePart extends Part<ChangeData> {
  readonly metric: Metric;
}

/** All that a page is made of. */
export interface PageData extends ReportData {
  readonly askedAt: Date;
  /** The picture of the period from its first to its last day, as SVG. */
  readonly trend: string | undefined;
  readonly byHour: Part<HoursData>;
  /** Of the figures that are asked for first, each. */
  readonly changes: readonly ChangePart[];
  readonly topics: Part<TopicsData>;
}

/** The parts of a page that are not whole, and why. */
export function notWholePage(data: PageData): string[] {
  const { byHour, topics, changes } = data;
  const refused = changes.filter((change) => change.data === undefined);
  const awaited = topics.data?.awaited?.transcripts ?? 0;
  return [
    ...notWhole(data),
    ...notRead('the chats by hour', byHour.data?.coverage ?? UNANSWERED),
    ...notRead('the chats in which topics are looked for', topics.data?.coverage ?? UNANSWERED),
    ...(awaited === 0 ? [] : [`${awaited} of the transcripts in which topics are looked for were not read in time`]),
    ...(refused.length === 0
      ? []
      : [`why ${refused.map(({ metric }) => metric.label).join(', ')} changed was not answered`]),
  ];
}
