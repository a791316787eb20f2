import { expect } from 'vitest';
import { z } from 'zod';
import { omitUndefined } from '../../src/model/omit-undefined.ts';
import { wallTime } from '../oracle/calendar.ts';
import { keysWithMost, near } from '../oracle/figures.ts';
import { median, p90, unanswered } from '../oracle/truth.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { HOUR } from '../mcp/desk.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of managers that only transcripts tell, and how fast offline messages are answered. */
export const responseQuestions: QuestionsOf = (facts) => [...inChats(facts), ...toMessages(facts)];

/** The response times of a chat, in seconds. */
interface Responses {
  /** From the visitor's first message to the next one of an agent. */
  readonly first?: number;
  /** From the first message of each run of the visitor's to the next one of an agent. */
  readonly all: readonly number[];
  readonly isDropped: boolean;
}

function responsesOf({ messages }: Chat): Responses {
  const all: number[] = [];
  let since: number | undefined;
  for (const { author, at } of messages) {
    if (author === 'visitor') since ??= at;
    if (author !== 'agent' || since === undefined) continue;
    all.push((at - since) / 1000);
    since = undefined;
  }
  return omitUndefined({ first: all[0], all, isDropped: since !== undefined });
}

const endedOf = (chats: readonly Chat[]) => chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined);

function spreadOf(values: readonly number[]): object {
  return {
    n: values.length,
    mean: near(values.reduce((sum, value) => sum + value, 0) / values.length, 1),
    median: near(median(values) ?? 0, 1),
    p90: near(p90(values) ?? 0, 1),
    max: near(Math.max(...values), 1),
  };
}

const Estimate = z.object({
  population: z.number(),
  estimated: z.boolean(),
  median: z.number(),
  ci95: z.array(z.number()),
});

function inChats(facts: Facts): Question[] {
  const yesterday = endedOf(facts.chatsOf({ period: 'yesterday' }));
  const responses = yesterday.map(responsesOf);
  const firsts = responses.flatMap(({ first }) => first ?? []);
  const wholly = { population: yesterday.length, sampled: yesterday.length, estimated: false };
  const lastWeek = endedOf(facts.chatsOf({ period: 'last_week' }));
  // As answers round it.
  const typical = Math.round((median(lastWeek.flatMap((chat) => responsesOf(chat).first ?? [])) ?? 0) * 10) / 10;
  const dropped = responses.filter(({ isDropped }) => isDropped).length;
  const all = lastWeek.map(responsesOf);
  return [
    oneCall(
      'How quickly did people get their first real answer yesterday?',
      'get_support_performance',
      { period: 'yesterday' },
      ({ overall }) => overall['first_response_seconds'],
      { ...spreadOf(firsts), ...wholly, never_answered: yesterday.length - firsts.length },
    ),
    oneCall(
      'How long do people sit there between answers, yesterday for instance?',
      'get_support_performance',
      { period: 'yesterday' },
      ({ overall }) => overall['response_seconds'],
      { ...spreadOf(responses.flatMap(({ all }) => all)), ...wholly },
    ),
    oneCall(
      'Did we leave anybody without an answer yesterday?',
      'get_support_performance',
      { period: 'yesterday' },
      ({ overall }) => overall['dropped'],
      { ...wholly, dropped, rate: near(dropped / yesterday.length, 4) },
    ),
    oneCall(
      'Roughly how long was the first response last week?',
      'get_support_performance',
      { period: 'last_week' },
      ({ overall }) => {
        const { population, estimated, ci95 } = Estimate.parse(overall['first_response_seconds']);
        const [low = Infinity, high = -Infinity] = ci95;
        return { population, estimated, isWithin: low <= typical && typical <= high };
      },
      { population: lastWeek.length, estimated: true, isWithin: true },
    ),
    {
      asks: 'Exactly, please: read every chat of last week if you have to',
      ask: async (ask) => {
        await ask('search_transcripts', { period: 'last_week', query: 'refund', limit: 1 });
        const { overall } = (await ask('get_support_performance', { period: 'last_week' })).data;
        return [overall['first_response_seconds'], overall['dropped']];
      },
      expected: [
        {
          ...spreadOf(all.flatMap(({ first }) => first ?? [])),
          population: lastWeek.length,
          sampled: lastWeek.length,
          estimated: false,
          never_answered: all.filter(({ first }) => first === undefined).length,
        },
        {
          population: lastWeek.length,
          sampled: lastWeek.length,
          estimated: false,
          dropped: all.filter(({ isDropped }) => isDropped).length,
          rate: near(all.filter(({ isDropped }) => isDropped).length / all.length, 4),
        },
      ],
    },
    oneCall(
      'Who let people wait the longest for a first answer yesterday?',
      'get_support_performance',
      { period: 'yesterday', group_by: ['agent'], metrics: ['first_response'] },
      ({ groups = [] }) =>
        keysWithMost(
          groups
            .filter(({ key }) => key !== 'none')
            .map(({ key, metrics }) => [String(key), Median.parse(metrics['first_response_seconds'])?.median]),
        ),
      keysWithMost(
        [...Map.groupBy(yesterday, ({ agentId }) => String(agentId))].map(([agent, chats]) => [
          agent,
          median(chats.flatMap((chat) => responsesOf(chat).first ?? [])),
        ]),
      ),
    ),
  ];
}

const Median = z.object({ median: z.number().optional() }).optional();

const Offline = z.object({
  offline: z.object({
    received: z.number(),
    replied: z.number(),
    unanswered: z.number(),
    reply_seconds: z.record(z.string(), z.unknown()),
    backlog: z.object({ n: z.number(), median_age_hours: z.number(), oldest_age_hours: z.number() }),
  }),
});

function toMessages(facts: Facts): Question[] {
  const { world, now } = facts;
  const { from, to } = facts.daysOf({ period: 'last_week' });
  const received = world.offlineMessages.filter(({ receivedAt }) => {
    const { day } = wallTime(facts.zone, receivedAt);
    return day >= from && day <= to;
  });
  const replyTimes = received.flatMap(({ receivedAt, replies }) =>
    replies.length === 0 ? [] : [(Math.min(...replies.map(({ at }) => at)) - receivedAt) / 1000],
  );
  const ages = unanswered(world).map(({ receivedAt }) => (now - receivedAt) / HOUR);
  const asked = { period: 'last_week', offline_messages: true };
  return [
    oneCall(
      'How many offline messages came in last week, and did we answer them?',
      'get_support_performance',
      asked,
      (data) => {
        const { received, replied, unanswered } = Offline.parse(data).offline;
        return { received, replied, unanswered };
      },
      {
        received: received.length,
        replied: replyTimes.length,
        unanswered: received.length - replyTimes.length,
      },
    ),
    oneCall(
      'How long do people wait for a reply to an offline message?',
      'get_support_performance',
      asked,
      (data) => Offline.parse(data).offline.reply_seconds,
      expect.objectContaining(spreadOf(replyTimes)),
    ),
    oneCall(
      'How big is our backlog of messages, and how old?',
      'get_support_performance',
      asked,
      (data) => Offline.parse(data).offline.backlog,
      {
        n: ages.length,
        median_age_hours: near(median(ages) ?? 0, 1),
        oldest_age_hours: near(Math.max(...ages), 1),
      },
    ),
  ];
}
