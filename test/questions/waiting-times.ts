import { z } from 'zod';
import type { OfflineMessage } from '../../src/sandbox/world/world.ts';
import { DAY } from '../mcp/desk.ts';
import { inListOrder } from '../oracle/rows.ts';
import { unanswered } from '../oracle/truth.ts';
import { oneCall, type QuestionsOf } from './question.ts';

const Counts = z.object({
  counts: z.object({
    ages: z.record(z.string(), z.number()),
    of_visitors_with_several: z.number(),
    visitors_with_several: z.number(),
  }),
});

/** The questions how long messages have waited. */
export const waitingTimeQuestions: QuestionsOf = (facts) => {
  const { world, now } = facts;
  const waiting = unanswered(world);
  const olderThan = (days: number) => waiting.filter(({ receivedAt }) => receivedAt < now - days * DAY);
  const several = [...Map.groupBy(waiting, ({ visitorId }) => visitorId).values()].filter(({ length }) => length > 1);
  return [
    oneCall(
      'How many messages have waited for more than ten days?',
      'list_offline_messages',
      { older_than_days: 10, limit: 1 },
      ({ total }) => total,
      olderThan(10).length,
    ),
    oneCall(
      'Which ones wait the longest of those older than three days?',
      'list_offline_messages',
      { older_than_days: 3, order: 'oldest', limit: 4 },
      ({ total, messages }) => [total, messages.map(({ offline_message_id }) => offline_message_id)],
      [olderThan(3).length, idsOf(inListOrder(world, now, olderThan(3), 'oldest').slice(0, 4))],
    ),
    oneCall(
      'And the newest of them?',
      'list_offline_messages',
      { older_than_days: 3, order: 'newest', limit: 2 },
      ({ messages }) => messages.map(({ offline_message_id }) => offline_message_id),
      idsOf(inListOrder(world, now, olderThan(3)).slice(0, 2)),
    ),
    oneCall(
      'How old is what waits, roughly?',
      'list_offline_messages',
      { limit: 1 },
      (data) => Counts.parse(data).counts.ages,
      {
        under_1_day: waiting.length - olderThan(1).length,
        under_3_days: olderThan(1).length - olderThan(3).length,
        under_7_days: olderThan(3).length - olderThan(7).length,
        under_30_days: olderThan(7).length - olderThan(30).length,
        older: olderThan(30).length,
      },
    ),
    oneCall(
      'Does anybody wait who wrote several times?',
      'list_offline_messages',
      { limit: 1 },
      (data) => {
        const { visitors_with_several: visitors, of_visitors_with_several: messages } = Counts.parse(data).counts;
        return { visitors, messages };
      },
      { visitors: several.length, messages: several.flat().length },
    ),
  ];
};

const idsOf = (messages: readonly OfflineMessage[]): number[] =>
  messages.map(({ offlineMessageId }) => offlineMessageId);
