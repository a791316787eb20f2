import { isComplete, weakerBasis, type Coverage } from '../../model/coverage.ts';
import { utcDayOf, type DayRange } from '../../model/time/day.ts';
import type { Chat, OfflineMessage, VisitorProfile } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Desk } from '../../answers/desk.ts';
import { coverChats, coverPart } from '../../answers/cover-part.ts';
import { knownOf } from '../../answers/selection/known-visitor.ts';
import type { AskedQuestion } from '../../answers/question.ts';

/** The chats and offline messages of a visitor, and how much of them there is. */
export interface VisitorRecords {
  readonly chats: readonly Chat[];
  readonly offlineMessages: readonly OfflineMessage[];
  /** Of all of it together: complete where every day since the first visit was read, and the list of messages. */
  readonly coverage: Coverage;
  /** Of the list of offline messages. */
  readonly listed: Coverage;
  /** Of the day of the last chat, where it was to be read. */
  readonly lastDay: Coverage | undefined;
  /** The days since the first visit, and how many of them were read; absent where the first visit is not known. */
  readonly days?: DayRange & { readonly asked: number; readonly read: number; readonly coverage: Coverage };
}

/** A visitor's profile without what the service sums up of everybody's chats, for who is not shown these. */
export function profileShown(profile: VisitorProfile, { archive: { shown } }: Desk): VisitorProfile {
  if (shown.chats === 'all') return profile;
  const { totalChats: _chats, totalChatDurationMillis: _duration, lastChatAt: _last, ...others } = profile;
  return others;
}

/**
 * The visitor's chats and offline messages. The day of the last chat is read, since the totals name it; earlier days
 * only as far as they are loaded, because the service cannot list chats by visitor. Its total leaves out missed
 * chats, so nothing is certainly whole before every day since the first visit is covered.
 */
export async function recordsOf(
  { firstVisitAt, lastChatAt, totalChats = 0, visitorId }: VisitorProfile,
  desk: Desk,
  question: AskedQuestion,
): Promise<VisitorRecords> {
  const { offlineMessages, chats } = desk.archive;
  const listed = await coverPart(offlineMessages.cover(question), () => offlineMessages.coverageOf(), question);
  let lastDay: Coverage | undefined;
  if (lastChatAt !== undefined && servedCount((await knownOf(visitorId, desk)).chats) < totalChats) {
    // The time may be that of the start, and the request may lie before midnight: a chat is listed by its request.
    const day = utcDayOf(lastChatAt);
    lastDay = await coverChats({ from: day, to: day }, desk, question);
  }
  const held = await knownOf(visitorId, desk);
  const since = firstVisitAt && { from: utcDayOf(firstVisitAt), to: utcDayOf(desk.clock()) };
  const days = since && (await chats.coverageOf(since));
  const isWhole = days !== undefined && isComplete(days) && servedCount(held.chats) >= totalChats;
  const read = [listed, ...(lastDay === undefined ? [] : [lastDay]), ...(isWhole ? [days] : [])];
  const basis = read.map((part) => part.basis).reduce(weakerBasis);
  // The day of today's chats may have been read long before the messages: the answer is as old as its oldest part.
  const asOf = oldestOf(read.flatMap((part) => part.asOf ?? []));
  const changingAsOf = oldestOf(read.flatMap((part) => part.changingAsOf ?? []));
  return {
    ...held,
    coverage: {
      ...listed,
      ...omitUndefined({ asOf, changingAsOf }),
      basis: isWhole ? basis : weakerBasis(basis, 'partial'),
      covered: isWhole ? listed.covered : 0,
    },
    listed,
    lastDay,
    ...(since && days && { days: { ...since, asked: days.asked, read: days.covered, coverage: days } }),
  };
}

function oldestOf(moments: readonly EpochMillis[]): EpochMillis | undefined {
  return moments.toSorted((one, other) => one - other)[0];
}

/** The number of chats that had a conversation, which is what the service's total counts. */
export function servedCount(chats: readonly Chat[]): number {
  return chats.filter(({ startedAt }) => startedAt !== undefined).length;
}
