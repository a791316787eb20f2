import { z } from 'zod';
import type { ChatColumns } from '../../model/chat-columns.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import { counted } from '../words/quantities.ts';

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

/** Whether one place comes before another one. Of a tie, the lower id is the older chat. */
export function isBefore(one: ChatPlace, other: ChatPlace, order: ChatOrder): boolean {
  if (one.key !== other.key) return one.key < other.key;
  return order === 'oldest' ? one.id < other.id : one.id > other.id;
}

/** The first places of those that are added, at most `most`, in their order. */
export class FirstPlaces {
  readonly #order: ChatOrder;
  readonly #most: number;
  readonly #places: ChatPlace[] = [];

  constructor(order: ChatOrder, most: number) {
    this.#order = order;
    this.#most = most;
  }

  get places(): readonly ChatPlace[] {
    return this.#places;
  }

  add(place: ChatPlace): void {
    const last = this.#places.at(-1);
    if (last !== undefined && !isBefore(place, last, this.#order)) {
      if (this.#places.length < this.#most) this.#places.push(place);
      return;
    }
    let [from, to] = [0, this.#places.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const there = this.#places[middle];
      if (there !== undefined && isBefore(there, place, this.#order)) from = middle + 1;
      else to = middle;
    }
    this.#places.splice(from, 0, place);
    if (this.#places.length > this.#most) this.#places.pop();
  }
}

/** Says in which order the chats are, unless it is the usual one, and how many come last because they lack what it goes by. */
export function orderWords(order: ChatOrder, lacking: number, chats: number): OwnText | undefined {
  if (chats === 0) return undefined;
  const { first, noun } = ORDER_WORDS[order];
  if (noun === undefined) return order === 'newest' ? undefined : safe`${first}.`;
  if (lacking === chats) return safe`Not in the order asked for: the ${noun} is known of none of them.`;
  return lacking === 0
    ? safe`${first}.`
    : safe`${first}; ${counted(lacking, safe`chat`)} whose ${noun} is not known ${lacking === 1 ? safe`comes` : safe`come`} last.`;
}

const ORDER_WORDS: Readonly<Record<ChatOrder, { readonly first: OwnText; readonly noun?: OwnText }>> = {
  newest: { first: safe`Newest first` },
  oldest: { first: safe`Oldest first` },
  longest: { first: safe`Longest first`, noun: safe`duration` },
  longest_wait: { first: safe`Longest wait first`, noun: safe`wait` },
  lowest_rating: { first: safe`Lowest rating first`, noun: safe`rating` },
};
