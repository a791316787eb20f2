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
export type ReadOf = (keys: readonly number[]) => Read | undefined;

/** How much was read of the time that the period has of a group, and of all its time. */
interface Read {
  readonly ofPeriod: Point['read'];
  readonly ofAll: Point['read'];
}

/** All time has come, and was read. */
export const ALL_READ: Read = { ofPeriod: 'whole', ofAll: 'whole' };

/** The time that a period has of a group in milliseconds: all of it, what has come, and what of that was read. */
interface Times {
  all: number;
  come: number;
  read: number;
  /** Whether the group has time outside of the period. */
  isCut: boolean;
}

/**
 * Tells of each group of a period how much of its time was read, hour by hour: an hour of a UTC day that was not read is missing,
 * and so is what is still to come of a day, a week or an hour, and in part what lies outside of the period, too. Groups that are not of
 * some time have all of the period's that has come.
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
  const { zone } = period;
  const timesAt = (at: EpochMillis) => ofTime.map((one) => one.at?.(wallClock(at, zone)));
  // A period of days has what is still to come of them, too.
  const isBehind = (at: EpochMillis) => (period.hour === undefined ? zone.dateOf(at) > period.to : at >= period.end);
  const seen = new Map<string, Times>();
  for (let at = period.start; !isBehind(at);) {
    if (slices.isOver()) await slices.next(signal);
    // Where clocks are half an hour or a quarter off, the hour on the wall begins with them.
    const next = epochMillis(at + MILLIS_PER_HOUR - (wallClock(at, zone).getTime() % MILLIS_PER_HOUR));
    if (isWithin(time, at, zone) && (isOfTime || at < until)) {
      const come = Math.max(0, Math.min(next, until) - at);
      const unread = gaps.reduce((sum, gap) => sum + overlap([at, at + come], gap), 0);
      const name = timesAt(at).join(' ');
      const times = seen.get(name) ?? { all: 0, come: 0, read: 0, isCut: false };
      seen.set(name, times);
      times.all += isOfTime ? next - at : come;
      times.come += come;
      times.read += Math.max(0, come - unread);
    }
    at = next;
  }
  // Days and hours end where most periods do: then what is just outside has others.
  for (const [inside, outside, step] of [
    [period.start, period.start - 1, -MILLIS_PER_HOUR],
    [period.end - 1, period.end, MILLIS_PER_HOUR],
  ] as const) {
    const own = timesAt(epochMillis(inside));
    for (let at = epochMillis(outside); ; at = epochMillis(at + step)) {
      const others = timesAt(at);
      if (!others.some((key, index) => key === own[index])) break;
      const times = seen.get(others.join(' '));
      if (times !== undefined && isWithin(time, at, zone)) times.isCut = true;
    }
  }
  return (some) => {
    const own = some.filter((_, index) => keys[index]?.at !== undefined);
    const times = seen.get(own.join(' '));
    const most = isDoubted(coverage) ? 'part' : 'whole';
    if (times === undefined) {
      // Where clocks go forward, an hour on the wall may have no time at all: nothing of it is missing.
      const isOfPeriod = own.every((key) => ofTime.length === 1 && ofTime[0]?.all().includes(key));
      return isOfPeriod ? { ofPeriod: most, ofAll: most } : undefined;
    }
    if (times.come === 0) return undefined;
    const ofPeriod = times.read === times.all ? most : times.read > 0 ? 'part' : 'none';
    return { ofPeriod, ofAll: times.isCut && ofPeriod === 'whole' ? 'part' : ofPeriod };
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

function overlap([from, to]: readonly [number, number], [start, end]: readonly [number, number]): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}
