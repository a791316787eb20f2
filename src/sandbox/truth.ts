// What is true of a world, straight from the world: neither the wire nor the server has a part in it.
import type { Chat, Rating, World } from './world/types.ts';

export interface ChatFilter {
  /** Request times from `from` up to, not including, `to`: epoch ms. */
  from?: number;
  to?: number;
  /** The agent the row names. */
  agentId?: number;
  visitorId?: number;
  missed?: boolean;
  transferred?: boolean;
  rated?: boolean;
  minRating?: Rating;
  maxRating?: Rating;
}

export interface Truth {
  /** The chats that pass every given filter, newest first. */
  chatsIn: (filter: ChatFilter) => Chat[];
}

/** Answers questions about a world. */
export function truth(world: World): Truth {
  return {
    chatsIn: ({ from, to, agentId, visitorId, missed, transferred, rated, minRating, maxRating }) =>
      world.chats
        .filter((chat) => from === undefined || chat.requestedAt >= from)
        .filter((chat) => to === undefined || chat.requestedAt < to)
        .filter((chat) => agentId === undefined || chat.agentId === agentId)
        .filter((chat) => visitorId === undefined || chat.visitorId === visitorId)
        .filter((chat) => missed === undefined || chat.missed === missed)
        .filter((chat) => transferred === undefined || chat.transferred === transferred)
        .filter((chat) => rated === undefined || (chat.rating !== undefined) === rated)
        .filter((chat) => minRating === undefined || (chat.rating ?? 0) >= minRating)
        .filter((chat) => maxRating === undefined || (chat.rating ?? 6) <= maxRating)
        .sort((a, b) => b.requestedAt - a.requestedAt || b.chatId - a.chatId),
  };
}

export interface ChatStatistics {
  volume: number;
  missed: number;
  /** Accepted by an agent, whether ended or still running. */
  served: number;
  /** Seconds from request to acceptance, one per served chat. */
  waits: number[];
  /** Seconds from acceptance to end, one per served chat that has ended. */
  durations: number[];
  transferred: number;
  /** How many chats have each rating. */
  ratings: Record<Rating, number>;
}

/** The simple statistics of some chats. */
export function statistics(chats: readonly Chat[]): ChatStatistics {
  const rated = (stars: Rating): number => chats.filter(({ rating }) => rating === stars).length;
  return {
    volume: chats.length,
    missed: chats.filter(({ missed }) => missed).length,
    served: chats.filter(({ missed }) => !missed).length,
    waits: chats.flatMap(({ requestedAt, startedAt }) =>
      startedAt === undefined ? [] : (startedAt - requestedAt) / 1000,
    ),
    durations: chats.flatMap(({ startedAt, endedAt }) =>
      startedAt === undefined || endedAt === undefined ? [] : (endedAt - startedAt) / 1000,
    ),
    transferred: chats.filter(({ transferred }) => transferred).length,
    ratings: { 1: rated(1), 2: rated(2), 3: rated(3), 4: rated(4), 5: rated(5) },
  };
}

/** The middle value, or the mean of the two in the middle; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/** The nearest-rank 90th percentile; undefined for none. */
export function p90(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(0.9 * values.length) - 1];
}
