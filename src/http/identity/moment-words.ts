import { epochMillis, type EpochMillis } from '../../model/time/units.ts';

/** A moment in UTC, to the second, as it may stand in a header: `2026-11-18 15:30:00 UTC`. */
export function momentWords(moment: EpochMillis): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** What this server takes for the present, for who compares clocks. */
export function clockWords(now: EpochMillis): string {
  return `the clock of this server says ${momentWords(now)}`;
}

/** A claim in seconds since 1970 as a moment, beside what this server takes for the present. */
export function claimedTimeWords(time: number | undefined, now: EpochMillis): string {
  const millis = Math.round((time ?? Number.NaN) * 1000);
  // A date that the calendar of the program does not reach.
  const moment = Math.abs(millis) <= 8.64e15 ? momentWords(epochMillis(millis)) : 'a time that no calendar has';
  return `${moment}; ${clockWords(now)}`;
}
