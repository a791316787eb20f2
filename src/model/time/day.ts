import type { ProgramText } from '../text/trusted-text.ts';
import { epochMillis, type EpochMillis } from './units.ts';

declare const utcDay: unique symbol;

/** A calendar day in UTC, `yyyy-MM-dd`: the only kind of date the API understands (specification, section 2). */
export type UtcDay = ProgramText & { readonly [utcDay]: true };

/** A run of UTC days, both ends included. */
export interface DayRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

export const MILLIS_PER_DAY = 86_400_000;

function isUtcDay(text: string): text is UtcDay {
  const moment = Date.parse(`${text}T00:00:00Z`);
  // A day that no calendar has (30 February) either does not parse or comes back as another day.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && moment >= 0 && new Date(moment).toISOString().startsWith(text);
}

/** Checks `yyyy-MM-dd`. Throws RangeError for another format or a day that no calendar has. */
export function parseUtcDay(text: string): UtcDay {
  if (!isUtcDay(text)) throw new RangeError(`${text} is not a day of the form yyyy-MM-dd`);
  return text;
}

/** The UTC day in which a moment lies. */
export function utcDayOf(moment: EpochMillis): UtcDay {
  const text = isoDate(moment);
  return isDayOf(moment, text) ? text : parseUtcDay(text);
}

/** Writes the UTC day of a moment, which may be of any year. A question asks for dozens of days: the whole moment as text takes four times as long. */
export function isoDate(moment: number): string {
  const date = new Date(moment);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Whether a text is the day of a moment, which a calendar has: it need not be looked up, and every row is put under its day. */
function isDayOf(moment: EpochMillis, text: string): text is UtcDay {
  return moment >= 0 && text.charAt(4) === '-';
}

/** The first moment of a UTC day. */
export function startOfDay(day: UtcDay): EpochMillis {
  return epochMillis(Date.parse(`${day}T00:00:00Z`));
}

/** The day `count` days after `day`; before it when negative. */
export function addDays(day: UtcDay, count: number): UtcDay {
  return utcDayOf(epochMillis(startOfDay(day) + count * MILLIS_PER_DAY));
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: DayRange): UtcDay[] {
  const days: UtcDay[] = [];
  const last = startOfDay(to);
  for (let at = startOfDay(from); at <= last; at = epochMillis(at + MILLIS_PER_DAY)) days.push(utcDayOf(at));
  return days;
}

/** Joins days into the fewest contiguous ranges, in order. */
export function contiguousRanges(days: Iterable<UtcDay>): DayRange[] {
  const ranges: { from: UtcDay; to: UtcDay }[] = [];
  for (const day of [...days].sort()) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) >= day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}
