import type { Truth } from '../oracle/truth.ts';
import { median, p90, statistics } from '../oracle/truth.ts';
import type { Chat, World } from '../../src/sandbox/world/world.ts';

// What is true, computed from the world and from the calendar alone: nothing of the server has a part in it. Days are
// read off the platform's own formatter, so that no arithmetic with offsets is shared with the code under test either.

const DAY = 86_400_000;

/** A moment as a clock on the wall of a zone shows it. */
export interface WallTime {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  /** `HH:mm:ss`. */
  readonly time: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

export function wallTime(zone: string, at: number): WallTime {
  // Swedish writes dates as ISO 8601 does.
  const format =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  formatters.set(zone, format);
  const [day = '', time = ''] = format.format(at).split(' ');
  return { day, time };
}

/** The first moment of a day, or of the first later one, found by halving. */
export function startOfDay(zone: string, day: string): number {
  let [before, after] = [Date.parse(day) - DAY, Date.parse(day) + DAY];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallTime(zone, middle).day >= day) after = middle;
    else before = middle;
  }
  return after;
}

/** ISO 8601 with the offset of the zone, to the second. */
export function isoTime(zone: string, at: number): string {
  const { day, time } = wallTime(zone, at);
  const minutes = Math.round((Date.parse(`${day}T${time}Z`) - Math.floor(at / 1000) * 1000) / 60_000);
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
  return `${day}T${time}${offset}`;
}

const textOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The day `count` days later. */
export const plusDays = (day: string, count: number): string => textOf(Date.parse(day) + count * DAY);

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** The same day of the month `count` months later, or that month's last. */
export function plusMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const mondayBased = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;
/** The name of the weekday of a day. */
export const weekdayOf = (day: string): string => WEEKDAYS[mondayBased(day)] ?? '';
/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => plusDays(day, -mondayBased(day));

/** Days in a zone, both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The period arguments of a question. */
export interface Asked {
  readonly period?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The days that a question means, and those it is compared with. */
export function daysOf({ period, from, to }: Asked, today: string): Days {
  const end = to === undefined || to > today ? today : to;
  if (from !== undefined) return { from, to: end };
  if (to !== undefined) return { from: plusDays(end, -6), to: end };
  const last = (count: number): Days => ({ from: plusDays(today, -count), to: plusDays(today, -1) });
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return last(1);
    case 'last_30_days':
      return last(30);
    case 'last_90_days':
      return last(90);
    case 'this_week':
      return { from: mondayOf(today), to: today };
    case 'last_week':
      return { from: plusDays(mondayOf(today), -7), to: plusDays(mondayOf(today), -1) };
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return { from: plusMonths(month, -1), to: plusDays(month, -1) };
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return last(7);
  }
}

/** The days that some days are compared with: as long before, by the calendar where they are a part of it. */
export function comparedDays(asked: Asked, { from, to }: Days, comparison: string, today: string): Days {
  const byMonths = (count: number): Days => ({
    from: plusMonths(from, -count),
    to: to < today && plusMonths(from, count) === plusDays(to, 1) ? plusDays(from, -1) : plusMonths(to, -count),
  });
  if (comparison === 'same_period_last_year') return byMonths(12);
  const isWholeMonth = from.endsWith('-01') && plusMonths(from, 1) === plusDays(to, 1);
  if (asked.period === 'this_year') return byMonths(12);
  if (asked.period === 'this_month' || (isWholeMonth && (asked.from !== undefined || asked.period === 'last_month'))) {
    return byMonths(1);
  }
  const length = asked.period === 'this_week' ? 7 : daysBetween(from, to) + 1;
  return { from: plusDays(from, -length), to: plusDays(to, -length) };
}

/** Counts the days of a zone. */
export const numberOfDays = ({ from, to }: Days): number => daysBetween(from, to) + 1;

/** Counts the UTC days that some days of a zone touch until now. */
export function utcDaysTouched({ from, to }: Days, zone: string, now: number): number {
  const start = startOfDay(zone, from);
  const end = Math.min(startOfDay(zone, plusDays(to, 1)) - 1, Math.max(now, start));
  return daysBetween(textOf(start), textOf(end)) + 1;
}

