import type { ChatSelection } from '../../model/chat-columns.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A part of a day by the clock on the wall: from a full hour until another, over midnight where it ends before it begins. */
export interface Hours {
  /** 0 to 23. */
  readonly from: number;
  /** 1 to 24, not included. */
  readonly until: number;
}

/** Which times of a week are meant; absent: all. */
export interface WorkingTime {
  readonly weekdays?: ReadonlySet<Weekday> | undefined;
  readonly hours?: Hours | undefined;
}

/** A moment as a clock on the wall shows it, to be read off in UTC. */
export function wallClock(moment: EpochMillis, zone: Zone): Date {
  return new Date(moment + zone.offsetAt(moment));
}

export function weekdayOf(local: Date): Weekday {
  return WEEKDAYS[(local.getUTCDay() + 6) % 7] ?? 'Monday';
}

/** Whether no time of a week is left out. */
export function isAllTime({ weekdays, hours }: WorkingTime): boolean {
  return weekdays === undefined && hours === undefined;
}

/** Whether a working time has an hour of the day, 0 to 23. */
export function hasHour({ hours }: WorkingTime, hour: number): boolean {
  if (hours === undefined) return true;
  const { from, until } = hours;
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

export function hasWeekday({ weekdays }: WorkingTime, weekday: Weekday): boolean {
  return weekdays === undefined || weekdays.has(weekday);
}

/** Whether a moment lies in a working time, by the weekday and the hour on the wall at that moment. */
export function isWithin(time: WorkingTime, moment: EpochMillis, zone: Zone): boolean {
  if (isAllTime(time)) return true;
  const local = wallClock(moment, zone);
  return hasWeekday(time, weekdayOf(local)) && hasHour(time, local.getUTCHours());
}

/** Those of some chats that were requested in a working time. */
export function chatsWithin(time: WorkingTime, selection: ChatSelection, zone: Zone): ChatSelection {
  if (isAllTime(time)) return selection;
  const { columns, rows } = selection;
  const isWanted = (row: number) => isWithin(time, epochMillis(columns.requests[row] ?? Number.NaN), zone);
  return { columns, rows: rows.filter(isWanted) };
}
