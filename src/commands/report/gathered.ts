import { z } from 'zod';
import { CoverageShape } from '../../answers/coverage-data.ts';
import type { DefinedTool, ViewedOf } from '../../answers/tool.ts';
import { METRICS_OF_OVERVIEW } from '../../figures/metrics/catalogue.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { EXPLAINED_METRICS } from '../../insights/changes/facets.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { explainChange } from '../../tools/changes/explain-change.ts';
import { listOfflineMessages } from '../../tools/offline-messages/list-offline-messages.ts';
import { getSupportPerformance } from '../../tools/performance/get-support-performance.ts';
import { listTopics } from '../../tools/topics/list-topics.ts';
import { NotAnswered, type Asked, type Part, type WholeAnswers } from './whole-answers.ts';

export type Performance = ViewedOf<typeof getSupportPerformance>;
export type Change = ViewedOf<typeof explainChange>;
export type Topics = ViewedOf<typeof listTopics>;

/** The answers that a report is made of. */
export interface Gathered {
  readonly askedAt: EpochMillis;
  readonly performance: Asked<Performance>;
  readonly byAgent: Part<Performance>;
  readonly byDay: Part<Performance>;
  readonly byHour: Part<Performance>;
  /** One for each metric of `EXPLAINED`. */
  readonly changes: readonly (readonly [Metric, Part<Change>])[];
  /** Of pages alone: the others hold no word of a stranger. */
  readonly topics?: Part<Topics> | undefined;
  readonly waiting: Part<Waiting>;
}

const MOST_GROUPS = 100;
const MOST_TOPICS = 8;
const MOST_MESSAGES = 20;

/** The metrics whose changes a report explains: those of the overview whose change can be split into parts. */
const EXPLAINED = EXPLAINED_METRICS.filter(
  ({ name }) => name !== 'service_level' && METRICS_OF_OVERVIEW.some((one) => one === name),
);

/** What a report says of the first messages that wait: their words are strangers', and stay out. */
const Waiting = z.object({
  total: z.number(),
  messages: z
    .array(
      z.object({
        offline_message_id: z.number(),
        received_at: z.string(),
        age_hours: z.number(),
        language: z.string().optional(),
        triage: z.object({ priority: z.string() }).optional(),
      }),
    )
    // A view gets every message, also hundreds with the same text.
    .transform((messages) => messages.slice(0, MOST_MESSAGES)),
  coverage: CoverageShape,
});
export type Waiting = z.infer<typeof Waiting>;

/** The list of offline messages with what a report tells of them alone. */
const waitingMessages: DefinedTool<unknown, Waiting> = {
  ...listOfflineMessages,
  begin: (given, beside) => {
    const answering = listOfflineMessages.begin(given, beside);
    return async (desk, question) => {
      const answer = await answering(desk, question);
      return { ...answer, viewData: async () => Waiting.parse(await (answer.viewData ?? answer.data)()) };
    };
  },
};

/** Asks for what a report has; a page also has pictures and topics. Throws NotAnswered where the figures of the period are refused. */
export async function gathered(
  answers: WholeAnswers,
  asked: { readonly period: string; readonly compareTo: string },
  askedAt: EpochMillis,
  isPage: boolean,
): Promise<Gathered> {
  const chart = isPage ? 'light' : undefined;
  const { period } = asked;
  const compared = { period, compare_to: asked.compareTo };
  const by = (what: string, ...grouping: readonly string[]) =>
    answers.ask(what, getSupportPerformance, { period, group_by: grouping, limit: MOST_GROUPS });
  const performance = await answers.ask('The figures', getSupportPerformance, {
    ...compared,
    offline_messages: true,
    chart,
  });
  if (performance instanceof NotAnswered) throw performance;
  const [byAgent, byDay] = [await by('The agents', 'agent'), await by('The days', 'day')];
  const byHour = await by('The hours', 'weekday', 'hour');
  const changes: [Metric, Part<Change>][] = [];
  for (const metric of EXPLAINED) {
    const what = { ...compared, metric: metric.name, chart };
    changes.push([metric, await answers.ask('The changes', explainChange, what)]);
  }
  const topics = isPage ? await answers.ask('The topics', listTopics, { ...compared, limit: MOST_TOPICS }) : undefined;
  const waiting = await answers.ask('The offline messages', waitingMessages, {});
  return { askedAt, performance, byAgent, byDay, byHour, changes, topics, waiting };
}
