import { addDays, startOfDay, type UtcDay } from '../model/day.ts';
import { after, seconds, type EpochMillis, type Seconds } from '../model/units.ts';

/** How old what changes may be before it is read again. */
export interface MaximumAges {
  readonly today: Seconds;
  readonly agents: Seconds;
  readonly offline_messages: Seconds;
  readonly visitors: Seconds;
}

export const DEFAULT_MAXIMUM_AGES: MaximumAges = {
  today: seconds(60),
  agents: seconds(300),
  offline_messages: seconds(300),
  visitors: seconds(3600),
};

/** One look at a day of chats that was walked to an end. */
export interface Look {
  readonly at: EpochMillis;
  /** Chats that had not ended then. */
  readonly openChats: number;
}

/**
 * What a look at a UTC day is worth now:
 * - `unknown`: there was none, or only while the day was still running;
 * - `due`: good to answer from, but to be read again when it can be: today's when older than its maximum age, a day
 *   with chats that had not ended, and once a day that was read before its look-back was over;
 * - `fresh`: not to be asked for.
 */
export function worthOf(
  day: UtcDay,
  look: Look | undefined,
  now: EpochMillis,
  lookBackDays: number,
  maximumAge: Seconds,
): 'unknown' | 'due' | 'fresh' {
  if (look === undefined) return 'unknown';
  const isRecent = after(look.at, maximumAge) >= now;
  const end = startOfDay(addDays(day, 1));
  if (look.at < end) {
    if (now >= end) return 'unknown';
    return isRecent ? 'fresh' : 'due';
  }
  const settled = startOfDay(addDays(day, 1 + lookBackDays));
  if (look.at >= settled) return 'fresh';
  if (now >= settled) return 'due';
  return look.openChats === 0 || isRecent ? 'fresh' : 'due';
}
