import { meaningOf, type Codebook } from '../../insights/codes/codebook.ts';
import { prioritiesOf, type EarlierChats } from '../../insights/triage/queue.ts';
import type { Priority } from '../../insights/triage/priority.ts';
import { usualReplyTimeOf } from '../../insights/triage/usual-reply-time.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { inSlices } from '../../model/slices.ts';
import { epochMillis, secondsBetween, type EpochMillis } from '../../model/time/units.ts';
import type { Desk } from '../desk.ts';

/**
 * The priorities of the wanted messages that have no reply, as of a moment, by what is at hand; `messages` are all that
 * are. Nothing is read for it.
 */
export async function prioritiesAt(
  now: EpochMillis,
  messages: readonly OfflineMessage[],
  wanted: readonly OfflineMessage[],
  book: Codebook,
  { archive }: Desk,
): Promise<ReadonlyMap<OfflineMessageId, Priority>> {
  const firstReplies = await archive.offlineMessages.firstReplies();
  const replyTimes = messages.flatMap(({ offlineMessageId: id, receivedAt }) => {
    const repliedAt = firstReplies.get(id);
    return repliedAt === undefined || repliedAt < receivedAt ? [] : [secondsBetween(receivedAt, repliedAt)];
  });
  const ids = wanted.map(({ offlineMessageId }) => offlineMessageId);
  const chatsBefore = new Map<OfflineMessageId, EarlierChats>();
  for (const { offlineMessageId: id, missedCode, count, latestAt } of await archive.triage.chatsBefore(ids)) {
    const known = chatsBefore.get(id);
    const missed = meaningOf(book, 'is_missed', missedCode) === 'missed' ? [latestAt] : [];
    const latestMissed = [...missed, ...(known?.latestMissedAt === undefined ? [] : [known.latestMissedAt])];
    chatsBefore.set(id, {
      count: count + (known?.count ?? 0),
      ...(latestMissed.length > 0 && { latestMissedAt: epochMillis(Math.max(...latestMissed)) }),
    });
  }
  return inSlices(prioritiesOf(messages, new Set(ids), { now, usual: usualReplyTimeOf(replyTimes), chatsBefore }));
}
