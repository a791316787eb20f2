import type { Keys } from '../../figures/groupings/grouping.ts';
import { isWithin, wallClock, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import type { Period } from '../../model/calendar/period.ts';
import { epochMillis } from '../../model/time/units.ts';

const MILLIS_PER_HOUR = 3_600_000;

/** Whether a group has time outside the period. */
export type IsCut = (keys: readonly number[]) => boolean;

/** Tells of each group of a period whether it is of a week or a month, or of the hour of a period that is one, that begins before the period or ends after it, and has working time there. */
export function cutTimes({ start, end, zone }: Period, time: WorkingTime, keys: readonly Keys[]): IsCut {
  const cut = new Set<string>();
  const keysAt = (at: number) => keys.flatMap((one) => one.at?.(wallClock(epochMillis(at), zone)) ?? []);
  for (const [inside, outside, step] of [
    [start, start - 1, -MILLIS_PER_HOUR],
    [end - 1, end, MILLIS_PER_HOUR],
  ] as const) {
    const own = keysAt(inside);
    // Days and hours end where most periods do: then what is just outside has others.
    for (let at = outside; ; at += step) {
      const some = keysAt(at);
      if (!some.some((key, index) => key === own[index])) break;
      if (isWithin(time, epochMillis(at), zone)) cut.add(some.join(' '));
    }
  }
  return (some) => cut.has(some.filter((_, index) => keys[index]?.at !== undefined).join(' '));
}
