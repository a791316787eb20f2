/** Lengths of time in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The start of the UTC day that holds `at`, epoch ms. */
export function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** The UTC weekday of an epoch ms time, Monday 0 to Sunday 6. */
export function weekday(at: number): number {
  // 1 January 1970 was a Thursday.
  return (Math.floor(at / DAY) + 3) % 7;
}

/** The UTC hour of an epoch ms time, 0 to 23. */
export function hourOfDay(at: number): number {
  return Math.floor((at % DAY) / HOUR);
}
