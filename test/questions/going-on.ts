import { plusDays } from '../oracle/calendar.ts';
import { firstListed, inListOrder } from '../oracle/rows.ts';
import { chatIdsOf, unanswered } from '../oracle/truth.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of people who give only one end of a period, or just go on where an answer stopped. */
export const goingOnQuestions: QuestionsOf = (facts) => [...oneEnd(facts), ...nextPages(facts)];

function oneEnd(facts: Facts): Question[] {
  const { chatsOf, today, world, zone, now } = facts;
  const since = plusDays(today, -4);
  const until = plusDays(today, -5);
  const received = (from: string, to: string) => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    return world.offlineMessages.filter(({ receivedAt }) => {
      const on = day.format(receivedAt);
      return receivedAt <= now && on >= from && on <= to;
    });
  };
  return [
    oneCall(
      'How many chats have there been in the last days, today too?',
      'list_chats',
      { from: since, limit: 1 },
      ({ total }) => total,
      chatsOf({ from: since, to: today }).length,
    ),
    oneCall(
      'And how did we do since then?',
      'get_support_performance',
      { from: since, metrics: ['chats', 'missed'] },
      ({ overall }) => [overall['chats'], overall['missed']],
      [
        chatsOf({ from: since, to: today }).length,
        chatsOf({ from: since, to: today }).filter(({ missed }) => missed).length,
      ],
    ),
    oneCall(
      'How many messages came in since then, answered or not?',
      'list_offline_messages',
      { from: since, state: 'all', limit: 1 },
      ({ total }) => total,
      received(since, today).length,
    ),
    oneCall(
      'Which of the messages up to a week ago has nobody answered?',
      'list_offline_messages',
      { to: until, order: 'oldest', limit: 100 },
      ({ total }) => total,
      received('2000-01-01', until).filter(({ replies }) => replies.length === 0).length,
    ),
    oneCall(
      'How many chats were there in the week up to then?',
      'list_chats',
      { to: until, limit: 1 },
      ({ total }) => total,
      chatsOf({ from: plusDays(until, -6), to: until }).length,
    ),
  ];
}

function nextPages({ chatsOf, world, now }: Facts): Question[] {
  const week = chatsOf({ period: 'last_week' }).toReversed();
  const waiting = inListOrder(world, now, unanswered(world), 'oldest');
  const goesOn = 'Next, please';
  return [
    {
      asks: `The chats of last week, ten at a time. ${goesOn}`,
      ask: async (ask) => {
        const asked = { period: 'last_week', limit: 10 };
        const { next_cursor: cursor } = (await ask('list_chats', asked)).data;
        const { chats } = (await ask('list_chats', { ...asked, cursor })).data;
        return chats.slice(0, 10).map(({ chat_id }) => chat_id);
      },
      expected: chatIdsOf(week.slice(10, 20)),
    },
    {
      asks: `The messages that wait longest, five at a time. ${goesOn}`,
      ask: async (ask) => {
        const begin = (await ask('list_offline_messages', { order: 'oldest', limit: 5 })).data;
        const cursor = begin.next_cursor;
        const { messages } = (await ask('list_offline_messages', { order: 'oldest', limit: 5, cursor })).data;
        return firstListed([...begin.messages, ...messages], waiting, 10);
      },
      expected: waiting.slice(0, 10).map(({ offlineMessageId }) => offlineMessageId),
    },
    {
      asks: `Our visitors, the newest first, five at a time. ${goesOn}`,
      ask: async (ask) => {
        const { next_cursor: cursor } = (await ask('list_visitors', { limit: 5 })).data;
        const { visitors } = (await ask('list_visitors', { limit: 5, cursor })).data;
        return visitors.slice(0, 5).map(({ visitor_id }) => visitor_id);
      },
      expected: world.visitors
        .toSorted((one, other) => other.firstVisitAt - one.firstVisitAt || other.visitorId - one.visitorId)
        .slice(5, 10)
        .map(({ visitorId }) => visitorId),
    },
  ];
}
