import { z } from 'zod';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { isoTime } from '../oracle/calendar.ts';
import { near } from '../oracle/figures.ts';
import { unanswered } from '../oracle/truth.ts';
import type { AnswerOf } from '../mcp/protocol/shapes.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions about visitors who come often, and those whom somebody should worry about. */
export const regularQuestions: QuestionsOf = (facts) => {
  const { chatsOf, world } = facts;
  const month = visitorsOf(chatsOf({ period: 'last_30_days' }));
  const week = visitorsOf(chatsOf({ period: 'last_week' }));
  const asked = { period: 'last_30_days', limit: 5 };
  const rated = month.filter(({ ratings }) => ratings.length > 0);
  const country = new Map(
    world.visitors.map(({ visitorId, records }) => [visitorId, records.at(-1)?.whereabouts.country]),
  );
  return [
    oneCall(
      'Who comes to our chat the most?',
      'list_visitors',
      { ...asked, order: 'chats' },
      ({ total, visitors }) => [total, visitors.map(({ visitor_id, chats }) => [visitor_id, chats])],
      [month.length, ranked(month, ({ chats }) => chats.length).map(({ id, chats }) => [id, chats.length])],
    ),
    oneCall(
      'And from Germany?',
      'list_visitors',
      { ...asked, order: 'chats', country: 'Germany' },
      idsIn,
      ranked(
        month.filter(({ id }) => country.get(id) === 'Germany'),
        ({ chats }) => chats.length,
      ).map(({ id }) => id),
    ),
    oneCall(
      'Whom did we miss most often?',
      'list_visitors',
      { ...asked, order: 'missed' },
      ({ total, visitors }) => [total, visitors.map(({ visitor_id, missed }) => [visitor_id, missed])],
      [
        month.filter(({ missed }) => missed > 0).length,
        ranked(
          month.filter(({ missed }) => missed > 0),
          ({ missed }) => missed,
        ).map(({ id, missed }) => [id, missed]),
      ],
    ),
    oneCall(
      'Whom did we miss last week?',
      'list_visitors',
      { period: 'last_week', order: 'missed', limit: 1 },
      ({ total }) => total,
      week.filter(({ missed }) => missed > 0).length,
    ),
    oneCall(
      'Which visitors are unhappy with us?',
      'list_visitors',
      { ...asked, order: 'lowest_rating' },
      ({ total, visitors }) => [total, visitors.map(({ visitor_id, rating }) => [visitor_id, rating])],
      [
        rated.length,
        ranked(rated, ({ ratings }) => -Math.min(...ratings)).map(({ id, ratings }) => [
          id,
          {
            n: ratings.length,
            mean: near(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length, 2),
            lowest: Math.min(...ratings),
          },
        ]),
      ],
    ),
    whoWaits(facts),
  ];
};

function whoWaits({ world, zone }: Facts): Question {
  const waiting = [...Map.groupBy(unanswered(world), ({ visitorId }) => visitorId)];
  return oneCall(
    'Which visitors wait longest for a reply to what they wrote?',
    'list_visitors',
    { order: 'waiting', limit: 5 },
    ({ total, visitors }) => [
      total,
      visitors.map(({ visitor_id, waiting }) => {
        const { messages, oldest_at: oldest } = Waiting.parse(waiting);
        return [visitor_id, messages, oldest];
      }),
    ],
    [
      waiting.length,
      waiting.slice(0, 5).map(([id, messages]) => [id, messages.length, isoTime(zone, messages[0]?.receivedAt ?? 0)]),
    ],
  );
}

const Waiting = z.object({ messages: z.number(), oldest_at: z.string() });

const idsIn = ({ visitors }: AnswerOf<'list_visitors'>): number[] => visitors.map(({ visitor_id }) => visitor_id);

/** What a visitor did in a period. */
interface Regular {
  readonly id: number;
  readonly chats: readonly Chat[];
  readonly missed: number;
  readonly ratings: readonly number[];
}

function visitorsOf(chats: readonly Chat[]): Regular[] {
  return [...Map.groupBy(chats, ({ visitorId }) => visitorId)].map(([id, theirs]) => ({
    id,
    chats: theirs,
    missed: theirs.filter(({ missed }) => missed).length,
    ratings: theirs.flatMap(({ rating }) => rating ?? []),
  }));
}

/** The first five by a figure, the highest first; of equals, the newest visitor. */
function ranked(visitors: readonly Regular[], of: (visitor: Regular) => number): Regular[] {
  return visitors.toSorted((one, other) => of(other) - of(one) || other.id - one.id).slice(0, 5);
}
