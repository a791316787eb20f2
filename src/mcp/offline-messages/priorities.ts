import { isMissed } from '../../insights/codes/code-states.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { prioritiesOf, type ChatsAround } from '../../insights/triage/queue.ts';
import type { Priority } from '../../insights/triage/priority.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { inSlices } from '../../model/slices.ts';
import { addDays, startOfDay, utcDayOf, type DayRange, type UtcDay } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Desk } from '../desk.ts';
import type { AskedQuestion } from '../protocol/question.ts';
import { coverPart } from '../selection/selected-chats.ts';

/** A visitor who was served longer ago was hardly served about a message that still waits. */
const DAYS_COUNTED = 90;
/** The days that are read for it, the last week first, so that it counts before the rest has come. */
const DAYS_READ = { first: 7, all: 30 } as const;

/** The days whose chats count: the latest run of days at hand. So they count for one visitor as for another. */
export async function countedDays(now: EpochMillis, { archive }: Desk): Promise<DayRange | undefined> {
  const to = utcDayOf(now);
  const from = addDays(to, -DAYS_COUNTED);
  const { missingDays = [] } = await archive.chats.coverageOf({ from, to });
  const missing = [...missingDays];
  let last = to;
  for (let gap = missing.at(-1); gap?.to === last; gap = missing.at(-1)) {
    last = addDays(gap.from, -1);
    missing.pop();
  }
  const gap = missing.at(-1);
  const first = gap === undefined ? from : addDays(gap.to, 1);
  return first > last ? undefined : { from: first, to: last };
}

/**
 * The priorities of the wanted messages that have no reply, as of a moment; `messages` are all that are at hand, and of
 * their visitors' chats those of `days` count. Nothing is read for it.
 */
export async function prioritiesAt(
  now: EpochMillis,
  messages: readonly OfflineMessage[],
  wanted: readonly OfflineMessage[],
  days: DayRange | undefined,
  book: Codebook,
  { archive }: Desk,
): Promise<ReadonlyMap<OfflineMessageId, Priority>> {
  const ids = wanted.map(({ offlineMessageId }) => offlineMessageId);
  const chatsAround = new Map<OfflineMessageId, ChatsAround>();
  const found =
    days === undefined
      ? []
      : await archive.triage.chatsAround(ids, {
          start: startOfDay(days.from),
          end: epochMillis(Math.min(now, startOfDay(addDays(days.to, 1)))),
        });
  for (const chats of found) {
    const missed = isMissed(chats, book);
    if (missed !== !chats.isAfter) continue;
    const known = chatsAround.get(chats.offlineMessageId) ?? {};
    const side = chats.isAfter ? 'latestServedAfter' : 'latestMissedBefore';
    const latestAt = epochMillis(Math.max(chats.latestAt, known[side] ?? 0));
    chatsAround.set(chats.offlineMessageId, { ...known, [side]: latestAt });
  }
  return inSlices(prioritiesOf(messages, new Set(ids), { now, chatsAround }));
}

/** Reads the chats since the oldest of some messages, of the last 30 days. Says what is covered of the days it came to, and the first of these. */
export async function coverChats(
  messages: readonly OfflineMessage[],
  now: EpochMillis,
  { archive: { chats } }: Desk,
  question: AskedQuestion,
): Promise<{ readonly coverage: Coverage; readonly from: UtcDay }> {
  const to = utcDayOf(now);
  const oldest = utcDayOf(
    epochMillis(messages.reduce((oldest: number, { receivedAt }) => Math.min(oldest, receivedAt), now)),
  );
  const cover = async (count: number) => {
    const earliest = addDays(to, -count);
    const days = { from: oldest > earliest ? oldest : earliest, to };
    const coverage = await coverPart(chats.cover(days, undefined, question), () => chats.coverageOf(days), question);
    return { coverage, from: days.from };
  };
  const week = await cover(DAYS_READ.first);
  return isComplete(week.coverage) ? cover(DAYS_READ.all) : week;
}
