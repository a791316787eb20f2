import { MILLIS_PER_DAY } from '../model/day.ts';
import { localDaysOf, type Period } from '../model/period.ts';
import type { ChatFigures } from '../model/records.ts';
import { isoText, sliced, trusted, type ProgramText } from '../model/trusted-text.ts';
import { epochMillis } from '../model/units.ts';
import { hasHour, hasWeekday, wallClock, WEEKDAYS, weekdayOf, type WorkingTime } from './wall-clock.ts';

export const GROUPINGS = ['agent', 'day', 'week', 'month', 'hour', 'weekday'] as const;
export type Grouping = (typeof GROUPINGS)[number];

const MILLIS_PER_HOUR = 3_600_000;

/** The key under which chats that name no agent are grouped. */
export const NO_AGENT = trusted`none`;

/**
 * The key of a chat in one grouping, in the zone of the period: an agent's id (or `none`), `yyyy-MM-dd`, the Monday of
 * a week, `yyyy-MM`, an hour `00` to `23`, or a weekday.
 */
export function groupKey(chat: Groupable, grouping: Grouping, period: Pick<Period, 'zone'>): ProgramText {
  if (grouping === 'agent') return chat.agent === undefined ? NO_AGENT : trusted`${chat.agent.agentId}`;
  const local = wallClock(chat.requestedAt, period.zone);
  switch (grouping) {
    case 'day':
      return sliced(isoText(local), 0, 10);
    case 'week':
      return mondayOf(local);
    case 'month':
      return sliced(isoText(local), 0, 7);
    case 'hour':
      return sliced(isoText(local), 11, 13);
    case 'weekday':
      return trusted`${weekdayOf(local)}`;
  }
}

/**
 * Every key that the working time of a period has in a grouping by time, in order, so that an empty day is a group of
 * its own and not a gap. Agents have none: who had no chat is in the list of agents.
 */
export function allKeys(
  grouping: Grouping,
  period: Pick<Period, 'from' | 'to'>,
  time: WorkingTime = {},
): ProgramText[] {
  const dates = localDaysOf(period)
    .map((day) => new Date(`${day}T00:00:00Z`))
    .filter((date) => hasWeekday(time, weekdayOf(date)));
  switch (grouping) {
    case 'agent':
      return [];
    case 'day':
      return dates.map((date) => sliced(isoText(date), 0, 10));
    case 'week':
      return [...new Set(dates.map(mondayOf))];
    case 'month':
      return [...new Set(dates.map((date) => sliced(isoText(date), 0, 7)))];
    case 'hour':
      return Array.from({ length: 24 }, (_, hour) => hour)
        .filter((hour) => hasHour(time, hour))
        .map((hour) => (hour < 10 ? trusted`0${hour}` : trusted`${hour}`));
    case 'weekday': {
      const occurring = new Set(dates.map(weekdayOf));
      return WEEKDAYS.filter((weekday) => occurring.has(weekday)).map((weekday) => trusted`${weekday}`);
    }
  }
}

function mondayOf(local: Date): ProgramText {
  const monday = epochMillis(local.getTime() - WEEKDAYS.indexOf(weekdayOf(local)) * MILLIS_PER_DAY);
  return sliced(isoText(new Date(monday)), 0, 10);
}

/** What a chat is grouped by. */
type Groupable = Pick<ChatFigures, 'requestedAt' | 'agent'>;

/** A group of chats: its key in each grouping that was asked for, and its chats. */
export interface Group<Chat extends Groupable> {
  readonly keys: readonly ProgramText[];
  readonly chats: readonly Chat[];
}

/**
 * Groups chats by one or two groupings. One grouping by time has a group for every key of the working time; two groupings,
 * and agents, have the groups that occur. Ordered by time; agents by their number of chats.
 */
export function groupChats<Chat extends Groupable>(
  chats: readonly Chat[],
  groupings: readonly Grouping[],
  period: Period,
  time: WorkingTime = {},
): Group<Chat>[] {
  const groups = new Map<string, { keys: ProgramText[]; chats: Chat[] }>();
  const [only] = groupings;
  if (groupings.length === 1 && only !== undefined) {
    for (const key of allKeys(only, period, time)) groups.set(key, { keys: [key], chats: [] });
  }
  const keysOf = keysIn(groupings, period);
  for (const chat of chats) {
    const { name, keys } = keysOf(chat);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { keys, chats: [chat] });
    else group.chats.push(chat);
  }
  return [...groups.values()].sort((one, other) => compareGroups(one, other, groupings));
}

interface Keys {
  readonly name: string;
  readonly keys: ProgramText[];
}

/** The keys of chats: those of one agent in one hour on the wall share theirs. */
function keysIn(groupings: readonly Grouping[], period: Period): (chat: Groupable) => Keys {
  const isByTime = groupings.some((grouping) => grouping !== 'agent');
  const isByAgent = groupings.includes('agent');
  const byAgent = new Map<number, Map<number, Keys>>();
  return (chat) => {
    const agent = isByAgent ? (chat.agent?.agentId ?? 0) : 0;
    const hour = isByTime ? Math.floor(wallClock(chat.requestedAt, period.zone).getTime() / MILLIS_PER_HOUR) : 0;
    const byHour = byAgent.get(agent) ?? new Map<number, Keys>();
    const known = byHour.get(hour);
    if (known !== undefined) return known;
    const keys = groupings.map((grouping) => groupKey(chat, grouping, period));
    const made = { keys, name: keys.join('\n') };
    byAgent.set(agent, byHour.set(hour, made));
    return made;
  };
}

function compareGroups(one: Group<Groupable>, other: Group<Groupable>, groupings: readonly Grouping[]): number {
  for (const [index, grouping] of groupings.entries()) {
    const [a, b] = [one.keys[index] ?? '', other.keys[index] ?? ''];
    const order =
      grouping === 'agent'
        ? (groupings.length === 1 ? other.chats.length - one.chats.length : 0) || compareText(a, b)
        : compareKeys(a, b, grouping);
    if (order !== 0) return order;
  }
  return 0;
}

function compareKeys(one: string, other: string, grouping: Grouping): number {
  const names: readonly string[] = WEEKDAYS;
  return grouping === 'weekday' ? names.indexOf(one) - names.indexOf(other) : compareText(one, other);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
