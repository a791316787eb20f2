import { offlineRepliesOf, repliedAmong, type OfflineReplies } from '../insights/offline-replies.ts';
import { isWithin, type WorkingTime } from '../insights/wall-clock.ts';
import type { Coverage } from '../model/coverage.ts';
import type { Period } from '../model/period.ts';
import { randomSampleOf, sampleOf } from '../model/sampling.ts';
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
  let firstReplies = await offlineMessages.firstReplies();
  const missing = sampleOf(replied, SAMPLE).filter((id) => !firstReplies.has(id));
  let refused: typeof missing = [];
  if (missing.length > 0) {
    const isFinished = await readBehind(
      async (behind) => (await offlineMessages.readAll(missing, behind)).isFinished,
      desk,
      question,
    );
    firstReplies = await offlineMessages.firstReplies();
    if (isFinished) refused = missing.filter((id) => !firstReplies.has(id));
  }
  const sample = randomSampleOf(replied, (id) => firstReplies.has(id), new Set(refused));
  return { ...offlineRepliesOf(received, all, sample, firstReplies, desk.clock()), coverage };
}
