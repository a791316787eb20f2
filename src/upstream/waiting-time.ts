import { seconds, type EpochMillis, type Seconds } from '../model/units.ts';

const SHORTEST = 1;
const LONGEST = 15 * 60;
const UNTOLD = 60;

/** How much of the body is looked at. */
const BODY_CHARACTERS = 4096;

const NUMBER = String.raw`(?<number>\d{1,12}(?:\.\d{1,6})?)`;
const UNITS = String.raw`(?:ms|millis(?:econds?)?|s|secs?|seconds?|m|mins?|minutes?)\b`;
const UNIT = `(?<unit>${UNITS})`;

/** The format of the body is not shown (specification, section 7), so these are hints, the surest first. */
const HINTS = [
  new RegExp(
    `(?:retry|wait)[a-z_-]{0,20}?(?<unitInKey>${UNITS})?"?\\s{0,4}[:=]\\s{0,4}"?${NUMBER}\\s{0,4}${UNIT}?`,
    'i',
  ),
  new RegExp(`(?:wait|retry|again|after)\\D{0,40}${NUMBER}\\s{0,4}${UNIT}`, 'i'),
  new RegExp(`${NUMBER}\\s{0,4}${UNIT}`, 'i'),
];

function secondsIn(unit: string): number {
  if (/^(?:ms|milli)/i.test(unit)) return 0.001;
  return /^m/i.test(unit) ? 60 : 1;
}

function fromBody(body: string): number | undefined {
  for (const hint of HINTS) {
    const found = hint.exec(body.slice(0, BODY_CHARACTERS))?.groups;
    const number = found?.['number'];
    if (number !== undefined) return Number(number) * secondsIn(found?.['unit'] ?? found?.['unitInKey'] ?? 'seconds');
  }
  return undefined;
}

function fromHeader(retryAfter: string | null, now: EpochMillis): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter);
  // Date.parse takes almost anything with a digit; a date of HTTP begins with the name of a day.
  const date = /^\s*[a-z]{3}/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? undefined : (date - now) / 1000;
}

/**
 * How long to wait after HTTP 429: what `Retry-After` says, else what the body says, else a minute; never less than a
 * second nor more than 15 minutes, whatever was said (specification, sections 7 and 8).
 */
export function waitingTime(
  { retryAfter, body }: { retryAfter: string | null; body: string },
  now: EpochMillis,
): Seconds {
  const told = fromHeader(retryAfter, now) ?? fromBody(body) ?? UNTOLD;
  return seconds(Math.min(Math.max(told, SHORTEST), LONGEST));
}
