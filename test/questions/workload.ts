import { z } from 'zod';
import { type Asked, WEEKDAYS, chatsOn, plusDays, wallTime } from '../oracle/calendar.ts';
import { keysWithMost, near } from '../oracle/figures.ts';
import { median, p90, statistics } from '../oracle/truth.ts';
import type { Agent, Chat } from '../../src/sandbox/world/world.ts';
import { DAY, MINUTE } from '../mcp/desk.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of managers about times of the week, service level, workload, and people who come back. */
export const workloadQuestions: QuestionsOf = (facts) => [
  ...atTimesOfTheWeek(facts),
  ...inTime(facts),
  ...whoBeganAndEnded(facts),
  ...atOnce(facts),
  staffing(facts),
  cameBack(facts),
];

/** The chats of a period within hours of the day, such as 9 to 17 or 22 to 6, on some weekdays. */
function during(facts: Facts, asked: Asked, weekdays: readonly string[], from = 0, until = 24): Chat[] {
  return facts.chatsOf(asked).filter(({ requestedAt }) => {
    const { day, time } = wallTime(facts.zone, requestedAt);
    const hour = Number(time.slice(0, 2));
    const isInHours = from < until ? hour >= from && hour < until : hour >= from || hour < until;
    return isInHours && weekdays.includes(WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? '');
  });
}

const shareMissed = (chats: readonly Chat[]) => statistics(chats).missed / chats.length;

function atTimesOfTheWeek(facts: Facts): Question[] {
  const month = { period: 'this_month' };
  const workdays = WEEKDAYS.slice(0, 5);
  const weekend = WEEKDAYS.slice(5);
  const mondays = during(facts, month, ['Monday'], 6, 12);
  const office = during(facts, month, workdays, 9, 17);
  const { waits } = statistics(office);
  const evenings = during(facts, month, WEEKDAYS, 18, 22);
  const nights = during(facts, month, WEEKDAYS, 22, 6);
  const weekends = during(facts, month, weekend);
  return [
    {
      asks: 'Who missed the most chats on Monday mornings?',
      ask: async (ask) => {
        const args = { ...month, weekdays: ['Monday'], hours: '6-12', group_by: ['agent'] };
        const { data, text } = await ask('get_support_performance', args);
        return {
          chats: data.overall['chats'],
          missed: data.overall['missed'],
          byAgent: data.groups?.filter(({ key, metrics }) => key !== 'none' && 'missed' in metrics),
          saysWhy: text.includes('No loaded missed chat names an agent'),
        };
      },
      expected: { chats: mondays.length, missed: statistics(mondays).missed, byAgent: [], saysWhy: true },
    },
    oneCall(
      'How fast do we pick up during office hours?',
      'get_support_performance',
      { ...month, weekdays: workdays, hours: '9-17' },
      ({ overall: { wait_seconds } }) => wait_seconds,
      {
        n: waits.length,
        mean: near(waits.reduce((sum, wait) => sum + wait, 0) / waits.length, 1),
        median: near(median(waits) ?? 0, 1),
        p90: near(p90(waits) ?? 0, 1),
        max: near(Math.max(...waits), 1),
      },
    ),
    oneCall(
      'How much comes in of an evening?',
      'get_support_performance',
      { ...month, hours: '18-22' },
      ({ overall }) => overall['chats'],
      evenings.length,
    ),
    oneCall(
      'What share do we miss at night?',
      'get_support_performance',
      { ...month, hours: '22-6' },
      ({ overall }) => [overall['chats'], overall['missed_rate']],
      [nights.length, near(shareMissed(nights), 4)],
    ),
    oneCall(
      'And at the weekend?',
      'get_support_performance',
      { ...month, weekdays: weekend },
      ({ overall }) => [overall['chats'], overall['missed_rate']],
      [weekends.length, near(shareMissed(weekends), 4)],
    ),
  ];
}

