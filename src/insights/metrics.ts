import type { CodeName } from '../model/codes.ts';
import type { Chat } from '../model/records.ts';
import { secondsBetween, type Seconds } from '../model/units.ts';
import { meaningOf, type Codebook } from './codebook.ts';
import { spreadOf, type Spread } from './statistics.ts';

/** The metrics that the chat list alone allows (insights/definitions.ts). An absent key rests on an unsettled code. */
export interface Metrics {
  readonly chats: number;
  readonly missed?: number;
  readonly served?: number;
  readonly missed_rate?: number;
  readonly wait_seconds?: Spread;
  readonly duration_seconds?: Spread;
  readonly transfer_rate?: number;
  readonly rating?: Rating;
}

export interface Rating {
  readonly n: number;
  readonly mean?: number;
  readonly distribution: Readonly<Record<string, number>>;
  readonly response_rate?: number;
}

/** Computes the metrics of a selection of chats. A rate without a denominator is absent. */
export function computeMetrics(chats: readonly Chat[], book: Codebook): Metrics {
  const missed = chats.filter((chat) => isMissed(chat, book) === true).length;
  const served = chats.filter((chat) => isMissed(chat, book) === false);
  const transferred = served.filter((chat) => isTransferred(chat, book) === true).length;
  const knowsMissed = isReadable(chats, 'is_missed', book);
  return {
    chats: chats.length,
    ...(knowsMissed && {
      missed,
      served: served.length,
      ...rate('missed_rate', missed, chats.length),
      wait_seconds: spreadOf(served.flatMap(waitOf)),
      duration_seconds: spreadOf(served.flatMap(durationOf)),
      ...(isReadable(served, 'is_chat_transferred', book) && rate('transfer_rate', transferred, served.length)),
      ...(isReadable(served, 'rating', book) && { rating: ratingOf(served, book) }),
    }),
  };
}

/** The time from request to start; none for a chat that has not started, or whose times are reversed. */
export function waitOf({ requestedAt, startedAt }: Chat): Seconds[] {
  return startedAt === undefined || startedAt < requestedAt ? [] : [secondsBetween(requestedAt, startedAt)];
}

/** The time from start to end; none for a chat that still runs, or whose times are reversed. */
export function durationOf({ startedAt, endedAt }: Chat): Seconds[] {
  return startedAt === undefined || endedAt === undefined || endedAt < startedAt
    ? []
    : [secondsBetween(startedAt, endedAt)];
}

/** Whether a chat was missed; undefined where the code has no settled meaning. */
export function isMissed({ missedCode }: Chat, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_missed', missedCode);
  return meaning === undefined ? undefined : meaning === 'missed';
}

/** Whether a chat was transferred; undefined where the code has no settled meaning. */
export function isTransferred({ transferredCode }: Chat, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_chat_transferred', transferredCode);
  return meaning === undefined ? undefined : meaning === 'transferred';
}

/** What the visitor gave, or undefined for a chat that was not rated. */
export function ratingValueOf({ ratingCode }: Chat, book: Codebook): number | undefined {
  return ratingCode === undefined || meaningOf(book, 'rating', ratingCode) === 'not rated' ? undefined : ratingCode;
}

/**
 * Whether every chat of a selection can be read by a code. Ratings are values of their own, so theirs is readable as
 * soon as "not rated" is settled; any other code must have a meaning for each value that occurs.
 */
function isReadable(
  chats: readonly Chat[],
  name: 'is_missed' | 'is_chat_transferred' | 'rating',
  book: Codebook,
): boolean {
  if (!book[name].settled) return chats.length === 0;
  if (name === 'rating') return true;
  const read = name === 'is_missed' ? isMissed : isTransferred;
  return chats.every((chat) => read(chat, book) !== undefined);
}

/** The codes on which metrics of these chats would rest but that are not settled. */
export function unsettledCodes(chats: readonly Chat[], book: Codebook): CodeName[] {
  const names = ['is_missed', 'is_chat_transferred', 'rating'] as const;
  return names.filter((name) => !isReadable(chats, name, book));
}

function rate<Key extends string>(key: Key, part: number, whole: number): Partial<Record<Key, number>> {
  const entry: Partial<Record<string, number>> = whole === 0 ? {} : { [key]: part / whole };
  return entry;
}

function ratingOf(served: readonly Chat[], book: Codebook): Rating {
  const values = served.flatMap((chat) => ratingValueOf(chat, book) ?? []);
  const distribution: Record<string, number> = {};
  for (const value of values.toSorted((one, other) => one - other)) {
    distribution[value] = (distribution[value] ?? 0) + 1;
  }
  return {
    n: values.length,
    ...(values.length > 0 && { mean: values.reduce((sum, value) => sum + value, 0) / values.length }),
    distribution,
    ...rate('response_rate', values.length, served.length),
  };
}
