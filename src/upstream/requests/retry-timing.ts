import { seconds, type EpochMillis, type Seconds } from '../../model/time/units.ts';

// Computes waits from what an answer says or does not say, with no clock and no chance of its own.

/** A wait is never believed to be shorter or longer than this, whatever was said. */
const MIN_WAIT = seconds(1);
export const MAX_WAIT = seconds(15 * 60);

/** The seconds to wait when nothing was said, doubled each time. */
const UNTOLD = 60;

/** So that several who wait do not come back at once: the least that is waited is what was said. */
const JITTER = 0.02;
const UNTOLD_JITTER = 0.1;

const MAX_FIRST_BACKOFF = 0.2;

/** The part of an answer that may say how long to wait. */
export interface WaitHints {
  readonly headers: { get(name: string): string | null };
  /** At most 4 kB of it are read (design, "the body of a 429"). */
  readonly body: string;
}

/**
 * Returns the wait that an answer asks for, surest first: `Retry-After`, the `RateLimit` headers, what the body says;
 * undefined when none of them says anything (specification, section 7; design, "the body of a 429"). Moments are
 * compared with the `Date` of the answer, because the service's clock need not be right.
 */
export function waitTold({ headers, body }: WaitHints, now: EpochMillis): Seconds | undefined {
  const then = dateIn(headers.get('date')) ?? now;
  const told = [
    retryAfter(headers.get('retry-after'), then),
    ...[headers.get('ratelimit'), headers.get('x-ratelimit')].map(structuredReset),
    ...RESET_HEADERS.map((name) => reset(headers.get(name), then)),
    hintIn(body),
  ].find((wait) => wait !== undefined && !Number.isNaN(wait));
  return told === undefined ? undefined : seconds(clamped(told));
}

/**
 * Returns the wait of everybody after HTTP 429: what was told, a little uneven; else a minute, doubled with each refusal in a
 * row. `chance` is from 0 to 1.
 */
export function pauseAfter(told: Seconds | undefined, refusalsBefore: number, chance: number): Seconds {
  if (told !== undefined) return seconds(clamped(told * (1 + JITTER * chance)));
  return seconds(clamped(UNTOLD * 2 ** Math.min(refusalsBefore, 10) * (1 + UNTOLD_JITTER * chance)));
}

/** Returns the wait of a request after its `failures`-th failure in a row: full jitter. `chance` is from 0 to 1. */
export function backoff(failures: number, chance: number): Seconds {
  return seconds(chance * MAX_FIRST_BACKOFF * 2 ** (failures - 1));
}

function clamped(wait: number): number {
  return Math.min(Math.max(wait, MIN_WAIT), MAX_WAIT);
}

function dateIn(text: string | null): number | undefined {
  // Date.parse takes almost anything with a digit; a date of HTTP begins with the name of a day.
  if (text === null || !/^\s*[a-z]{3}/i.test(text)) return undefined;
  // The oldest of its three forms names no zone, and means GMT all the same.
  const date = Date.parse(/GMT|UTC|[+-]\d{4}/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}

function retryAfter(text: string | null, then: number): number | undefined {
  if (text === null) return undefined;
  const date = dateIn(text);
  return date === undefined ? numberIn(text) : (date - then) / 1000;
}

/**
 * `"default";r=0;t=50`, and `limit=60, remaining=0, reset=50` as it was called before. Of several policies the one binds
 * of which nothing remains.
 */
function structuredReset(text: string | null): number | undefined {
  const policies = (text ?? '').split(/,\s*(?=")/);
  const used = policies.filter((policy) => /[;,\s](?:r|remaining)\s*=\s*0(?!\d)/i.test(policy));
  const found = /(?:^|[;,\s])(?:t|reset)\s*=\s*(\d+(?:\.\d+)?)/i.exec((used[0] ?? policies[0]) || '')?.[1];
  return found === undefined ? undefined : Number(found);
}

const RESET_HEADERS = ['ratelimit-reset', 'x-ratelimit-reset-after', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** Above this a number of seconds is a moment, and above the next one in milliseconds. */
const SECONDS_IN_2001 = 1e9;
const MILLIS_IN_2001 = 1e12;

/** Some send the seconds that are left, others the moment. */
function reset(text: string | null, then: number): number | undefined {
  const number = text === null ? undefined : numberIn(text);
  if (number === undefined || number < SECONDS_IN_2001) return number;
  return (number < MILLIS_IN_2001 ? number : number / 1000) - then / 1000;
}

function numberIn(text: string): number | undefined {
  return /^\s*\d{1,20}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

/** The characters of a body that are looked at. */
const MAX_BODY_LENGTH = 4096;

/** Not the beginning of a date or of a time of day. */
const NUMBER = String.raw`(?<![\d.])(?<number>\d{1,12}(?:\.\d{1,6})?)(?![\d:-])`;
const UNITS = String.raw`(?:ms|millis(?:econds?)?|s|secs?|seconds?|m|mins?|minutes?)\b`;
const UNIT = `(?<unit>${UNITS})`;

/** The format of the body is not shown (specification, section 7), so these are hints, the surest first. */
const HINTS = [
  new RegExp(
    `(?:retry|wait)[a-z_-]{0,20}?(?<unitInKey>${UNITS})?"?\\s{0,4}[:=]\\s{0,4}"?${NUMBER}\\s{0,4}${UNIT}?`,
    'i',
  ),
  new RegExp(`(?:wait|retry|again|after)\\D{0,40}${NUMBER}\\s{0,4}${UNIT}`, 'i'),
  // "60 requests per 15 minutes" says what is allowed, and not how long to wait.
  new RegExp(`(?<!\\bper\\s{1,4})${NUMBER}\\s{0,4}${UNIT}`, 'i'),
];

/** The seconds to wait that a text speaks of, such as `"retry_after": 30` or "wait 2 min"; undefined for none. */
function hintIn(body: string): number | undefined {
  for (const hint of HINTS) {
    const found = hint.exec(body.slice(0, MAX_BODY_LENGTH))?.groups;
    const number = found?.['number'];
    if (number !== undefined) return Number(number) * secondsIn(found?.['unit'] ?? found?.['unitInKey'] ?? 'seconds');
  }
  return undefined;
}

function secondsIn(unit: string): number {
  if (/^(?:ms|milli)/i.test(unit)) return 0.001;
  return /^m/i.test(unit) ? 60 : 1;
}
