/** How much of the body is looked at. */
const BODY_CHARACTERS = 4096;

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
export function hintIn(body: string): number | undefined {
  for (const hint of HINTS) {
    const found = hint.exec(body.slice(0, BODY_CHARACTERS))?.groups;
    const number = found?.['number'];
    if (number !== undefined) return Number(number) * secondsIn(found?.['unit'] ?? found?.['unitInKey'] ?? 'seconds');
  }
  return undefined;
}

function secondsIn(unit: string): number {
  if (/^(?:ms|milli)/i.test(unit)) return 0.001;
  return /^m/i.test(unit) ? 60 : 1;
}
