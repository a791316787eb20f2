import { isoText, sliced, trusted, type ProgramText } from '../text/trusted-text.ts';
import type { Zone } from '../calendar/zone.ts';
import type { EpochMillis } from '../time/units.ts';

/** The time of day in a zone: `08:15`. */
export function clockText(zone: Zone, moment: EpochMillis): ProgramText {
  return sliced(zone.iso(moment), 11, 16);
}

/** The same to the second, as messages of a transcript have it: `08:15:27`. */
export function fineClockText(zone: Zone, moment: EpochMillis): ProgramText {
  return sliced(zone.iso(moment), 11, 19);
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

/** The first and the last of some days or months: `2026-11-16 to 2026-11-22`, or the only one. */
export function daysText(days: { readonly from: ProgramText; readonly to: ProgramText }): ProgramText;
export function daysText(days: { readonly from: string; readonly to: string }): string;
export function daysText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}
