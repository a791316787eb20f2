import { readCode } from '../../answers/codes.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { factsOf, type ChatsAround, type MessageFacts } from '../../insights/triage/message-facts.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { inSlices } from '../../model/slices.ts';
import { addDays, startOfDay, utcDayOf, type DayRange } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { Desk } from '../../answers/desk.ts';

/** The days before today whose chats are checked: few, so that a list loads them within its answer. */
const DAYS_CHECKED = 7;

/** The UTC days whose chats are checked as of a moment: the last seven, and that of the moment so far. */
export function daysChecked(at: EpochMillis): DayRange {
  const to = utcDayOf(at);
  return { from: addDays(to, -DAYS_CHECKED), to };
}

/** Whether the chats of these days are all loaded: those of some days would speak for some visitors alone. */
export function areLoaded({ covered, asked }: Coverage): boolean {
  return covered >= asked;
}

/**
 * The facts of the messages without a reply, as of a moment; `messages` are all that are loaded, and of their visitors' chats
 * those of `days` are checked, none where there are no days. Loads nothing.
 */
export async function factsAt(
  at: EpochMillis,
  messages: readonly OfflineMessage[],
  days: DayRange | undefined,
  book: Codebook,
  { archive }: Desk,
): Promise<ReadonlyMap<OfflineMessageId, MessageFacts>> {
  const chatsAround = new Map<OfflineMessageId, ChatsAround>();
  const found =
    days === undefined
      ? []
      : await archive.triage.chatsAround(
          messages.map(({ offlineMessageId }) => offlineMessageId),
          { start: startOfDay(days.from), end: epochMillis(Math.min(at, startOfDay(addDays(days.to, 1)))) },
        );
  for (const chats of found) {
    const missed = readCode(book, 'is_missed', chats.missedCode);
    if (missed === undefined || (missed.meaning === 'missed') === chats.isAfter) continue;
    const known = chatsAround.get(chats.offlineMessageId) ?? {};
    const side = chats.isAfter ? 'latestServedAfter' : 'latestMissedBefore';
    const latestAt = epochMillis(Math.max(chats.latestAt, known[side] ?? 0));
    chatsAround.set(chats.offlineMessageId, { ...known, [side]: latestAt });
  }
  return inSlices(factsOf(messages, chatsAround));
}
