import type { Chat } from '../../model/records.ts';
import { secondsBetween, type Seconds } from '../../model/time/units.ts';

/** The time from request to start; none for a chat that has not started, or whose times are reversed. */
export function waitOf({ requestedAt, startedAt }: Pick<Chat, 'requestedAt' | 'startedAt'>): Seconds | undefined {
  return startedAt === undefined || startedAt < requestedAt ? undefined : secondsBetween(requestedAt, startedAt);
}

/** The time from start to end; none for a chat that still runs, or whose times are reversed. */
export function durationOf({ startedAt, endedAt }: Pick<Chat, 'startedAt' | 'endedAt'>): Seconds | undefined {
  return startedAt === undefined || endedAt === undefined || endedAt < startedAt
    ? undefined
    : secondsBetween(startedAt, endedAt);
}
