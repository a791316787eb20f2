import { WEEKDAYS, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import { FIRST_DAY_EVER, type Period } from '../../model/calendar/period.ts';
import { clocksText, daysText } from '../../model/words/time.ts';

/** The days of a period alone, where its zone stands elsewhere: `2026-11-16 to 2026-11-22`; an hour as `13:05–14:05, 2026-11-16`. */
export function daysWords(period: Period): string {
  const days = daysText(period);
  return period.hour === undefined ? days : `${clocksText(period)}, ${days}`;
}

/** The days of a period, and their zone: `2026-11-16 to 2026-11-22 (UTC)`; also what an open side was taken for, and which hour it is. */
export function periodWords(period: Period): string {
  const { from, to, zone, open, hour } = period;
  if (hour === 'last') return `the last hour (${daysWords(period)}, ${zone.id})`;
  if (hour === 'earlier') return `the hour ${daysWords(period)} (${zone.id})`;
  if (open === 'from') {
    if (from === FIRST_DAY_EVER) return `until ${to} (${zone.id})`;
    return `${from} to ${to} (${zone.id}; without from, the 7 days that end with to)`;
  }
  return `${daysWords(period)} (${zone.id}${open === 'to' ? '; without to, until today' : ''})`;
}

/** Words the times of the week to which an answer is limited, behind its days: `, Monday, Friday, 9:00 to 17:00`. */
export function workingTimeWords({ weekdays, hours }: WorkingTime): string {
  const days = WEEKDAYS.filter((weekday) => weekdays?.has(weekday));
  const parts = [...days, ...(hours === undefined ? [] : [`${hours.from}:00 to ${hours.until}:00`])];
  return parts.map((part) => `, ${part}`).join('');
}
