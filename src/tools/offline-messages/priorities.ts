import { isMissed } from '../../insights/codes/code-states.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { prioritiesOf, type ChatsAround } from '../../insights/triage/queue.ts';
import type { Priority } from '../../insights/triage/priority.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { inSlices } from '../../model/slices.ts';
import { addDays, startOfDay, utcDayOf, type DayRange } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Coverage } from '../../model/coverage.ts';
import { resolvePeriod, type Period } from '../../model/calendar/period.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { coverPart } from '../../answers/selection/selected-chats.ts';

/**
 * The days before today whose chats count. A fixed number, so that an order does not depend on what was read before; few, so
 * that a list reads them within its answer.
 */
const DAYS_COUNTED = 7;

/** The UTC days whose chats count for the order as of a moment: the last seven, and that of the moment so far. */
export function daysCounted(now: EpochMillis): DayRange {
  const to = utcDayOf(now);
  return { from: addDays(to, -DAYS_COUNTED), to };
}

/** The same as a period, to say it. */
export function periodOfDays({ from, to }: DayRange, now: EpochMillis): Period {
  return resolvePeriod({ from, to }, zoneOf('UTC'), now);
}

/** Whether chats count: those of all days or none, so that they count for one visitor as for another. */
export function doCount({ covered, asked }: Coverage): boolean {
  return covered >= asked;
}

/** Reads the chats of the days that count, until the question's deadline. */
export function coverChats(days: DayRange, { archive: { chats } }: Desk, question: AskedQuestion): Promise<Coverage> {
  return coverPart(chats.cover(days, undefined, question), () => chats.coverageOf(days), question);
}

/**
 * The priorities of the wanted messages that have no reply, as of a moment; `messages` are all that are at hand, and of
 * their visitors' chats those of `days` count, and none where there are no days. Nothing is read for it.
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
