import { changeBetween, isBeyondChance, type Change } from '../../../src/figures/change.ts';
import { groupingsNamed } from '../../../src/figures/groupings/catalogue.ts';
import { metricsNamed, type MetricName } from '../../../src/figures/metrics/catalogue.ts';
import type { Metric } from '../../../src/figures/metrics/metric.ts';
import { segmentsOf } from '../../../src/figures/statistics/segments.ts';
import { Tally } from '../../../src/figures/tally.ts';
import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import { resolvePeriod, type Period } from '../../../src/model/calendar/period.ts';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import type { ChatSelection } from '../../../src/model/chat-columns.ts';
import { AgentId } from '../../../src/model/ids.ts';
import { samplingRank } from '../../../src/model/sampling.ts';
import { CallerText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis, seconds } from '../../../src/model/time/units.ts';
import type { DeskChat, DeskWorld } from './desks.ts';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 0, 5);
const SAMPLE = 50;

const ZONE = zoneOf('UTC');
const book = createCodebook(
  { chats: [], transcripts: [], agentNames: [], offlineMessages: [], agents: [], said: [] },
  {
    is_missed: { 0: 'served', 1: 'missed' },
    is_chat_transferred: { 0: 'not transferred', 1: 'transferred' },
    rating: { 0: 'not rated' },
  },
);

/** What each kind of figure is tried by. */
export const TRIED = [
  'chats',
  'missed',
  'wait',
  'service_level',
  'duration',
  'transferred',
  'rating',
  'first_response',
  'response',
  'dropped',
] as const satisfies readonly MetricName[];
export type Tried = (typeof TRIED)[number];

/** The verdict on each change of a desk's figures. */
export function verdictsOf(world: DeskWorld): ReadonlyMap<string, Change['verdict']> {
  const [before, now] = talliesOf(world, metricsNamed(TRIED), []);
  const changes = changeBetween(before.overall(), now.overall(), (metric) => now.chanceSince(before, metric));
  return new Map([...changes].map(([{ name }, { verdict }]) => [name, verdict]));
}

/** The agents of whom some figure of the later period differs from that of all others beyond chance. */
export function unlikeAgents(world: DeskWorld): readonly number[] {
  const metrics = metricsNamed(['missed', 'wait', 'rating']);
  const [, now] = talliesOf(world, metrics, ['agent']);
  const groups = now.groups(false);
  const isUnlike = (metric: Metric, group: (typeof groups)[number]) =>
    (now.figureOf(metric, group)?.main?.n ?? 0) >= 20 &&
    isBeyondChance(now.chanceAmong(metric, group), metrics.length * groups.length);
  return groups.flatMap((group) =>
    metrics.some((metric) => isUnlike(metric, group)) ? [(group.keys[0] ?? 0) - 1] : [],
  );
}

/** Both periods of a desk, as the archive's columns are summed up. */
function talliesOf(
  { chats, length, weekday }: DeskWorld,
  metrics: readonly Metric[],
  groupings: readonly 'agent'[],
): readonly [Tally, Tally] {
  const first = MONDAY + weekday * DAY;
  const after = epochMillis(first + 2 * length * DAY);
  const dateAt = (day: number) => CallerText.parse(new Date(first + day * DAY).toISOString().slice(0, 10));
  const tallyOf = (from: number) => {
    const period = resolvePeriod({ from: dateAt(from), to: dateAt(from + length - 1) }, ZONE, after);
    const own = chats.filter(({ hour }) => hour >= 24 * from && hour < 24 * (from + length));
    return tallied(own, first, period, metrics, groupings);
  };
  return [tallyOf(0), tallyOf(length)];
}

function tallied(
  chats: readonly DeskChat[],
  first: number,
  period: Period,
  metrics: readonly Metric[],
  groupings: readonly 'agent'[],
): Tally {
  const tally = new Tally(metrics, groupingsNamed(groupings), {
    period,
    zone: ZONE,
    time: {},
    book,
    now: epochMillis(period.end + 7 * DAY),
    limits: new Map(),
    serviceLevel: seconds(20),
    countries: new Map(),
    agentId: undefined,
    isCut: false,
    isWeek: true,
    areMissedNamed: true,
    isTested: true,
  });
  tally.add(selectionOf(chats, first));
  const sample = new Set(
    [...tally.population()].sort((one, other) => samplingRank(one) - samplingRank(other)).slice(0, SAMPLE),
  );
  tally.tell({
    columns: {
      placeOf: (chatId) => chatId - 1,
      firsts: segmentsOf(chats.map(({ responses }) => responses.slice(0, 1))),
      all: segmentsOf(chats.map(({ responses }) => responses)),
      messages: segmentsOf(chats.map(({ responses }) => [2 * responses.length])),
      asked: new Uint8Array(chats.length).fill(1),
      dropped: segmentsOf(chats.map(({ isDropped }) => [Number(isDropped)])),
    },
    isAtHand: (chatId) => sample.has(chatId),
    isSampled: (chatId) => sample.has(chatId),
    isUntold: () => false,
  });
  return tally;
}

function selectionOf(chats: readonly DeskChat[], first: number): ChatSelection {
  const requests = Float64Array.from(chats, ({ hour }) => Math.floor(first + hour * 3_600_000));
  const starts = requests.map((at, row) => at + Math.round(1000 * (chats[row]?.wait ?? 0)));
  const sets = [0, 1].flatMap((missedCode) =>
    [0, 1].flatMap((transferredCode) =>
      [0, 1, 2, 3, 4, 5].map((ratingCode) => ({ missedCode, transferredCode, ratingCode })),
    ),
  );
  return {
    columns: {
      count: chats.length,
      ids: Float64Array.from(chats, (_, row) => row + 1),
      requests,
      starts,
      ends: starts.map((at, row) => at + Math.round(1000 * (chats[row]?.duration ?? 0))),
      visitors: new Float64Array(chats.length).fill(Number.NaN),
      codes: Uint32Array.from(
        chats,
        ({ isMissed, isTransferred, rating = 0 }) => 12 * Number(isMissed) + 6 * Number(isTransferred) + rating,
      ),
      agents: Uint32Array.from(chats, ({ agent }) => agent + 1),
      codeSets: sets,
      named: Array.from({ length: 8 }, (_, agent) => ({ agentId: AgentId.parse(agent + 1) })),
    },
    rows: Uint32Array.from(chats, (_, row) => row),
  };
}