/** The chats among these that were requested on the days. */
export function chatsOn(chats: readonly Chat[], { from, to }: Days, zone: string): Chat[] {
  return chats.filter(({ requestedAt }) => {
    const { day } = wallTime(zone, requestedAt);
    return day >= from && day <= to;
  });
}

export type Filter = Parameters<Truth['chatsIn']>[0];

/** Holds for numbers that are this one, rounded to so many places. */
export function near(value: number, places: number): unknown {
  return {
    asymmetricMatch: (other: unknown) =>
      typeof other === 'number' && Math.abs(other - value) <= 0.5 * 10 ** -places + 1e-9,
    toString: () => `${value} to ${places} places`,
  };
}

export const spread = (values: readonly number[]): unknown =>
  values.length === 0
    ? { n: 0 }
    : {
        n: values.length,
        mean: near(mean(values), 1),
        median: near(median(values) ?? Number.NaN, 1),
        p90: near(p90(values) ?? Number.NaN, 1),
        max: near(Math.max(...values), 1),
      };

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const ratingsOf = (chats: readonly Chat[]): number[] => chats.flatMap(({ rating }) => rating ?? []);

/** The metrics of some chats as an answer gives them. A rate of nothing is absent. */
export function metricsOf(chats: readonly Chat[]): Record<string, unknown> {
  const { volume, missed, served, waits, durations, transferred, ratings } = statistics(chats);
  const rated = ratingsOf(chats);
  return {
    chats: volume,
    missed,
    missed_of: volume,
    served,
    ...(volume > 0 && { missed_rate: near(missed / volume, 4) }),
    wait_seconds: spread(waits),
    duration_seconds: spread(durations),
    transferred,
    transferred_of: served,
    ...(served > 0 && { transfer_rate: near(transferred / served, 4) }),
    rating: {
      n: rated.length,
      ...(rated.length > 0 && { mean: near(mean(rated), 2) }),
      distribution: Object.fromEntries(Object.entries(ratings).filter(([, count]) => count > 0)),
      ...(served > 0 && { response_rate: near(rated.length / served, 4) }),
    },
  };
}

/** Of metrics, what the rows of any selection tell: what is asked for beside has tests of its own. */
export function ofRows(metrics: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metrics ?? {}).filter(([name]) => !BESIDE.has(name)));
}

const BESIDE: ReadonlySet<string> = new Set([
  ...['started_by_visitor', 'started_by_agent', 'ended_by_visitor', 'ended_by_agent', 'repeat_contact'].flatMap(
    (name) => [name, `${name}_of`, `${name}_rate`],
  ),
  'visitors',
  'concurrency',
  'concurrency_mean',
  'chats_per_engaged_hour',
  'first_response_seconds',
  'first_response_seconds_median',
  'response_seconds',
  'response_seconds_median',
  'messages',
  'messages_median',
  'dropped',
  'dropped_rate',
]);

/** Every metric there is, by the name that a question gives it. */
export const EVERY_METRIC = [
  'chats',
  'missed',
  'served',
  'visitors',
  'wait',
  'service_level',
  'duration',
  'transferred',
  'rating',
  'started_by_visitor',
  'started_by_agent',
  'ended_by_visitor',
  'ended_by_agent',
  'repeat_contact',
  'concurrency',
  'chats_per_engaged_hour',
  'first_response',
  'response',
  'messages',
  'dropped',
] as const;

/** The same of one agent's chats: missed chats of this world name no agent, so nothing can be said of them. */
export function agentMetricsOf(chats: readonly Chat[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metricsOf(chats)).filter(([name]) => !['missed', 'missed_of', 'missed_rate'].includes(name)),
  );
}

