import { offlineRepliesOf, repliedAmong, type OfflineReplies } from '../insights/offline-replies.ts';
import { isWithin, type WorkingTime } from '../insights/wall-clock.ts';
import { isComplete, type Coverage } from '../model/coverage.ts';
import type { OfflineMessageId } from '../model/ids.ts';
import type { Period } from '../model/period.ts';
import { MOST_USED, sampleAtHand, sampleOf } from '../model/sampling.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';
import { readBehind } from './reading-behind.ts';

/** So many messages are read with their replies where not all are at hand. */
const SAMPLE = 30;

/**
 * What became of the offline messages of a period, and what waits now: reads their list, and the replies of a random
 * sample. Throws what the archive throws when the list is not known.
 */
export async function readOfflineReplies(
  period: Period,
  time: WorkingTime,
  desk: Desk,
  question: AskedQuestion,
): Promise<OfflineReplies & { readonly coverage: Coverage }> {
  const { offlineMessages } = desk.archive;
  const coverage = await offlineMessages.cover(question);
  const all = await offlineMessages.find();
  const received = all.filter(
    ({ receivedAt }) =>
      receivedAt >= period.start && receivedAt < period.end && isWithin(time, receivedAt, period.zone),
  );
  const replied = repliedAmong(received);
  const ordered = sampleOf(replied, MOST_USED);
  let firstReplies = await offlineMessages.firstReplies();
  const isAtHand = (id: OfflineMessageId) => firstReplies.has(id);
  const isRefused = (id: OfflineMessageId) => !isAtHand(id) && offlineMessages.isRefused(id);
  const wanted = ordered.filter((id) => !isRefused(id)).slice(0, SAMPLE);
  const missing = wanted.filter((id) => !isAtHand(id));
  if (missing.length > 0) {
    await readBehind((behind) => offlineMessages.readAll(missing, behind), desk, question);
    firstReplies = await offlineMessages.firstReplies();
  }
  // Of a list that is not known whole, a sample would be of what happens to be known.
  const sample = isComplete(coverage) ? sampleAtHand(ordered, isAtHand, isRefused, SAMPLE, true) : [];
  return { ...offlineRepliesOf(received, all, sample, firstReplies, desk.clock()), coverage };
}
