import { type EpochMillis } from '../../model/time/units.ts';
import { utcSecondText } from '../../model/words/time.ts';

/** What this server takes for the present, for who compares clocks. */
export function clockWords(now: EpochMillis): string {
  return `the clock of this server says ${utcSecondText(now)}`;
}

/** A claim in seconds since 1970 as a moment, beside what this server takes for the present. */
export function claimedTimeWords(time: number | undefined, now: EpochMillis): string {
  const millis = Math.round((time ?? Number.NaN) * 1000);
  // A date that the calendar of the program does not reach.
  const moment = Math.abs(millis) <= 8.64e15 ? utcSecondText(millis) : 'a time that no calendar has';
  return `${moment}; ${clockWords(now)}`;
}
