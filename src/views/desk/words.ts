/** The days of something; of an hour also its moments, as ISO 8601. */
interface Days {
  readonly from: string;
  readonly to: string;
  readonly start_at?: string | undefined;
  readonly end_at?: string | undefined;
}

/** The first and the last day of something, or its hour: `13:05–14:05, 2026-11-16`. */
export const daysWords = ({ from, to, start_at: start, end_at: end }: Days): string => {
  const days = from === to ? from : `${from} to ${to}`;
  return start === undefined || end === undefined ? days : `${start.slice(11, 16)}–${end.slice(11, 16)}, ${days}`;
};

const DAY = 86_400_000;

/** How many days there are from the first to the last; an hour counts as one, whatever days it lies in. */
export const daysIn = ({ from, to, start_at: start }: Days): number =>
  start !== undefined ? 1 : Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/** The hour of a day, from full hour to full hour: `9:00 to 10:00`. */
export const hourWords = (hour: number): string => `${hour}:00 to ${hour + 1}:00`;

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The weekday of a day, or of one so many days later. */
export const weekdayOf = (day: string, later = 0): string => WEEKDAY.format(Date.parse(day) + later * DAY);
