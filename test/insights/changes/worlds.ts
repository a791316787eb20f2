import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import { blockLengthOf, ChangeSums } from '../../../src/insights/changes/change-sums.ts';
import { valuesOfRows } from '../../../src/figures/chat-values.ts';
import { explained, type Explained } from '../../../src/insights/changes/explained.ts';
import { groupingsNamed, type GroupingName } from '../../../src/figures/groupings/catalogue.ts';
import { metricsNamed, type MetricName } from '../../../src/figures/metrics/catalogue.ts';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import { resolvePeriod } from '../../../src/model/calendar/period.ts';
import type { ChatSelection } from '../../../src/model/chat-columns.ts';
import { AgentId, VisitorId } from '../../../src/model/ids.ts';
import type { ChatCodes } from '../../../src/model/records.ts';
import { CallerText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import type { Steps } from '../../../src/model/slices.ts';

export const DAY = 86_400_000;

/** A chat of a world that a test makes or takes from the sandbox. */
export interface WorldChat {
  readonly requestedAt: number;
  readonly missed: boolean;
  /** In seconds; of a served chat. */
  readonly wait?: number;
  readonly duration?: number;
  readonly rating?: number;
  readonly agentId?: number;
  readonly country: string;
  readonly byAgent?: boolean;
  readonly endedByAgent?: boolean;
}

export const book = createCodebook(
  { chats: [], transcripts: [], agentNames: [], offlineMessages: [], agents: [], said: [] },
  {
    is_missed: { 0: 'served', 1: 'missed' },
    chat_started_by: { 1: 'visitor', 2: 'agent' },
    chat_ended_by: { 0: 'nobody', 1: 'visitor', 2: 'agent' },
    rating: { 0: 'not rated' },
  },
);

/** The sums of two periods of chats, as the tool makes them. */
export function sumsOf(
  chats: readonly WorldChat[],
  [from, to, fromBefore, toBefore]: readonly [string, string, string, string],
  metricName: MetricName,
  groupings: readonly GroupingName[],
): ChangeSums {
  const zone = zoneOf('UTC');
  const after = epochMillis(Date.parse(`${to}T00:00:00Z`) + 2 * DAY);
  const periodOf = (one: string, other: string) =>
    resolvePeriod({ from: CallerText.parse(one), to: CallerText.parse(other) }, zone, after);
  const [before, now] = [periodOf(fromBefore, toBefore), periodOf(from, to)];
  const countries = new Map(
    [...new Set(chats.map(({ country }) => country))].map((country, index) => [VisitorId.parse(index + 1), country]),
  );
  const visitorOf = new Map([...countries].map(([id, country]) => [country, id]));
  const [metric] = metricsNamed([metricName]);
  if (metric?.basis !== 'rows') throw new TypeError('it needs transcripts');
  const context = { book, now: after, zone, limits: new Map(), serviceLevel: undefined };
  const read = valuesOfRows(metric, context, true);
  const sums = new ChangeSums(
    groupingsNamed(groupings),
    { period: now, time: {}, book, countries },
    blockLengthOf([before, now], after),
  );
  for (const [which, { start, end }] of [before, now].entries()) {
    const own = chats
      .filter(({ requestedAt }) => requestedAt >= start && requestedAt < end)
      .sort((one, other) => other.requestedAt - one.requestedAt);
    const selection = columnsOf(own, visitorOf);
    done(sums.add(which === 0 ? 0 : 1, selection, read(selection)));
  }
  return sums;
}

function columnsOf(chats: readonly WorldChat[], visitorOf: ReadonlyMap<string, number>): ChatSelection {
  const sets = new Map<string, { readonly place: number; readonly codes: ChatCodes }>();
  const agents = new Map<number, number>();
  const codes = Uint32Array.from(chats, (chat) => {
    const own: ChatCodes = {
      missedCode: chat.missed ? 1 : 0,
      startedByCode: chat.byAgent === true ? 2 : 1,
      endedByCode: chat.missed ? 0 : chat.endedByAgent === true ? 2 : 1,
      ratingCode: chat.rating ?? 0,
    };
    const key = JSON.stringify(own);
    const known = sets.get(key) ?? { place: sets.size, codes: own };
    sets.set(key, known);
    return known.place;
  });
  const named = Uint32Array.from(chats, ({ agentId }) => {
    if (agentId === undefined) return 0;
    const place = agents.get(agentId) ?? agents.size + 1;
    agents.set(agentId, place);
    return place;
  });
  const start = ({ requestedAt, wait }: WorldChat) => (wait === undefined ? Number.NaN : requestedAt + wait * 1000);
  return {
    columns: {
      count: chats.length,
      ids: Float64Array.from(chats, (_, index) => index + 1),
      requests: Float64Array.from(chats, ({ requestedAt }) => requestedAt),
      starts: Float64Array.from(chats, start),
      ends: Float64Array.from(chats, (chat) => start(chat) + (chat.duration ?? 0) * 1000),
      visitors: Float64Array.from(chats, ({ country }) => visitorOf.get(country) ?? Number.NaN),
      codes,
      agents: named,
      codeSets: [...sets.values()].map(({ codes }) => codes),
      named: [...agents.keys()].map((agentId) => ({ agentId: AgentId.parse(agentId) })),
    },
    rows: Uint32Array.from(chats, (_, row) => row),
  };
}

/** Goes through steps at once. */
export function done<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The groupings by which each metric is looked at where all codes are settled and missed chats name no agent. */
export const FACETS: Partial<Record<MetricName, readonly GroupingName[]>> = {
  missed: ['hour', 'country', 'started_by'],
  wait: ['agent', 'hour', 'country', 'started_by', 'ended_by'],
  duration: ['agent', 'hour', 'country', 'started_by', 'ended_by'],
  rating: ['agent', 'hour', 'country', 'started_by', 'ended_by'],
  chats: ['hour', 'country', 'started_by'],
};

export function explain(
  chats: readonly WorldChat[],
  days: readonly [string, string, string, string],
  metric: MetricName,
): Explained | undefined {
  const sums = sumsOf(chats, days, metric, FACETS[metric] ?? []);
  const isCount = metric === 'chats';
  return done(explained(sums, isCount ? { kind: 'sum', lengths: [7, 7] } : { kind: 'mean' }, !isCount));
}
