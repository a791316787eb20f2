import { offlineRepliesOf, repliedAmong, type OfflineReplies } from '../../figures/offline-replies.ts';
import { isWithin, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { EpochMillis, Seconds } from '../../model/time/units.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { drawSample, sampleOrder } from '../figures/random-sample.ts';

/** The size of the sample of messages whose replies are read where not all are at hand. */
const SAMPLE = 30;

/** Of no more than these, all are read: a sample would save little, and say less. */
const FEW = 2 * SAMPLE;

/** The replies to offline messages, and what is missing of them. */
export interface CoveredOfflineReplies extends OfflineReplies {
  readonly coverage: Coverage;
  /** The number of wanted messages whose replies are still being read. */
  readonly awaited: number;
  /** The number of messages whose replies are not at hand, and how long reading them takes. */
  readonly missing: number;
  readonly missingFor: Seconds;
}

/**
 * Tells what became of a period's offline messages, and what waits now: reads their list, and the replies of a random
 * sample, or all of them. Throws what the archive throws when the list is not known.
 */
export async function readOfflineReplies(
  period: Period,
  time: WorkingTime,
  reading: 'sample' | 'all',
  desk: Desk,
  question: AskedQuestion,
): Promise<CoveredOfflineReplies> {
  const { offlineMessages } = desk.archive;
  const coverage = await offlineMessages.cover(question);
  const all = await offlineMessages.find();
  const received = all.filter(
    ({ receivedAt }) =>
      receivedAt >= period.start && receivedAt < period.end && isWithin(time, receivedAt, period.zone),
  );
  const replied = repliedAmong(received);
  let firstReplies: ReadonlyMap<OfflineMessageId, EpochMillis> = new Map();
  const { ids, awaited, isAtHand } = await drawSample(
    sampleOrder(replied, reading),
    {
      size: reading === 'all' || replied.length <= FEW ? replied.length : SAMPLE,
      atHand: async () => (firstReplies = await offlineMessages.firstReplies()),
      isRefused: (id) => offlineMessages.isRefused(id),
      read: (missing, behind) => offlineMessages.readAll(missing, behind),
    },
    reading,
    true,
    desk,
    question,
  );
  // Of a list that is not known whole, a sample would be of what happens to be known.
  const sample = isComplete(coverage) ? ids : [];
  const missing = replied.filter((id) => !isAtHand(id)).length;
  return {
    ...offlineRepliesOf(received, all, sample, firstReplies, desk.clock()),
    coverage,
    awaited,
    missing,
    missingFor: await offlineMessages.timeFor(missing),
  };
}
