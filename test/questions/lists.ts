import type { Chat } from '../../src/sandbox/world/world.ts';
import { first } from '../mcp/desk.ts';
import { near } from '../oracle/figures.ts';
import { chatIdsOf, servedAndEnded } from '../oracle/truth.ts';
import type { AnswerOf } from '../mcp/protocol/shapes.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions for the most and the least of something, and for chats from somewhere: lists with an order and filters. */
export const listQuestions: QuestionsOf = (facts) => [...ordered(facts), ...filtered(facts), ...parts(facts)];

const lastingOf = ({ startedAt = 0, endedAt = 0 }: Chat): number => (endedAt - startedAt) / 1000;
const waitOf = ({ requestedAt, startedAt = 0 }: Chat): number => (startedAt - requestedAt) / 1000;
const served = (chats: readonly Chat[]) => chats.filter(({ missed }) => !missed);

const newestFirst = (chats: readonly Chat[]) =>
  chats.toSorted((one, other) => other.requestedAt - one.requestedAt || other.chatId - one.chatId);

/** Those with the most of something, the newer of two equals first. */
const most = (chats: readonly Chat[], of: (chat: Chat) => number, count: number) =>
  newestFirst(chats)
    .toSorted((one, other) => of(other) - of(one))
    .slice(0, count);

const ids = ({ chats }: AnswerOf<'list_chats'>): number[] => chats.map(({ chat_id }) => chat_id);

function ordered({ chatsOf, world }: Facts): Question[] {
  const week = chatsOf({ period: 'last_7_days' });
  const ended = servedAndEnded({ chats: week });
  const yesterday = served(chatsOf({ period: 'yesterday' }));
  const rated = week.filter(({ rating }) => rating !== undefined);
  const month = chatsOf({ period: 'last_30_days' });
  const somebody = first(world.agents.filter(({ agentId }) => ended.some((chat) => chat.agentId === agentId)));
  const theirs = ended.filter(({ agentId }) => agentId === somebody.agentId);
  return [
    oneCall(
      'Which three chats of the last week went on the longest?',
      'list_chats',
      { order: 'longest', limit: 3 },
      ({ chats }) => chats.map(({ chat_id, duration_seconds: seconds }) => [chat_id, seconds]),
      most(ended, lastingOf, 3).map((chat) => [chat.chatId, lastingOf(chat)]),
    ),
    oneCall(
      'Who waited longest before somebody took the chat, yesterday?',
      'list_chats',
      { period: 'yesterday', order: 'longest_wait', limit: 2 },
      ids,
      chatIdsOf(most(yesterday, waitOf, 2)),
    ),
    oneCall(
      'Show me the five worst rated chats',
      'list_chats',
      { order: 'lowest_rating', limit: 5 },
      ids,
      chatIdsOf(most(rated, ({ rating = 6 }) => -rating, 5)),
    ),
    oneCall(
      'With which chat did the month begin?',
      'list_chats',
      { period: 'last_30_days', order: 'oldest', limit: 1 },
      ids,
      chatIdsOf(month.slice(0, 1)),
    ),
    oneCall(
      `Which of ${somebody.firstName}’s chats took the longest?`,
      'list_chats',
      { agent: String(somebody.agentId), order: 'longest', limit: 2 },
      ids,
      chatIdsOf(most(theirs, lastingOf, 2)),
    ),
  ];
}

function filtered({ chatsOf, world }: Facts): Question[] {
  const week = chatsOf({ period: 'last_7_days' });
  const long = servedAndEnded({ chats: week }).filter((chat) => lastingOf(chat) >= 900);
  const slow = served(week).filter((chat) => waitOf(chat) >= 30);
  const country = new Map(
    world.visitors.map(({ visitorId, records }) => [visitorId, records.at(-1)?.whereabouts.country]),
  );
  const german = week.filter(({ visitorId }) => country.get(visitorId) === 'Germany');
  const unhappy = german.filter(({ rating = 6 }) => rating <= 3);
  const month = chatsOf({ period: 'last_30_days' });
  return [
    oneCall(
      'How many chats went on for a quarter of an hour or more?',
      'list_chats',
      { min_duration_seconds: 900, limit: 1 },
      ({ total }) => total,
      long.length,
    ),
    oneCall(
      'Who had to wait for half a minute or more?',
      'list_chats',
      { min_wait_seconds: 30, limit: 100 },
      ids,
      chatIdsOf(newestFirst(slow)),
    ),
    oneCall(
      'And of those, who waited longest?',
      'list_chats',
      { min_wait_seconds: 30, order: 'longest_wait', limit: 1 },
      ({ total, chats }) => [total, chats.map(({ chat_id }) => chat_id)],
      [slow.length, chatIdsOf(most(slow, waitOf, 1))],
    ),
    oneCall(
      'Which chats came from Germany?',
      'list_chats',
      { country: 'Germany', limit: 100 },
      ids,
      chatIdsOf(newestFirst(german)),
    ),
    oneCall(
      'And did we miss any of them?',
      'list_chats',
      { country: 'germany', missed: true },
      ids,
      chatIdsOf(newestFirst(german.filter(({ missed }) => missed))),
    ),
    oneCall(
      'Who in Germany was not happy with us?',
      'list_chats',
      { country: 'Germany', max_rating: 3, order: 'lowest_rating' },
      ids,
      chatIdsOf(most(unhappy, ({ rating = 6 }) => -rating, 20)),
    ),
    oneCall(
      'How many chats did we pass on that then took more than ten minutes?',
      'list_chats',
      { period: 'last_30_days', transferred: true, min_duration_seconds: 601, limit: 1 },
      ({ total }) => total,
      servedAndEnded({ chats: month }).filter((chat) => chat.transferred && lastingOf(chat) >= 601).length,
    ),
  ];
}

/** Of how many chats something is a part. */
function parts({ chatsOf }: Facts): Question[] {
  const week = chatsOf({ period: 'last_week' });
  const month = chatsOf({ period: 'this_month' });
  const transferred = served(month).filter((chat) => chat.transferred).length;
  const rated = week.flatMap(({ rating }) => rating ?? []);
  return [
    oneCall(
      'How many did we miss last week, and out of how many?',
      'get_support_performance',
      { period: 'last_week', metrics: ['missed'] },
      ({ overall }) => [overall['missed'], overall['missed_of']],
      [week.filter(({ missed }) => missed).length, week.length],
    ),
    oneCall(
      'How many were passed on this month, and out of how many?',
      'get_support_performance',
      { period: 'this_month', metrics: ['transferred'] },
      ({ overall }) => [overall['transferred'], overall['transferred_of'], overall['transfer_rate']],
      [transferred, served(month).length, near(transferred / served(month).length, 4)],
    ),
    oneCall(
      'How many of last week’s chats were rated at all, and how?',
      'list_chats',
      { period: 'last_week', limit: 1 },
      ({ total, summary }) => [total, summary['rating']],
      [
        week.length,
        {
          n: rated.length,
          mean: near(rated.reduce<number>((sum, rating) => sum + rating, 0) / rated.length, 2),
          distribution: Object.fromEntries(
            [...Map.groupBy(rated, String)].map(([rating, { length }]) => [rating, length]),
          ),
          response_rate: near(rated.length / served(week).length, 4),
        },
      ],
    ),
  ];
}
