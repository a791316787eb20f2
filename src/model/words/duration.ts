import { ProgramText, trusted } from '../text/trusted-text.ts';
import { rounded, short } from './number.ts';

/** Seconds in words: `45 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function durationText(seconds: number): ProgramText {
  const total = Math.round(seconds);
  if (total < 60) return trusted`${total} s`;
  if (total < 3600) return two(Math.floor(total / 60), trusted`min`, total % 60, trusted`s`);
  const minutes = Math.round(total / 60);
  if (minutes < 1440) return two(Math.floor(minutes / 60), trusted`h`, minutes % 60, trusted`min`);
  const hours = Math.round(total / 3600);
  return two(Math.floor(hours / 24), trusted`d`, hours % 24, trusted`h`);
}

function two(large: number, largeUnit: ProgramText, small: number, smallUnit: ProgramText): ProgramText {
  return small === 0 ? trusted`${large} ${largeUnit}` : trusted`${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** The same where tenths count, below ten seconds: `4.2 s`. Changes of figures and charts say it so. */
export function fineDurationText(seconds: number): ProgramText {
  return seconds < 10 ? trusted`${rounded(seconds, 1)} s` : durationText(seconds);
}

/** How long something will take, in seconds: `about 2 min 5 s`. Nothing that has yet to happen takes no time. */
export function aboutText(seconds: number): ProgramText {
  return trusted`about ${durationText(Math.max(1, seconds))}`;
}

/**
 * A length of time in one unit, as lists have it: `45 s`, `6.7 min`, `25 min`, `8.7 h`, `44 days`. What a clock that is ahead makes
 * end before it begins takes no time.
 */
export function spanText(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 2 * 3600) return `${short(seconds / 60)} min`;
  return seconds < 2 * 86_400 ? `${short(seconds / 3600)} h` : `${short(seconds / 86_400)} days`;
}

/** The same where tenths count, below ten seconds: `8.4 s`. Figures say it so. */
export function fineSpanText(seconds: number): string {
  return seconds < 10 ? `${rounded(seconds, 1)} s` : spanText(seconds);
}

/** An interval of durations, or of numbers: `41–71 s`, `95 s – 2.1 min`, `12–16`. */
export function intervalText([low, high]: readonly [number, number], unit: 'seconds' | 'number'): string {
  if (unit === 'number') return `${rounded(low, 1)}–${rounded(high, 1)}`;
  const [from, to] = [fineSpanText(low), fineSpanText(high)];
  const ofUnit = to.slice(to.indexOf(' '));
  return from.endsWith(ofUnit) ? `${from.slice(0, -ofUnit.length)}–${to}` : `${from} – ${to}`;
}

/** How long a wait is, in one unit: at least a second, and never less than it takes. */
export function waitText(seconds: number): ProgramText {
  return ProgramText.parse(spanText(Math.max(1, seconds < 120 ? Math.ceil(seconds) : seconds)));
}
