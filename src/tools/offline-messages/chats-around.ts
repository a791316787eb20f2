import { readCode } from '../../answers/codes.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { ChatsOfWriters } from '../../insights/triage/chats-of-writers.ts';
import { factsOf, type MessageFacts } from '../../insights/triage/message-facts.ts';
import { isAnswered } from '../../figures/offline-replies.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { inSlices, mapInSlices } from '../../model/slices.ts';
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
 * The facts of the messages without a reply, as of a moment; `messages` are all that are loaded. Of the visitors who wrote those that
 * it is about, the chats of `days` are checked, none where there are no days. Loads nothing.
 */
export async function factsAt(
  at: EpochMillis,
  messages: readonly OfflineMessage[],
  days: DayRange | undefined,
  book: Codebook,
  { archive }: Desk,
  about: readonly OfflineMessage[] = messages,
): Promise<ReadonlyMap<OfflineMessageId, MessageFacts>> {
  if (days === undefined) return inSlices(factsOf(messages, new Map()));
  const asked = about.filter((message) => !isAnswered(message));
  const chats = new ChatsOfWriters(asked);
  const isMissed = (code: number | undefined) => {
    const reading = readCode(book, 'is_missed', code);
    return reading && reading.meaning === 'missed';
  };
  const [start, end] = [startOfDay(days.from), epochMillis(Math.min(at, startOfDay(addDays(days.to, 1))))];
  for await (const day of asked.length === 0 ? [] : archive.chats.columns({ start, end })) {
    await inSlices(chats.add(day, isMissed));
  }
  const around = await mapInSlices(asked, (message) => [message.offlineMessageId, chats.around(message)] as const);
  return inSlices(factsOf(messages, new Map(around)));
}