/** The change of the main figures since earlier chats; what rests on few chats says so. */
export function changeOf(before: readonly Chat[], now: readonly Chat[], isOfAgent: boolean): Record<string, unknown> {
  const figures = (chats: readonly Chat[]): Record<string, readonly [number | undefined, number]> => {
    const { volume, missed, served, waits, durations, transferred } = statistics(chats);
    const rated = ratingsOf(chats);
    return {
      chats: [volume, volume],
      served: [served, served],
      missed_rate: [volume === 0 ? undefined : missed / volume, volume],
      wait_seconds_median: [median(waits), waits.length],
      duration_seconds_median: [median(durations), durations.length],
      transfer_rate: [served === 0 ? undefined : transferred / served, served],
      rating_mean: [rated.length === 0 ? undefined : mean(rated), rated.length],
    };
  };
  const [earlier, later] = [figures(before), figures(now)];
  return Object.fromEntries(
    Object.entries(later).flatMap(([name, [value, n]]) => {
      const [old, oldN = 0] = earlier[name] ?? [];
      if (old === undefined || value === undefined || (isOfAgent && name === 'missed_rate')) return [];
      const absolute = near(value - old, 4);
      return [
        [
          name,
          {
            absolute,
            ...(old !== 0 && { relative: near((value - old) / old, 4) }),
            ...(Math.min(n, oldN) < 20 && { few: true }),
          },
        ],
      ];
    }),
  );
}

/** The chats among these that were requested before the moment at which a comparison is cut, if it is. */
export function beforeCut(chats: readonly Chat[], cutAt: string | undefined, now: number): Chat[] {
  // It is told to the second.
  const cut = cutAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(cutAt) + (now % 1000);
  return chats.filter(({ requestedAt }) => requestedAt < cut);
}

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
function emptyKeys(grouping: Grouping, { from, to }: Days): string[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => plusDays(from, index));
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
      return days.map((day) => WEEKDAYS[mondayBased(day)] ?? '');
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

/** The letters and digits of a text: what no cleaning takes away. Entities stand for signs in these worlds. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/&[a-z]+;/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Holds for a text with the same letters, or its beginning where it was cut. */
export function sameLetters(text: string): unknown {
  return {
    asymmetricMatch: (other: unknown) =>
      typeof other === 'string' &&
      (other.endsWith('…') ? lettersOf(text).startsWith(lettersOf(other)) : lettersOf(other) === lettersOf(text)),
    toString: () => text,
  };
}

/** The name of a visitor: the first that they gave of name, email address and phone. */
export const nameOf = (given: Pick<Chat, 'visitorName' | 'visitorEmail' | 'visitorPhone'>): string | undefined =>
  [given.visitorName, given.visitorEmail, given.visitorPhone].find((text) => !/^(null|n\/a|[-\s]*)$/i.test(text));

/** A chat as a row of an answer. */
export function rowOf(world: World, chat: Chat, zone: string): unknown {
  const agent = world.agents.find(({ agentId }) => agentId === chat.agentId);
  const visitor = nameOf(chat);
  const since = (start: number | undefined, end: number | undefined) =>
    start === undefined || end === undefined ? undefined : (end - start) / 1000;
  return {
    chat_id: chat.chatId,
    requested_at: isoTime(zone, chat.requestedAt),
    missed: chat.missed,
    wait_seconds: since(chat.requestedAt, chat.startedAt),
    duration_seconds: since(chat.startedAt, chat.endedAt),
    transferred: chat.transferred,
    started_by: chat.startedBy,
    ended_by: chat.endedBy ?? 'nobody',
    agent: agent && { agent_id: agent.agentId, name: `${agent.firstName} ${agent.lastName}` },
    visitor: { visitor_id: chat.visitorId, name: visitor && sameLetters(visitor) },
    rating: chat.rating,
  };
}

/** The messages of pages until now, with those of the next: a long one may go on there. */
export function withPage<Message extends { readonly text: string }>(
  messages: readonly Message[],
  page: { readonly messages: readonly Message[]; readonly from_character?: number | undefined },
): Message[] {
  const last = messages.at(-1);
  const [goesOn, ...others] = page.messages;
  if (page.from_character === undefined || last === undefined || goesOn === undefined) {
    return [...messages, ...page.messages];
  }
  return [...messages.slice(0, -1), { ...last, text: last.text + goesOn.text }, ...others];
}
