import type { Chat } from '../../src/sandbox/world/world.ts';
import { mondayOf, numberOfDays, plusDays, wallTime, weekdayOf, type Days } from './calendar.ts';

// Chats by groups, with the keys that an answer gives them.

export type Grouping = 'agent' | 'day' | 'week' | 'month' | 'hour' | 'weekday' | 'visitor' | SaidByRow;
type SaidByRow = 'started_by' | 'ended_by' | 'transferred' | 'rating';

/** Whether some of an agent's chats are in one group and others of the same time in another. */
export const cutsAgents = (grouping: Grouping): boolean => !['agent', 'week', 'month'].includes(grouping);

function keyOf(chat: Chat, grouping: Grouping, zone: string): string {
  const { day, time } = wallTime(zone, chat.requestedAt);
  switch (grouping) {
    case 'agent':
      return chat.agentId === undefined ? 'none' : String(chat.agentId);
    case 'day':
      return day;
    case 'week':
      return mondayOf(day);
    case 'month':
      return day.slice(0, 7);
    case 'hour':
      return time.slice(0, 2);
    case 'weekday':
      return weekdayOf(day);
    case 'visitor':
      return String(chat.visitorId);
    case 'started_by':
      return chat.startedBy;
    case 'ended_by':
      return chat.endedBy ?? 'nobody';
    case 'transferred':
      return chat.transferred ? 'transferred' : 'not transferred';
    case 'rating':
      return String(chat.rating ?? 'not rated');
  }
}

/** The keys that a grouping has even where no chat is. */
function emptyKeys(grouping: Grouping, period: Days): string[] {
  const days = Array.from({ length: numberOfDays(period) }, (_, index) => plusDays(period.from, index));
  switch (grouping) {
    case 'agent':
    case 'visitor':
    case 'started_by':
    case 'ended_by':
    case 'transferred':
    case 'rating':
      return [];
    case 'day':
      return days;
    case 'week':
      return days.map(mondayOf);
    case 'month':
      return days.map((day) => day.slice(0, 7));
    case 'hour':
      return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    case 'weekday':
      return days.map(weekdayOf);
  }
}

/** The chats by their key, or keys joined by a space; one grouping by time has a group for each time there is. */
export function groupsOf(
  chats: readonly Chat[],
  groupings: readonly Grouping[],
  days: Days,
  zone: string,
): Map<string, Chat[]> {
  const groups = new Map<string, Chat[]>();
  const [only] = groupings;
  if (only !== undefined && groupings.length === 1) for (const key of emptyKeys(only, days)) groups.set(key, []);
  for (const chat of chats) {
    const key = groupings.map((grouping) => keyOf(chat, grouping, zone)).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), chat]);
  }
  return groups;
}
