import type { CodeObservations } from '../model/codes.ts';
import type { Tables } from './tables.ts';

/** Counts the integer codes at hand together with what can prove their meaning. */
export async function observedCodes(tables: Tables): Promise<CodeObservations> {
  const chats = await tables
    .chats()
    .select((row) => [
      'missed_code',
      'rating_code',
      row('started_at', 'is not', null).as('has_conversation'),
      row.fn.countAll<number>().as('count'),
    ])
    .groupBy(['missed_code', 'rating_code', 'has_conversation'])
    .execute();
  const offline = await tables
    .offlineMessages()
    .where('reply_count', 'is not', null)
    .select((row) => ['unread_code', row('reply_count', '>', 0).as('replied'), row.fn.countAll<number>().as('count')])
    .groupBy(['unread_code', 'replied'])
    .execute();
  return {
    chats: chats.map((row) => ({
      ...(row.missed_code !== null && { missedCode: row.missed_code }),
      ...(row.rating_code !== null && { ratingCode: row.rating_code }),
      hasConversation: Boolean(row.has_conversation),
      count: row.count,
    })),
    offlineMessages: offline.map((row) => ({
      ...(row.unread_code !== null && { unreadCode: row.unread_code }),
      replied: Boolean(row.replied),
      count: row.count,
    })),
  };
}
