import { z } from 'zod';
import type { ChatColumns } from '../../model/chat-columns.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import { counted } from '../../answers/words/quantities.ts';

export const CHAT_ORDERS = ['newest', 'oldest', 'longest', 'longest_wait', 'lowest_rating'] as const;
export const ChatOrder = z.enum(CHAT_ORDERS);
export type ChatOrder = z.infer<typeof ChatOrder>;

/** The place of a chat in an order: its key, a whole number of which the lowest comes first, and its id, which settles ties. */
export interface ChatPlace {
  readonly key: number;
  readonly id: number;
}

/** The key of a chat that lacks what an order goes by: it comes last. A cursor can hold it. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** Keys are whole numbers; a rating need not be one. */
const RATING_PARTS = 1e6;

/** The key of each chat of some columns in an order. `ratings` has the rating of each set of codes, where it is known. */
export function keysIn(
  { requests, starts, ends, codes }: ChatColumns,
  order: ChatOrder,
  ratings: readonly (number | undefined)[],
): (row: number) => number {
  const longestFirst = (from: Float64Array, to: Float64Array) => (row: number) => {
    const length = (to[row] ?? Number.NaN) - (from[row] ?? Number.NaN);
    return length >= 0 ? -length : LAST;
  };
  switch (order) {
    case 'newest':
      return (row) => -(requests[row] ?? 0);
    case 'oldest':
      return (row) => requests[row] ?? 0;
    case 'longest':
      return longestFirst(starts, ends);
    case 'longest_wait':
      return longestFirst(requests, starts);
    case 'lowest_rating':
      return (row) => {
        const rating = ratings[codes[row] ?? 0];
        return rating === undefined ? LAST : Math.round(rating * RATING_PARTS);
      };
  }
}

/** Tells which of two places comes first in an order. Of a tie, the lower id is the older chat. */
export function comparing(order: ChatOrder): (one: ChatPlace, other: ChatPlace) => number {
  const older = order === 'oldest' ? 1 : -1;
  return (one, other) => one.key - other.key || older * (one.id - other.id);
}

/** Says in which order the chats are, unless it is the usual one, and how many come last because they lack what it goes by. */
export function orderWords(order: ChatOrder, lacking: number, chats: number): OwnText | undefined {
  if (chats === 0) return undefined;
  const { first, by } = ORDER_WORDS[order];
  if (by === undefined) return order === 'newest' ? undefined : safe`${first}.`;
  if (lacking === chats) return safe`Not in the order asked for: the ${by.noun} is known of none of them.`;
  return lacking === 0
    ? safe`${first}.`
    : safe`${first}; ${counted(lacking, 'chat')} without ${by.from} ${lacking === 1 ? safe`comes` : safe`come`} last.`;
}

interface OrderWords {
  readonly first: OwnText;
  /** By what the order goes, and what a chat has to have for it; absent where each has it. */
  readonly by?: { readonly noun: OwnText; readonly from: OwnText };
}

const ORDER_WORDS: Readonly<Record<ChatOrder, OrderWords>> = {
  newest: { first: safe`Newest first` },
  oldest: { first: safe`Oldest first` },
  longest: {
    first: safe`Longest first`,
    by: { noun: safe`duration`, from: safe`a start or an end, as missed ones are,` },
  },
  longest_wait: { first: safe`Longest wait first`, by: { noun: safe`wait`, from: safe`a start, as missed ones are,` } },
  lowest_rating: { first: safe`Lowest rating first`, by: { noun: safe`rating`, from: safe`a rating` } },
};
