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
  /** Chats that are neither, because their row does not say; absent where there are none. */
  readonly missed_unknown?: number;
  readonly missed_rate?: number;
  readonly wait_seconds?: Spread;
  readonly duration_seconds?: Spread;
  readonly transfer_rate?: number;
  /** Served chats outside the transfer rate, because their row does not say; absent where there are none. */
  readonly transferred_unknown?: number;
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
  const missedUnknown = chats.filter(({ missedCode }) => missedCode === undefined).length;
  return {
    chats: chats.length,
    ...count('missed_unknown', missedUnknown),
    ...(isReadable(chats, 'is_missed', book) &&
      !(chats.length > 0 && missedUnknown === chats.length) && {
        missed,
        served: served.length,
        ...rate('missed_rate', missed, chats.length - missedUnknown),
        wait_seconds: spreadOf(served.flatMap(waitOf)),
        duration_seconds: spreadOf(served.flatMap(durationOf)),
        ...transfersOf(served, book),
        ...(isReadable(served, 'rating', book) && { rating: ratingOf(served, book) }),
      }),
  };
}

/**
 * The metrics of one agent's chats on a desk whose missed chats name no agent: that none of the agent's chats was
 * missed says nothing then, so nothing is said of missed ones.
 */
export function withoutMissed({ missed: _, missed_rate: __, ...metrics }: Metrics): Metrics {
  return metrics;
}

/** Whether a missed chat among these names its agent, so that agents have missed chats at all on this desk. */
export function missedNameAgents(chats: readonly Chat[], book: Codebook): boolean {
  return chats.some((chat) => chat.agent !== undefined && isMissed(chat, book) === true);
}

function transfersOf(served: readonly Chat[], book: Codebook): Pick<Metrics, 'transfer_rate' | 'transferred_unknown'> {
  const unknown = served.filter(({ transferredCode }) => transferredCode === undefined).length;
  const transferred = served.filter((chat) => isTransferred(chat, book) === true).length;
  return {
    ...count('transferred_unknown', unknown),
    ...(isReadable(served, 'is_chat_transferred', book) && rate('transfer_rate', transferred, served.length - unknown)),
  };
}

function count<Key extends string>(key: Key, value: number): Partial<Record<Key, number>> {
  const entry: Partial<Record<string, number>> = value === 0 ? {} : { [key]: value };
  return entry;
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

/** Whether a chat was missed; undefined where the row does not say, or the code has no settled meaning. */
export function isMissed({ missedCode }: Chat, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_missed', missedCode);
  return meaning === undefined ? undefined : meaning === 'missed';
}

/** Whether a chat was transferred; undefined where the row does not say, or the code has no settled meaning. */
export function isTransferred({ transferredCode }: Chat, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_chat_transferred', transferredCode);
  return meaning === undefined ? undefined : meaning === 'transferred';
}

/** What the visitor gave, or undefined for a chat that was not rated. */
export function ratingValueOf({ ratingCode }: Chat, book: Codebook): number | undefined {
  return ratingCode === undefined || meaningOf(book, 'rating', ratingCode) === 'not rated' ? undefined : ratingCode;
}

/**
 * Whether every value of a code that occurs in a selection has a meaning; a chat that has none occurs in no figure
 * that rests on it. Ratings are values of their own, so theirs is readable as soon as "not rated" is settled.
 */
function isReadable(
  chats: readonly Chat[],
  name: 'is_missed' | 'is_chat_transferred' | 'rating',
  book: Codebook,
): boolean {
  const codes = chats.flatMap((chat) => chat[CODE_FIELDS[name]] ?? []);
  return codes.every((code) => (name === 'rating' ? book.rating.settled : meaningOf(book, name, code) !== undefined));
}

const CODE_FIELDS = { is_missed: 'missedCode', is_chat_transferred: 'transferredCode', rating: 'ratingCode' } as const;

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
