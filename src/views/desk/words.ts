import { TIED } from '../shared/words.ts';

const SHARE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A share of one as a percentage, to a tenth. */
export const shareWords = (share: number): string => `${SHARE.format(share * 100)}${TIED}%`;

/** The first and the last day of something. */
export const daysWords = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? from : `${from} to ${to}`;

const DAY = 86_400_000;

/** How many days there are from the first to the last. */
export const daysIn = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/** The hour of a day, from full hour to full hour: `9:00 to 10:00`. */
export const hourWords = (hour: number): string => `${hour}:00 to ${hour + 1}:00`;

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The weekday of a day, or of one so many days later. */
export const weekdayOf = (day: string, later = 0): string => WEEKDAY.format(Date.parse(day) + later * DAY);
