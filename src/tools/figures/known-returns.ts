import { MILLIS_TO_RETURN, Returns } from '../../figures/returns.ts';
import { coverChats, coverPart } from '../../answers/cover-part.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import type { SelectedChats } from '../../answers/selection/selected-chats.ts';
import { utcDaysOf, type Period } from '../../model/calendar/period.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import { slices } from '../../model/slices.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';

/** The part of what visitors did after the missed chats of a period that is loaded. */
export interface KnownReturns {
  readonly start: EpochMillis;
  /** The moment before which no chat is missing, and no offline message that counts. */
  readonly until: EpochMillis;
  /** The coverage of the offline messages; undefined where chats alone are looked at. */
  readonly messages: Coverage | undefined;
  readonly mayReadMessages: boolean;
}

/**
 * Reads everybody's chats of a period and of the hours behind it. Offline messages count where their list is loaded already: it may be
 * long. `isEach`: whether the selection has each chat of the period. Undefined where too little is loaded, and for who may not see everybody's chats.
 */
export async function knownReturns(
  { start, end }: Pick<Period, 'start' | 'end'>,
  { isWhole, end: loaded }: SelectedChats,
  { isEach, readsMessages }: { readonly isEach: boolean; readonly readsMessages: boolean },
  desk: Desk,
  question: AskedQuestion,
): Promise<KnownReturns | undefined> {
  const { archive } = desk;
  if (!isWhole || archive.shown.chats !== 'all') return undefined;
  const last = epochMillis(end + MILLIS_TO_RETURN + 1);
  const coverage = await coverChats(utcDaysOf({ start, end: last }, desk.clock()), desk, question);
  const chats = Math.min(coverage.wholeUntil ?? (isEach ? loaded : start), last);
  const list = archive.offlineMessages;
  const messages = await (readsMessages
    ? coverPart(list.cover(question), () => list.coverageOf(), question)
    : list.coverageOf());
  const { asOf } = messages;
  // From a list that ends before the first of these hours does, nothing would be known.
  const isLoaded = isComplete(messages) && asOf !== undefined && asOf > start + MILLIS_TO_RETURN;
  return {
    start,
    until: epochMillis(isLoaded ? Math.min(chats, asOf) : chats),
    messages: isLoaded ? messages : undefined,
    mayReadMessages: archive.shown.offlineMessages,
  };
}

/** Finds out who came back. Nothing is read for it. */
export async function returnsIn(
  { start, until, messages }: KnownReturns,
  book: Codebook,
  { archive }: Desk,
  { signal }: AskedQuestion,
): Promise<Returns> {
  const returns = new Returns(book, until, messages === undefined ? [] : await archive.offlineMessages.find());
  for await (const day of archive.chats.columns({ start, end: until })) {
    if (slices.isOver()) await slices.next(signal);
    returns.add(day);
  }
  return returns;
}
