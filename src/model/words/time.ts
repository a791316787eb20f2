import { isoText, joined, sliced, trusted, type ProgramText } from '../text/trusted-text.ts';
import type { LocalDate, Zone } from '../calendar/zone.ts';
import { MILLIS_PER_DAY } from '../time/day.ts';
import type { EpochMillis } from '../time/units.ts';

/** The time of day in a zone: `08:15`. */
export function clockText(zone: Zone, moment: EpochMillis): ProgramText {
  return sliced(zone.iso(moment), 11, 16);
}

/** A part of a day in a zone: `13:05–14:05`. */
export function clocksText({ zone, start, end }: { zone: Zone; start: EpochMillis; end: EpochMillis }): ProgramText {
  return trusted`${clockText(zone, start)}–${clockText(zone, end)}`;
}

/** A moment in a zone, for people: `2026-11-20 08:15`. */
export function timeText(zone: Zone, moment: EpochMillis): ProgramText {
  const iso = zone.iso(moment);
  return trusted`${sliced(iso, 0, 10)} ${sliced(iso, 11, 16)}`;
}

/** The same without the year: `11-20 08:15`. */
export function shortTimeText(zone: Zone, moment: EpochMillis): ProgramText {
  return sliced(timeText(zone, moment), 5);
}

/** The day of a moment in UTC: `2026-11-20`. Unlike `utcDayOf`, it takes what no calendar day of the service can be. */
export function utcDayText(moment: number): ProgramText {
  return sliced(isoText(moment), 0, 10);
}

/** A moment in UTC to the minute, as the command line has it: `2026-11-20 08:15`. */
export function utcMinuteText(moment: number): ProgramText {
  const iso = isoText(moment);
  return trusted`${sliced(iso, 0, 10)} ${sliced(iso, 11, 16)}`;
}

/** A moment in UTC to the second, as it may stand in a header: `2026-11-20 08:15:27 UTC`. */
export function utcSecondText(moment: number): ProgramText {
  const iso = isoText(moment);
  // Years of a claim may have six digits.
  const day = iso.indexOf('T');
  return trusted`${sliced(iso, 0, day)} ${sliced(iso, day + 1, 19)} UTC`;
}

