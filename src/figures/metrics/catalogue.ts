import { agentsWithChats } from './agents-with-chats.ts';
import { cameBack } from './came-back.ts';
import { chats } from './chats.ts';
import { chatsPerEngagedHour } from './chats-per-engaged-hour.ts';
import { concurrency } from './concurrency.ts';
import { dropped } from './dropped.ts';
import { duration } from './duration.ts';
import { endedByAgent, endedByVisitor } from './ended-by.ts';
import { firstResponse } from './first-response.ts';
import { messages } from './messages.ts';
import type { Metric } from './metric.ts';
import { missed } from './missed.ts';
import { rating } from './rating.ts';
import { repeatContact } from './repeat-contact.ts';
import { response } from './response.ts';
import { served } from './served.ts';
import { serviceLevel } from './service-level.ts';
import { startedByAgent, startedByVisitor } from './started-by.ts';
import { transferred } from './transferred.ts';
import { visitors } from './visitors.ts';
import { wait } from './wait.ts';

/** Every metric, in the order in which they are told. */
export const METRICS = [
  chats,
  missed,
  served,
  visitors,
  wait,
  serviceLevel,
  duration,
  transferred,
  rating,
  startedByVisitor,
  startedByAgent,
  endedByVisitor,
  endedByAgent,
  repeatContact,
  cameBack,
  concurrency,
  chatsPerEngagedHour,
  agentsWithChats,
  firstResponse,
  response,
  messages,
  dropped,
] as const satisfies readonly Metric[];

export type MetricName = (typeof METRICS)[number]['name'];

/** The metrics that words tell of a period where a question names none: what is asked of a desk first. */
export const METRICS_OF_OVERVIEW: readonly MetricName[] = [
  'chats',
  'missed',
  'visitors',
  'wait',
  'service_level',
  'duration',
  'transferred',
  'rating',
  'first_response',
];

/** The columns that a table of groups has where a question names none. */
export const COLUMNS_OF_GROUPS: readonly MetricName[] = ['chats', 'missed', 'wait', 'rating'];

/** The metrics that data tell of groups where a question names none. */
export const METRICS_OF_GROUPS: readonly MetricName[] = ['chats', 'missed', 'wait', 'duration', 'rating'];

/** The metrics that a list of chats is summed up by. */
export const METRICS_OF_LISTS: readonly MetricName[] = [...METRICS_OF_GROUPS, 'served', 'transferred'];

/** Metrics by their names, in the order of the catalogue. */
export function metricsNamed(names: readonly MetricName[]): Metric[] {
  const wanted = new Set<string>(names);
  return METRICS.filter(({ name }) => wanted.has(name));
}
