import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { first, NOW, smallWorld } from '../desk.ts';
import { plusDays, startOfDay, wallTime } from '../../oracle/calendar.ts';

// Small worlds that have what tells dialects apart: chats requested on one day and accepted on the next, visitors from
// two countries, and visitors of whom nothing but the list of visitors tells.

/** The days of a small world that are kept. */
const DAYS = 5;
export const TODAY = wallTime('UTC', NOW).day;
const FIRST_DAY = plusDays(TODAY, 1 - DAYS);
/** Those days, and whole ones before them without a chat. */
export const EVERYTHING = { from: plusDays(TODAY, -9), to: TODAY };
/** Days with chats before and behind them. */
export const MIDDLE = { from: plusDays(TODAY, -3), to: plusDays(TODAY, -2) };

/** The last days of small worlds: two with many missed chats, and one with many transferred ones. */
export const WORLDS: readonly World[] = [12, 16, 20].map(cutWorld);

function cutWorld(seed: number): World {
  const world = smallWorld(seed);
  const chats = world.chats.filter(({ requestedAt }) => requestedAt >= startOfDay('UTC', FIRST_DAY));
  const over = [MIDDLE.from, plusDays(MIDDLE.to, 1), TODAY].map((day) => acrossMidnight(chats, day));
  const offlineMessages = world.offlineMessages.slice(-20);
  const wrote = new Set([...chats, ...offlineMessages].map(({ visitorId }) => visitorId));
  const silent = world.visitors.filter(({ visitorId }) => !wrote.has(visitorId)).slice(-3);
  const visitors = world.visitors.filter((visitor) => wrote.has(visitor.visitorId) || silent.includes(visitor));
  moveAbroad(visitors);
  const moved = new Map(over.map((chat) => [chat.chatId, chat]));
  return {
    ...world,
    offlineMessages,
    visitors,
    chats: chats
      .map((chat) => moved.get(chat.chatId) ?? chat)
      .sort((one, other) => one.requestedAt - other.requestedAt || one.chatId - other.chatId),
  };
}

/** A chat of the day, as it would be had it been requested a moment before that day and accepted on it. */
function acrossMidnight(chats: readonly Chat[], day: string): Chat {
  const midnight = startOfDay('UTC', day);
  const chat = first(
    chats.filter(
      ({ requestedAt, startedAt, endedAt }) =>
        requestedAt >= midnight && startedAt !== undefined && endedAt !== undefined && startedAt - requestedAt > 2000,
    ),
  );
  const earlier = (at: number): number => at - chat.requestedAt + midnight - 1000;
  return {
    ...chat,
    requestedAt: earlier(chat.requestedAt),
    ...(chat.startedAt !== undefined && { startedAt: earlier(chat.startedAt) }),
    ...(chat.endedAt !== undefined && { endedAt: earlier(chat.endedAt) }),
    messages: chat.messages.map((message) => ({ ...message, at: earlier(message.at) })),
  };
}

/** Of those who came under several records, each came from another country before. */
function moveAbroad(visitors: World['visitors']): void {
  for (const { records } of visitors) {
    const [earliest, ...later] = records;
    if (earliest !== undefined && later.length > 0) {
      earliest.whereabouts = { ...earliest.whereabouts, country: 'Iceland', city: 'Akureyri' };
    }
  }
}
