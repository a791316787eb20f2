import type { Chat } from '../../src/sandbox/world/world.ts';

// Days, weeks and months as people of a zone have them. Days are read off the platform's own formatter, so that no arithmetic
// with offsets is shared with the code under test.

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

const WEEK = /^(\d{4})-W(\d\d)$/;
const QUARTER = /^(\d{4})-Q([1-4])$/;
const MONTH = /^\d{4}-\d\d$/;
const DAY_NAME = /^\d{4}-\d\d-\d\d$/;

/** All days of what the calendar calls so: a day, an ISO week, a month or a quarter; undefined for other names. */
export function daysNamed(name: string): Days | undefined {
  const months = (from: string, count: number): Days => ({ from, to: plusDays(plusMonths(from, count), -1) });
  if (DAY_NAME.test(name)) return { from: name, to: name };
  if (MONTH.test(name)) return months(`${name}-01`, 1);
  const [, year = '', quarter = ''] = QUARTER.exec(name) ?? [];
  if (year !== '') return months(plusMonths(`${year}-01-01`, 3 * Number(quarter) - 3), 3);
  const [, ofYear = '', week = ''] = WEEK.exec(name) ?? [];
  if (ofYear === '') return undefined;
  // The first week of a year is the one with the 4th of January.
  const from = plusDays(mondayOf(`${ofYear}-01-04`), 7 * Number(week) - 7);
  return { from, to: plusDays(from, 6) };
}

/** What the calendar calls a day, and the week, the month and the quarter that have it. */
export function namesOf(day: string): { day: string; week: string; month: string; quarter: string } {
  // A week belongs to the year that has its Thursday.
  const thursday = plusDays(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return {
    day,
    week: `${year}-W${String(week).padStart(2, '0')}`,
    month: day.slice(0, 7),
    quarter: `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  };
}

/** The days that a question means, and those it is compared with. */
export function daysOf({ period, from, to }: Asked, today: string): Days {
  const end = to === undefined || to > today ? today : to;
  if (from !== undefined) return { from, to: end };
  if (to !== undefined) return { from: plusDays(end, -6), to: end };
  const last = (count: number): Days => ({ from: plusDays(today, -count), to: plusDays(today, -1) });
  const named = period === undefined ? undefined : daysNamed(period);
  if (named !== undefined) return { from: named.from, to: named.to > today ? today : named.to };
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
  const { period = '' } = asked;
  if (period === 'this_year') return byMonths(12);
  if (QUARTER.test(period)) return byMonths(3);
  if (
    period === 'this_month' ||
    MONTH.test(period) ||
    (isWholeMonth && (asked.from !== undefined || period === 'last_month'))
  ) {
    return byMonths(1);
  }
  const length = period === 'this_week' || WEEK.test(period) ? 7 : daysBetween(from, to) + 1;
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

/** The chats among these that were requested before the moment at which a comparison is cut, if it is. */
export function beforeCut(chats: readonly Chat[], cutAt: string | undefined, now: number): Chat[] {
  // It is told to the second.
  const cut = cutAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(cutAt) + (now % 1000);
  return chats.filter(({ requestedAt }) => requestedAt < cut);
}
