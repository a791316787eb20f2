import type { Basis } from '../../model/coverage.ts';
import { MILLIS_PER_DAY, startOfDay, type UtcDay } from '../../model/time/day.ts';
import { after, epochMillis, seconds, type EpochMillis, type Seconds } from '../../model/time/units.ts';

/** The ages that records may have before they are read again. */
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

/** A look at a day of chats that was walked to an end. */
export interface Look {
  readonly at: EpochMillis;
  /** Chats that had not ended then. */
  readonly openChats: number;
  /** Whether something may have slipped through it: records that could not be read, pages beyond the cap, lost rows. */
  readonly isFlawed: boolean;
  readonly basis: Basis;
}

/** Whether rows are known to have moved under every reading of a look, so that some may be missing: it is due again at once. */
export function isDoubted({ basis }: { readonly basis: Basis }): boolean {
  return basis === 'partial';
}

/** The moment until which a look has seen all chats of a day; undefined where it may have missed one. */
export function seenUntil(day: UtcDay, { at, basis }: Look): EpochMillis | undefined {
  if (basis !== 'proven' && basis !== 'assumed') return undefined;
  return epochMillis(Math.min(at, startOfDay(day) + MILLIS_PER_DAY));
}

/** A flawed look is worth another after this: the flaw may have been the service's, or an older version's of ours. */
const MAXIMUM_AGE_OF_FLAWED = seconds(86_400);

/** Whether a look is no older than `maximumAge`. One later than now was timed by a clock that was wrong. */
export function isRecent(at: EpochMillis, maximumAge: Seconds, now: EpochMillis): boolean {
  return at <= now && after(at, maximumAge) >= now;
}

/** Whether a look at a UTC day came when its look-back was over, so that nothing of the day changes any more; not where it is flawed. */
export function isSettled(day: UtcDay, { at, isFlawed }: Look, lookBackDays: number): boolean {
  return !isFlawed && at >= settledAt(day, lookBackDays);
}

function settledAt(day: UtcDay, lookBackDays: number): EpochMillis {
  return epochMillis(startOfDay(day) + (1 + lookBackDays) * MILLIS_PER_DAY);
}

/**
 * Judges a look at a UTC day:
 * - `unknown`: there was none, or one at a time that has yet to come, or one before the day had ended, which it has by now;
 * - `due`: good to answer from, but to be read again when it can be: today's when older than its maximum age, a day
 *   with chats that had not ended when it is older than that, a doubted one, a flawed one after a day, and once a day that was read before its look-back was over;
 * - `fresh`: not to be asked for.
 */
export function freshnessOf(
  day: UtcDay,
  look: Look | undefined,
  now: EpochMillis,
  lookBackDays: number,
  maximumAge: Seconds,
): 'unknown' | 'due' | 'fresh' {
  if (look === undefined || look.at > now) return 'unknown';
  const isYoung = !isDoubted(look) && isRecent(look.at, maximumAge, now);
  const end = epochMillis(startOfDay(day) + MILLIS_PER_DAY);
  if (look.at < end) {
    if (now >= end) return 'unknown';
    return isYoung ? 'fresh' : 'due';
  }
  if (isDoubted(look)) return 'due';
  if (look.isFlawed && !isRecent(look.at, MAXIMUM_AGE_OF_FLAWED, now)) return 'due';
  const settled = settledAt(day, lookBackDays);
  if (look.at >= settled) return 'fresh';
  if (now >= settled) return 'due';
  return look.openChats === 0 || isYoung ? 'fresh' : 'due';
}
