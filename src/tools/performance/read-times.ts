import type { Point } from '../../charts/chart.ts';
import type { Keys } from '../../figures/groupings/grouping.ts';
import { isWithin, wallClock, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Period } from '../../model/calendar/period.ts';
import { slices } from '../../model/slices.ts';
import { addDays, startOfDay, utcDayOf } from '../../model/time/day.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';

const MILLIS_PER_HOUR = 3_600_000;

/** How much of the time of a group was read; undefined where the period has none of it, or it is still to come. */
export type ReadOf = (keys: readonly number[]) => Point['read'] | undefined;

/** What is known of the time of a group. */
interface Seen {
  hasBegun: boolean;
  isRead: boolean;
  isMissed: boolean;
}

/**
 * Tells of each group of a period how much of its time was read, hour by hour: an hour of a UTC day that was not read is missing,
 * and so is what is still to come of a day, a week or an hour. Groups that are not of some time have all of the period's that has come.
 */
export async function readTimes(
  period: Period,
  time: WorkingTime,
  coverage: Coverage,
  keys: readonly Keys[],
  now: EpochMillis,
  signal: AbortSignal,
): Promise<ReadOf> {
  // One that is compared with a running one is cut where that is.
  const until = epochMillis(Math.min(period.end, now));
  const gaps = gapsIn(coverage, now);
  const ofTime = keys.filter(({ at }) => at !== undefined);
  const isOfTime = ofTime.length > 0;
  const most = isDoubted(coverage) ? 'part' : 'whole';
  const { zone } = period;
  // A period of days has what is still to come of them, too.
  const isBehind = (at: EpochMillis) => (period.hour === undefined ? zone.dateOf(at) > period.to : at >= period.end);
  const isCut = isOfTime && !isBehind(until);
  const all = keys.map((one) => (one.at === undefined ? undefined : new Set(one.all())));
  const isOfPeriod = (some: readonly number[]) => some.every((key, index) => all[index]?.has(key) !== false);
  // Of two groupings by time, each day, hour or week may lack some of the other's.
  if (gaps.length === 0 && !isCut && ofTime.length < 2) return (some) => (isOfPeriod(some) ? most : undefined);
  const seen = new Map<string, Seen>();
  const missed = (from: number, to: number) => gaps.reduce((sum, gap) => sum + overlap([from, to], gap), 0);
  for (let at = period.start; !isBehind(at);) {
    if (slices.isOver()) await slices.next(signal);
    const local = wallClock(at, zone);
    // Where clocks are half an hour or a quarter off, the hour on the wall begins with them.
    const next = epochMillis(at + MILLIS_PER_HOUR - (local.getTime() % MILLIS_PER_HOUR));
    if (isWithin(time, at, zone) && (isOfTime || at < until)) {
      const one = seenOf(seen, nameOf(keys.map((each) => each.at?.(local) ?? 0)));
      const come = Math.max(0, Math.min(next, until) - at);
      const unread = missed(at, at + come);
      one.hasBegun ||= come > 0;
      one.isRead ||= unread < come;
      one.isMissed ||= unread > 0 || (isOfTime && at + come < next);
    }
    at = next;
  }
  return (some) => {
    const one = seen.get(nameOf(some.map((key, index) => (keys[index]?.at === undefined ? 0 : key))));
    // Where clocks go forward, an hour on the wall may have no time at all: nothing of it is missing.
    if (one === undefined) return ofTime.length < 2 && isOfPeriod(some) ? most : undefined;
    if (!one.hasBegun) return undefined;
    return one.isMissed ? (one.isRead ? 'part' : 'none') : most;
  };
}

/**
 * The times that were not read: days without a look that came when they were over, and, where not all could be read, what came
 * today since the oldest look at anything that changes.
 */
function gapsIn(coverage: Coverage, now: EpochMillis): (readonly [from: number, to: number])[] {
  const { missingDays = [], changingAsOf } = coverage;
  const days = missingDays.map(({ from, to }) => [startOfDay(from), startOfDay(addDays(to, 1))] as const);
  if (isComplete(coverage) || changingAsOf === undefined) return days;
  return [...days, [Math.max(changingAsOf, startOfDay(utcDayOf(now))), now]];
}

/** Whether any day may lack chats, though all of it that is not missing was read to an end. */
function isDoubted(coverage: Coverage): boolean {
  const { missingDays = [], rejectedRecords, hasMoved = false, basis } = coverage;
  if (isComplete(coverage)) return false;
  // Without the service, what was read of days that are over still holds.
  const isOld = basis === 'stale' || basis === 'denied';
  return rejectedRecords > 0 || hasMoved || basis === 'capped' || (missingDays.length === 0 && !isOld);
}

function seenOf(seen: Map<string, Seen>, name: string): Seen {
  const one = seen.get(name) ?? { hasBegun: false, isRead: false, isMissed: false };
  seen.set(name, one);
  return one;
}

function nameOf(keys: readonly number[]): string {
  return keys.join(' ');
}

function overlap([from, to]: readonly [number, number], [start, end]: readonly [number, number]): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}
