import type { Codebook } from '../insights/codebook.ts';
import { computeMetrics, missedNameAgents, sidesOf, withoutMissed, type Metrics } from '../insights/metrics.ts';
import { REPEAT_CONTACT_DAYS, repeatContactOf } from '../insights/repeat-contact.ts';
import { serviceLevelOf } from '../insights/service-level.ts';
import { workloadOf } from '../insights/workload.ts';
import type { AgentId } from '../model/ids.ts';
import { localDaysOf, type Period } from '../model/period.ts';
import type { ChatFigures } from '../model/records.ts';
import type { EpochMillis, Seconds } from '../model/units.ts';
import { isComplete } from '../model/coverage.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';
import { NO_SAMPLE, responseSampleOf, type ResponseSample } from './response-sample.ts';
import type { SelectedChats } from './selection.ts';

/** What figures of a period are made with. */
interface Measure {
  readonly period: Period;
  readonly now: EpochMillis;
  readonly book: Codebook;
  /** Whether missed chats of the period name their agents, so that agents have missed figures. */
  readonly areMissedNamed: boolean;
  /** How many chats at once the service allows an agent, as far as it is known. */
  readonly limits: ReadonlyMap<AgentId, number>;
  readonly serviceLevel: Seconds | undefined;
  readonly responses: ResponseSample;
}

/** What a question about performance asks, and of whom. */
interface MeasureContext {
  readonly desk: Desk;
  readonly question: AskedQuestion;
  readonly book: Codebook;
  readonly serviceLevel: Seconds | undefined;
  /** Whether transcripts may be read for response times, where not all are at hand. */
  readonly mayRead: boolean;
  /** Whether figures of single agents are asked for. */
  readonly isOfAgents: boolean;
}

/**
 * Prepares the figures of some chats of a period, of which `everybody` are those of all agents and hours, where they are at
 * hand. Reads transcripts where they are wanted.
 */
export async function measureFor(
  period: Period,
  { chats, coverage }: SelectedChats,
  everybody: readonly ChatFigures[] | undefined,
  { desk, question, book, serviceLevel, mayRead, isOfAgents }: MeasureContext,
): Promise<Measure> {
  const { start, end } = period;
  const agents = await desk.archive.agents.all();
  const areMissedNamed = async () =>
    missedNameAgents(everybody ?? (await desk.archive.chats.figures({ start, end })), book);
  return {
    period,
    now: desk.clock(),
    book,
    areMissedNamed: !isOfAgents || (await areMissedNamed()),
    limits: new Map(
      agents.flatMap(({ agentId, concurrentChatLimit }) =>
        concurrentChatLimit === undefined ? [] : [[agentId, concurrentChatLimit] as const],
      ),
    ),
    serviceLevel,
    responses: isComplete(coverage)
      ? await responseSampleOf(chats, mayRead, { agents, book }, desk, question)
      : NO_SAMPLE,
  };
}

/**
 * The figures of everybody's chats, or of one agent's, who perhaps has no missed ones, and has a workload: unless the
 * chats are those of some hours or days (`isCut`), because what went on beside them is not among them.
 */
export function measured(
  chats: readonly ChatFigures[],
  measure: Measure,
  agentId: AgentId | undefined,
  isCut: boolean,
): Metrics {
  const { period, now, book, areMissedNamed, limits, serviceLevel, responses } = measure;
  const level = serviceLevel === undefined ? undefined : serviceLevelOf(chats, serviceLevel, book);
  const metrics: Metrics = {
    ...computeMetrics(chats, book),
    ...sidesOf(chats, book),
    ...responses.of(chats),
    ...(level !== undefined && { service_level: level }),
  };
  if (agentId === undefined) return metrics;
  const ofAgent = {
    ...metrics,
    ...(isCut ? {} : workloadOf(chats, limits.get(agentId), period.zone, now, book)),
  };
  return areMissedNamed ? ofAgent : withoutMissed(ofAgent);
}

/** The same of a whole selection, with what makes sense of a whole only. */
export function measuredWhole(
  chats: readonly ChatFigures[],
  measure: Measure,
  agentId: AgentId | undefined,
  isCut: boolean,
): Metrics {
  const metrics = measured(chats, measure, agentId, isCut);
  // Who came back to another agent, at other times, or after the period is not among the chats.
  const isTold = agentId === undefined && !isCut && localDaysOf(measure.period).length >= REPEAT_CONTACT_DAYS;
  return { ...metrics, ...(isTold && { repeat_contact: repeatContactOf(chats) }) };
}
