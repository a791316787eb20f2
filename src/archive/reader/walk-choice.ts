import { contiguousRanges, daysOf, type DayRange, type UtcDay } from '../../model/time/day.ts';

/** A question waits for a walk that is at most so many times as long as what it needs itself. */
const MAX_WAIT = 5;

/** A walk that has not ended, and the part of it (0 to 1) that is still to be read. */
export interface UnfinishedDays extends DayRange {
  readonly left: number;
}

/**
 * Chooses the walks that read the missing days of the most urgent want: those under way that have some of these days, and
 * new ones for the rest, which also read the days of other wants where that is worth it for both.
 */
export function chooseWalks(
  urgent: readonly UtcDay[],
  others: readonly (readonly UtcDay[])[],
  unfinished: readonly UnfinishedDays[],
): { readonly join: readonly UnfinishedDays[]; readonly begin: readonly DayRange[] } {
  const join = unfinished.filter(
    (walk) => hasAny(walk, urgent) && isWorthIt(daysOf(walk).length * walk.left, urgent.length),
  );
  const rest = urgent.filter((day) => !join.some((walk) => hasAny(walk, [day])));
  let wanted: readonly UtcDay[] = rest;
  for (const days of others) {
    const unread = days.filter((day) => !unfinished.some((walk) => hasAny(walk, [day])));
    const united = [...new Set([...wanted, ...unread])];
    const isAdjacent = contiguousRanges(united).length <= contiguousRanges(wanted).length;
    if (isAdjacent && isWorthIt(united.length, urgent.length) && isWorthIt(united.length, days.length)) wanted = united;
  }
  return { join, begin: rest.length === 0 ? [] : contiguousRanges(wanted).toReversed() };
}

/** Whether to wait for a walk that reads more days than are wanted, instead of paying for some pages twice. */
function isWorthIt(walked: number, wanted: number): boolean {
  return walked <= MAX_WAIT * wanted + 2;
}

function hasAny({ from, to }: DayRange, days: readonly UtcDay[]): boolean {
  return days.some((day) => day >= from && day <= to);
}