function inTime(facts: Facts): Question[] {
  const level = (chats: readonly Chat[], seconds: number) => {
    const answered = statistics(chats).waits.filter((wait) => wait <= seconds).length;
    return {
      seconds,
      answered_within: answered,
      rate: near(answered / chats.length, 4),
      rate_of_served: near(answered / statistics(chats).served, 4),
    };
  };
  const lastWeek = facts.chatsOf({ period: 'last_week' });
  const weekends = during(facts, { period: 'this_month' }, WEEKDAYS.slice(5));
  const byDay = Map.groupBy(lastWeek, ({ requestedAt }) => wallTime(facts.zone, requestedAt).day);
  const served = (seconds: number, args: object, asks: string, chats: readonly Chat[]) =>
    oneCall(
      asks,
      'get_support_performance',
      { ...args, service_level_seconds: seconds },
      ({ overall }) => overall['service_level'],
      level(chats, seconds),
    );
  return [
    served(60, { period: 'last_week' }, 'Did we answer within a minute last week?', lastWeek),
    served(20, { period: 'last_week' }, 'And within twenty seconds, as we promise?', lastWeek),
    served(90, { period: 'this_month', weekdays: WEEKDAYS.slice(5) }, 'Do weekends keep to ninety seconds?', weekends),
    oneCall(
      'How much of each day last week was answered within a minute?',
      'get_support_performance',
      { period: 'last_week', group_by: ['day'], metrics: ['service_level'], service_level_seconds: 60 },
      ({ groups = [] }) => groups.map(({ key, metrics }) => [key, metrics['service_level']]),
      [...byDay].map(([day, chats]) => [day, level(chats, 60)]),
    ),
  ];
}

