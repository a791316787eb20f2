import type { Period } from './answers.ts';

// Days, moments and lengths of time as answers have them: numbers come with their words.

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const DAY = format({ weekday: 'short', day: 'numeric' });
const MONTH = format({ month: 'short' });
const WEEKDAY = format({ weekday: 'long' });
const NUMBER = new Intl.NumberFormat('en');

const partsOf = (iso: string): readonly [day: string, month: string, year: string] => {
  const noon = Date.parse(`${iso.slice(0, 10)}T12:00:00Z`);
  return [DAY.format(noon), MONTH.format(noon).slice(0, 3), iso.slice(0, 4)];
};

/** So many of something: `1 chat`, `1,200 chats`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`;

/** A day, in the zone of the answer: `Mon 23 Nov`. */
export function dayWords(iso: string): string {
  const [day, month] = partsOf(iso);
  return `${day} ${month}`;
}

/** The time of a moment as the answer has it, to the minute or the second. */
export const clockOf = (iso: string, isExact = false): string => iso.slice(11, isExact ? 19 : 16);

/** The day and the time of a moment: `Mon 23 Nov 18:39`. */
export const momentWords = (iso: string): string => `${dayWords(iso)} ${clockOf(iso)}`;

/** The days of a period, or its hour: `Wed 11 – Tue 17 Nov 2026`, `13:05–14:05, Mon 16 Nov 2026`. */
export function daysWords({ from, to, start_at: start, end_at: end }: Omit<Period, 'timezone'>): string {
  const [first, firstMonth, firstYear] = partsOf(from);
  const [last, month, year] = partsOf(to);
  const hours = start === undefined || end === undefined ? '' : `${clockOf(start)}–${clockOf(end)}, `;
  if (from === to) return `${hours}${last} ${month} ${year}`;
  const begin = firstYear === year ? (firstMonth === month ? '' : ` ${firstMonth}`) : ` ${firstMonth} ${firstYear}`;
  return `${hours}${first}${begin} – ${last} ${month} ${year}`;
}

export const weekdayOf = (iso: string): string => WEEKDAY.format(Date.parse(`${iso.slice(0, 10)}T12:00:00Z`));

/** A length of time in one unit (`spanText` of `model/words/duration.ts`, which a test holds it to): `45 s`, `6.7 min`, `25 min`, `8.7 h`. */
export function spanWords(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  const [size, unit] = seconds < 7200 ? [60, 'min'] : seconds < 172_800 ? [3600, 'h'] : ([86_400, 'days'] as const);
  const length = seconds / size;
  return `${length < 10 ? Math.round(length * 10) / 10 : Math.round(length)} ${unit}`;
}

/** The program's own words without the marks for what stands out in them. */
export const withoutMarks = (words: string): string => words.replaceAll('**', '').replaceAll(/^_|_$/g, '');
