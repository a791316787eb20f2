import { z } from 'zod';
import { type Asked, WEEKDAYS, wallTime } from '../oracle/calendar.ts';
import { near, spread } from '../oracle/figures.ts';
import { statistics } from '../oracle/truth.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { keyIn, labelIn, type Group } from '../tools/performance/groups.ts';
import type { Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of managers for a few figures alone, by something other than agents and days, and only for the worst or the most. */
export const chosenQuestions: QuestionsOf = (facts) => chosenQuestionsWhere(1)(facts);

/** The same of a service that stores so much for a star. */
export const chosenQuestionsWhere =
  (star: number): QuestionsOf =>
  (facts) => [
    topVisitors(facts),
    byCountry(facts),
    endedByVisitors(facts),
    waitByHour(facts),
    ratingByMonth(facts, star),
  ];

/** Chats by what is said of each. */
const groupedBy = (chats: readonly Chat[], keyOf: (chat: Chat) => string) => Map.groupBy(chats, keyOf);

function topVisitors(facts: Facts): Question {
  const asked = { period: 'last_30_days' };
  const truth = groupedBy(facts.chatsOf(asked), ({ visitorId }) => String(visitorId));
  const counts = [...truth.values()].map(({ length }) => length).toSorted((one, other) => other - one);
  return oneCall(
    'Which ten visitors wrote to us the most in the last thirty days?',
    'get_support_performance',
    { ...asked, group_by: ['visitor'], limit: 10 },
    ({ groups = [] }) => ({
      counts: groups.map(({ metrics }) => metrics['chats']),
      // Several may have as many chats: who comes first of them is open.
      untrue: groups.filter((group) => truth.get(keyIn(group))?.length !== group.metrics['chats']),
      different: new Set(groups.map(keyIn)).size,
    }),
    { counts: counts.slice(0, 10), untrue: [], different: 10 },
  );
}

function byCountry(facts: Facts): Question {
  const asked = { period: 'last_30_days' };
  const latest = new Map(
    facts.world.visitors.map(({ visitorId, records }) => [visitorId, records.at(-1)?.whereabouts.country ?? '']),
  );
  const truth = groupedBy(facts.chatsOf(asked), ({ visitorId }) => latest.get(visitorId) ?? '');
  return oneCall(
    'Where do our chats come from?',
    'get_support_performance',
    { ...asked, group_by: 'country' },
    ({ groups = [] }) => ({
      chats: new Map(groups.map((group) => [labelIn(group), group.metrics['chats']])),
      isMostFirst: isFalling(groups.map(({ metrics }) => Number(metrics['chats']))),
    }),
    { chats: new Map([...truth].map(([country, chats]) => [country, chats.length])), isMostFirst: true },
  );
}

const isFalling = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value));

function endedByVisitors(facts: Facts): Question {
  const asked = { period: 'this_month' };
  const ended = facts.chatsOf(asked).filter(({ missed, endedBy }) => !missed && endedBy !== undefined);
  const truth = groupedBy(ended, ({ agentId }) => String(agentId));
  return oneCall(
    'Whose chats do visitors end themselves?',
    'get_support_performance',
    { ...asked, group_by: ['agent'], metrics: ['ended_by_visitor'] },
    ({ groups = [] }) =>
      new Map(
        groups
          .filter((group) => keyIn(group) !== 'none')
          .map((group) => [keyIn(group), shareIn(group, 'ended_by_visitor', 'ended_by_visitor_rate')]),
      ),
    new Map(
      [...truth].map(([agent, chats]) => {
        const count = chats.filter(({ endedBy }) => endedBy === 'visitor').length;
        return [agent, { count, of: chats.length, rate: near(count / chats.length, 4), columns: 3 }];
      }),
    ),
  );
}

/** A share as a group tells it, and how many figures the group has at all. */
function shareIn({ metrics }: Group, name: string, rate: string): object {
  return {
    count: metrics[name],
    of: metrics[`${name}_of`],
    rate: metrics[rate],
    columns: Object.keys(metrics).length,
  };
}

function waitByHour(facts: Facts): Question {
  const asked = { period: 'this_month' };
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const truth = groupedBy(facts.chatsOf(asked), ({ requestedAt }) =>
    wallTime(facts.zone, requestedAt).time.slice(0, 2),
  );
  return oneCall(
    'How long do people wait at which hour? Nothing else, please',
    'get_support_performance',
    { ...asked, group_by: 'hour', metrics: 'wait' },
    ({ groups = [] }) => groups.map((group) => [keyIn(group), group.metrics]),
    hours.map((hour) => [hour, { wait_seconds: spread(statistics(truth.get(hour) ?? []).waits) }]),
  );
}

function ratingByMonth(facts: Facts, star: number): Question {
  const asked = { period: 'this_year' };
  const months = Array.from({ length: Number(facts.today.slice(5, 7)) }, (_, index) =>
    [facts.today.slice(0, 4), String(index + 1).padStart(2, '0')].join('-'),
  );
  const truth = groupedBy(facts.chatsOf(asked), ({ requestedAt }) => wallTime(facts.zone, requestedAt).day.slice(0, 7));
  return oneCall(
    'How has our rating gone this year, month by month?',
    'get_support_performance',
    { ...asked, group_by: 'month', metrics: 'rating' },
    ({ groups = [] }) =>
      groups.map((group) => [keyIn(group), meanIn(group.metrics['rating']), Object.keys(group.metrics)]),
    months.map((month) => {
      const ratings = (truth.get(month) ?? []).flatMap(({ rating }) => (rating === undefined ? [] : rating * star));
      const mean = ratings.reduce((sum, value) => sum + value, 0) / ratings.length;
      return [month, { n: ratings.length, ...(ratings.length > 0 && { mean: near(mean, 2) }) }, ['rating']];
    }),
  );
}

const Rating = z.object({ n: z.number(), mean: z.number().optional() });
const meanIn = (rating: unknown): object => Rating.parse(rating);

/** The question who misses when: it needs a desk whose missed chats name their agents. */
export function worstTen(facts: Facts, asked: Asked = { period: 'this_month' }): Question {
  const cells = groupedBy(facts.chatsOf(asked), ({ agentId, requestedAt }) => {
    const weekday = WEEKDAYS[(new Date(wallTime(facts.zone, requestedAt).day).getUTCDay() + 6) % 7];
    return `${agentId ?? 'none'} ${weekday}`;
  });
  const truth = new Map(
    [...cells].map(([key, chats]) => [key, { count: statistics(chats).missed, of: chats.length }] as const),
  );
  const worst = [...truth.values()]
    .toSorted((one, other) => other.count - one.count || other.count / other.of - one.count / one.of)
    .slice(0, 10);
  return oneCall(
    'Who misses the most, and on which weekday? The ten worst',
    'get_support_performance',
    { ...asked, group_by: ['agent', 'weekday'], metrics: ['missed'], order_by: 'missed', limit: 10 },
    ({ groups = [] }) => ({
      shares: groups.map((group) => shareIn(group, 'missed', 'missed_rate')),
      untrue: groups.filter((group) => {
        const { count, of } = truth.get(keyIn(group)) ?? {};
        return count !== group.metrics['missed'] || of !== group.metrics['missed_of'];
      }),
      different: new Set(groups.map(keyIn)).size,
    }),
    {
      shares: worst.map(({ count, of }) => ({ count, of, rate: near(count / of, 4), columns: 3 })),
      untrue: [],
      different: worst.length,
    },
  );
}