function whoBeganAndEnded(facts: Facts): Question[] {
  const month = { period: 'this_month' };
  const chats = facts.chatsOf(month);
  const byVisitor = chats.filter(({ startedBy }) => startedBy === 'visitor').length;
  const ended = chats.flatMap(({ missed, endedBy }) => (missed ? [] : (endedBy ?? [])));
  const leaving = ended.filter((side) => side === 'visitor').length;
  const shares = (name: string) => (overall: Readonly<Record<string, unknown>>) =>
    ['visitor', 'agent'].map((side) =>
      [`${name}_${side}`, `${name}_${side}_of`, `${name}_${side}_rate`].map((key) => overall[key]),
    );
  const truth = (count: number, of: number) => [count, of - count].map((one) => [one, of, near(one / of, 4)]);
  return [
    oneCall(
      'Do we write to people first, or they to us?',
      'get_support_performance',
      month,
      ({ overall }) => shares('started_by')(overall),
      truth(byVisitor, chats.length),
    ),
    oneCall(
      'Who ends the chats, we or they?',
      'get_support_performance',
      month,
      ({ overall }) => shares('ended_by')(overall),
      truth(leaving, ended.length),
    ),
  ];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** An agent's conversations; what has no end still goes on. */
function spansOf(facts: Facts, chats: readonly Chat[], { agentId }: Agent): Span[] {
  return chats.flatMap((chat) =>
    chat.agentId === agentId && chat.startedAt !== undefined
      ? [{ start: chat.startedAt, end: chat.endedAt ?? facts.now }]
      : [],
  );
}

/** The most conversations at one time: it begins when one of them begins. */
/** The time in which at least so many went on at once, from each beginning or end of one to the next. */
const timeWith = (spans: readonly Span[], count: number) => {
  const edges = spans.flatMap(({ start, end }) => [start, end]).toSorted((one, other) => one - other);
  return edges
    .slice(1)
    .map((end, index) => ({ start: edges[index] ?? end, end }))
    .filter(({ start, end }) => spans.filter((span) => span.start <= start && span.end >= end).length >= count)
    .reduce((sum, { start, end }) => sum + end - start, 0);
};

const peakOf = (spans: readonly Span[]) =>
  Math.max(...spans.map(({ start }) => spans.filter((other) => other.start <= start && start < other.end).length));

/** The time in which at least one conversation went on. */
function engaged(spans: readonly Span[]): number {
  let [total, until] = [0, 0];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total;
}

/** The hours on the wall that conversations touch. */
function hoursTouched(facts: Facts, spans: readonly Span[]): number {
  const moments = spans.flatMap(({ start, end }) => {
    const steps = Math.ceil((end - start) / (5 * MINUTE));
    return [...Array.from({ length: steps }, (_, step) => start + step * 5 * MINUTE), Math.max(start, end - 1)];
  });
  const hours = moments.map((at) => {
    const { day, time } = wallTime(facts.zone, at);
    return `${day} ${time.slice(0, 2)}`;
  });
  return new Set(hours).size;
}

function atOnce(facts: Facts): Question[] {
  const { agents } = facts.world;
  const asked = { period: 'this_month' };
  const chats = facts.chatsOf(asked);
  const about = (
    asks: string,
    name: string,
    said: (overall: Readonly<Record<string, unknown>>) => unknown,
    truth: (spans: readonly Span[], agent: Agent) => unknown,
  ): Question[] =>
    agents
      .filter((agent) => `${agent.firstName} ${agent.lastName}` === name)
      .map((agent) =>
        oneCall(
          asks,
          'get_support_performance',
          { ...asked, agent: name },
          ({ overall }) => said(overall),
          truth(spansOf(facts, chats, agent), agent),
        ),
      );
  return [
    ...about(
      'Has Jonas had too many chats at once?',
      'Jonas Eriksen',
      ({ concurrency }) => concurrency,
      (spans, { concurrentChatLimit }) => ({
        mean: near(spans.reduce((sum, { start, end }) => sum + end - start, 0) / engaged(spans), 2),
        peak: peakOf(spans),
        limit: concurrentChatLimit,
        at_limit: near(timeWith(spans, concurrentChatLimit) / engaged(spans), 4),
      }),
    ),
    ...about(
      'How many chats an hour does Claire manage while she has any?',
      'Claire Dupont',
      ({ chats_per_engaged_hour }) => chats_per_engaged_hour,
      (spans) => near(spans.length / hoursTouched(facts, spans), 2),
    ),
    oneCall(
      'Who was the most overloaded at any one time?',
      'get_support_performance',
      { ...asked, group_by: ['agent'], metrics: ['concurrency'] },
      ({ groups = [] }) =>
        keysWithMost(groups.map(({ key, metrics }) => [String(key), peakIn(metrics['concurrency'])])),
      keysWithMost(
        agents.map((agent) => {
          const spans = spansOf(facts, chats, agent);
          return [String(agent.agentId), spans.length === 0 ? undefined : peakOf(spans)];
        }),
      ),
    ),
  ];
}

function peakIn(concurrency: unknown): number | undefined {
  const isKnown = typeof concurrency === 'object' && concurrency !== null && 'peak' in concurrency;
  return isKnown && typeof concurrency.peak === 'number' ? concurrency.peak : undefined;
}

/** On how many agents chats came in each hour of the day, on the days on which one came then. */
function staffing(facts: Facts): Question {
  const asked = { period: 'this_month' };
  const hourOf = ({ requestedAt }: Chat) => wallTime(facts.zone, requestedAt).time.slice(0, 2);
  const dayOf = ({ requestedAt }: Chat) => wallTime(facts.zone, requestedAt).day;
  const agentsIn = (chats: readonly Chat[]) =>
    new Set(chats.filter(({ missed }) => !missed).map(({ agentId }) => agentId)).size;
  const byHour = [...Map.groupBy(facts.chatsOf(asked), hourOf)].map(([hour, chats]) => {
    const days = [...Map.groupBy(chats, dayOf).values()];
    return [hour, near(days.map(agentsIn).reduce((sum, agents) => sum + agents, 0) / days.length, 2)] as const;
  });
  return {
    asks: 'How many agents do we have on at each hour of the day?',
    ask: async (ask) => {
      const { data } = await ask('get_support_performance', {
        ...asked,
        group_by: ['hour'],
        metrics: ['agents_with_chats'],
      });
      const Told = z.object({ agents_with_chats: z.object({ mean: z.number() }).optional() });
      return Object.fromEntries(
        (data.groups ?? []).flatMap(({ key, metrics }) => {
          const mean = Told.parse(metrics).agents_with_chats?.mean;
          return mean === undefined ? [] : [[String(key), mean] as const];
        }),
      );
    },
    expected: Object.fromEntries(byHour),
  };
}

function cameBack(facts: Facts): Question {
  const asked = { from: plusDays(facts.today, -14), to: plusDays(facts.today, -1) };
  const visitors = [
    ...Map.groupBy(chatsOn(facts.world.chats, asked, facts.zone), ({ visitorId }) => visitorId).values(),
  ];
  const repeated = visitors.filter((chats) =>
    chats.some(({ requestedAt }, index) => requestedAt - (chats[index - 1]?.requestedAt ?? 0) <= 7 * DAY),
  ).length;
  return oneCall(
    'How many people had to come back to us within a week?',
    'get_support_performance',
    asked,
    ({ overall }) => [overall['repeat_contact'], overall['repeat_contact_of'], overall['repeat_contact_rate']],
    [repeated, visitors.length, near(repeated / visitors.length, 4)],
  );
}