/** A moment in UTC to the second, as a part of the name of a file: `20261120-081527`. */
export function fileTimeText(moment: number): string {
  return isoText(moment).replace(/\..*/, '').replaceAll(/[-:]/g, '').replace('T', '-');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** A moment in a zone as closing lines have it: `24 Nov 18:39`, or `24 Nov 2026 18:39`. */
export function momentText(zone: Zone, moment: EpochMillis, year: 'with year' | 'without year'): ProgramText {
  const iso = zone.iso(moment);
  const day = dayText(iso);
  return trusted`${year === 'with year' ? trusted`${day} ${sliced(iso, 0, 4)}` : day} ${sliced(iso, 11, 16)}`;
}

/** The same with the year only where it is not that of `now`. */
export function recentMomentText(zone: Zone, moment: EpochMillis, now: EpochMillis): ProgramText {
  const isOfThisYear = yearOf(zone, moment) === yearOf(zone, now);
  return momentText(zone, moment, isOfThisYear ? 'without year' : 'with year');
}

/** The year of a moment in a zone: `2026`. */
export function yearOf(zone: Zone, moment: EpochMillis): string {
  return zone.dateOf(moment).slice(0, 4);
}

/** A moment in a zone with its weekday and year, as the first line of an answer has it: `Tue 24 Nov 2026 17:32`. */
export function wholeMomentText(zone: Zone, moment: EpochMillis): ProgramText {
  return trusted`${weekdayOf(zone.dateOf(moment))} ${momentText(zone, moment, 'with year')}`;
}

/** A moment in a zone as rows of several days have it: `Sun 22 Nov 23:53`, with the year where it is not that of `now`. */
export function weekdayMomentText(zone: Zone, moment: EpochMillis, now: EpochMillis): ProgramText {
  return trusted`${weekdayOf(zone.dateOf(moment))} ${recentMomentText(zone, moment, now)}`;
}

/** The days that an answer is of, for its first line: `Mon 23 Nov 2026`, `Mon 16 – Sun 22 Nov 2026`. */
export function headingDaysText({ from, to }: { readonly from: LocalDate; readonly to: LocalDate }): ProgramText {
  const [first, last] = [sliced(from, 0, 4), sliced(to, 0, 4)];
  const [begin, end] = [weekdayOf(from), weekdayOf(to)];
  const whole = trusted`${end} ${dayText(to)} ${last}`;
  if (from === to) return whole;
  if (first !== last) return trusted`${begin} ${dayText(from)} ${first} – ${whole}`;
  const isOfOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const day = isOfOneMonth ? trusted`${Number(from.slice(8))}` : dayText(from);
  return trusted`${begin} ${day} – ${whole}`;
}

/** A moment beside an earlier one: `08:15` on the same day, else `24 Nov 08:15`, with the year where that has changed, too. */
export function laterText(zone: Zone, moment: EpochMillis, earlier: EpochMillis): ProgramText {
  const isOfOneDay = zone.dateOf(moment) === zone.dateOf(earlier);
  return isOfOneDay ? clockText(zone, moment) : recentMomentText(zone, moment, earlier);
}

/** The day of a moment where it is another one than that of an earlier moment: `Tue 24 Nov`, or `Fri 1 Jan 2027`. */
export function newDayText(zone: Zone, moment: EpochMillis, earlier: EpochMillis): ProgramText | undefined {
  const day = zone.dateOf(moment);
  if (day === zone.dateOf(earlier)) return undefined;
  return weekdayDayText(day, yearOf(zone, earlier));
}

/** A day with its weekday: `Tue 24 Nov`, with the year where it is not this one. */
export function weekdayDayText(day: LocalDate, thisYear: string): ProgramText {
  return trusted`${weekdayOf(day)} ${dayOfYearText(day, thisYear)}`;
}

/** The month of a day: `Nov 2026`. */
export function monthText(day: LocalDate): ProgramText {
  return trusted`${MONTHS[Number(day.slice(5, 7)) - 1] ?? 'Jan'} ${sliced(day, 0, 4)}`;
}

function weekdayOf(date: LocalDate): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[new Date(date).getUTCDay()] ?? 'Sun';
}

/** Ranges of days, those that follow each other as one: `16–22 Nov`, `13 Oct, 20 Oct and 27 Oct`; with the year where it is not this one. */
export function dayRangesText(
  ranges: readonly { readonly from: ProgramText; readonly to: ProgramText }[],
  thisYear: string,
): ProgramText {
  const merged: { from: ProgramText; to: ProgramText }[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last !== undefined && Date.parse(from) - Date.parse(last.to) <= MILLIS_PER_DAY) {
      last.to = to > last.to ? to : last.to;
    } else merged.push({ from, to });
  }
  const words = merged.map((range) => rangeText(range, thisYear));
  return joined([joined(words.slice(0, -1), ', '), ...words.slice(-1)].slice(words.length > 1 ? 0 : 1), ' and ');
}

/** A day: `6 Nov`, with the year where it is not this one. */
export function dayOfYearText(day: ProgramText, thisYear: string): ProgramText {
  return rangeText({ from: day, to: day }, thisYear);
}

function rangeText(
  { from, to }: { readonly from: ProgramText; readonly to: ProgramText },
  thisYear: string,
): ProgramText {
  const [first, last] = [sliced(from, 0, 4), sliced(to, 0, 4)];
  if (first !== last) return trusted`${dayText(from)} ${first} – ${dayText(to)} ${last}`;
  const year = last === thisYear ? trusted`` : trusted` ${last}`;
  if (from === to) return trusted`${dayText(to)}${year}`;
  const isOfOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOfOneMonth
    ? trusted`${Number(from.slice(8))}–${dayText(to)}${year}`
    : trusted`${dayText(from)} – ${dayText(to)}${year}`;
}

/** The day of a date: `6 Nov`. */
function dayText(date: string): ProgramText {
  return trusted`${Number(date.slice(8, 10))} ${MONTHS[Number(date.slice(5, 7)) - 1] ?? 'Jan'}`;
}

/** The first and the last of some days or months: `2026-11-16 to 2026-11-22`, or the only one. */
export function daysText(days: { readonly from: ProgramText; readonly to: ProgramText }): ProgramText;
export function daysText(days: { readonly from: string; readonly to: string }): string;
export function daysText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}
