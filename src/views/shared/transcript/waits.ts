import type { Message } from './transcript-data.ts';

/** From so many seconds on, a time in which nobody wrote is drawn, and a visitor's wait is one to jump to. */
export const SHORTEST_SILENCE = 120;
const SHORTEST_WAIT = 60;
const MOST_WAITS = 3;

/** A time in which a visitor waited for an agent. */
export interface Wait {
  readonly seconds: number;
  /** The place of the visitor's message behind which it began. */
  readonly message: number;
}

/** The seconds between two messages; undefined where one has no time. */
export function secondsBetween(before: Message | undefined, after: Message): number | undefined {
  if (before?.at === undefined || after.at === undefined) return undefined;
  return (Date.parse(after.at) - Date.parse(before.at)) / 1000;
}

/** The longest waits from a visitor's words to an agent's, longest first; bots and the system do not end one. */
export function longestWaits(messages: readonly Message[]): readonly Wait[] {
  const waits: Wait[] = [];
  let last: number | undefined;
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'visitor' && message.role !== 'agent') continue;
    const before = last === undefined ? undefined : messages[last];
    const seconds = secondsBetween(before, message);
    if (last !== undefined && before?.role === 'visitor' && message.role === 'agent' && seconds !== undefined) {
      if (seconds >= SHORTEST_WAIT) waits.push({ seconds, message: last });
    }
    last = index;
  }
  return waits.sort((a, b) => b.seconds - a.seconds).slice(0, MOST_WAITS);
}

/** Words a time: `45 s`, `11 min`, `1 h 5 min`, `2 days`. */
export function durationWords(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 10 && whole % 60 !== 0) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}

/** The time of a moment as the desk has it, to the minute or the second. */
export function clockOf(moment: string, isExact = false): string {
  return moment.slice(11, isExact ? 19 : 16);
}

/** The day of a moment as the desk has it, in words. */
export function dayOf(moment: string): string {
  return DAY.format(new Date(`${moment.slice(0, 10)}T12:00:00Z`));
}
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** By how much the desk's time is ahead of UTC, in words. */
export function offsetOf(moment: string): string {
  const [, offset = 'Z'] = /(Z|[+-]\d\d:\d\d)$/.exec(moment) ?? [];
  return offset === 'Z' || offset === '+00:00' ? 'UTC' : `UTC${offset}`;
}
