// What is true of a world, straight from the world: neither the wire nor the server has a part in it.
import { DAY, startOfDay } from '../../src/sandbox/world/time.ts';
import type { AnyWorld, Chat, OfflineMessage, Rating, World } from '../../src/sandbox/world/world-records.ts';

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

/** Answers questions about a world. Of a large one, ask for a part: by times or by visitor. */
export function truth(world: AnyWorld): Truth {
  return {
    chatsIn: (filter) => {
      const { from, to, agentId, visitorId, missed, transferred, rated, minRating, maxRating } = filter;
      return chatsToSift(world, filter)
        .filter((chat) => from === undefined || chat.requestedAt >= from)
        .filter((chat) => to === undefined || chat.requestedAt < to)
        .filter((chat) => agentId === undefined || chat.agentId === agentId)
        .filter((chat) => visitorId === undefined || chat.visitorId === visitorId)
        .filter((chat) => missed === undefined || chat.missed === missed)
        .filter((chat) => transferred === undefined || chat.transferred === transferred)
        .filter((chat) => rated === undefined || (chat.rating !== undefined) === rated)
        .filter((chat) => minRating === undefined || (chat.rating ?? 0) >= minRating)
        .filter((chat) => maxRating === undefined || (chat.rating ?? 6) <= maxRating)
        .sort((a, b) => b.requestedAt - a.requestedAt || b.chatId - a.chatId);
    },
  };
}

/** All chats of a world; of a large one only those that a filter's times or visitor leave. */
function chatsToSift(
  world: AnyWorld,
  { from = -Infinity, to = Infinity, visitorId }: Pick<ChatFilter, 'from' | 'to' | 'visitorId'>,
): readonly Chat[] {
  if ('chats' in world) return world.chats;
  return visitorId === undefined ? [...world.chatsBetween(from, to)] : world.records.chatsOf(visitorId);
}

/** The chats of a UTC day. */
export interface DayOfChats {
  /** Its start, epoch ms. */
  day: number;
  /** Oldest first; the messages of each are written when they are first read. */
  chats: readonly Chat[];
}

/** All chats of a world, UTC day after UTC day, the oldest first; days without any are left out. */
export function* chatsByDay(world: AnyWorld): Generator<DayOfChats> {
  let chats: Chat[] = [];
  for (const chat of 'chats' in world ? world.chats : world.chatsBetween(-Infinity, Infinity)) {
    const day = startOfDay(chats[0]?.requestedAt ?? chat.requestedAt);
    if (chat.requestedAt >= day + DAY) {
      yield { day, chats };
      chats = [];
    }
    chats.push(chat);
  }
  const [first] = chats;
  if (first) yield { day: startOfDay(first.requestedAt), chats };
}

/** A number by which the shop finds something. */
export type NumberKind = 'order' | 'invoice' | 'tracking';
const NUMBER_KINDS = ['order', 'invoice', 'tracking'] as const satisfies readonly NumberKind[];

/** The numbers of the case that the visitor or an agent really wrote in a chat, and what each is; pasted ones aside. */
export function factsOf({ messages }: Chat): Map<string, NumberKind> {
  const facts = new Map<string, NumberKind>();
  for (const { author, source } of messages) {
    if (source === undefined || (author !== 'visitor' && author !== 'agent')) continue;
    for (const kind of NUMBER_KINDS) if (source.phrase.includes(`{${kind}}`)) facts.set(source.facts[kind], kind);
  }
  return facts;
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
  /** The number of chats with each rating. */
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

/** The chats that an agent took and that are over, oldest first. */
export function servedAndEnded({ chats }: Pick<World, 'chats'>): Chat[] {
  return chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
}

/** The offline messages nobody has replied to, oldest first. */
export function unanswered({ offlineMessages }: World): OfflineMessage[] {
  return offlineMessages.filter(({ replies }) => replies.length === 0);
}

/** The ids of some chats, in their order. */
export const chatIdsOf = (chats: readonly { readonly chatId: number }[]): number[] => chats.map(({ chatId }) => chatId);
