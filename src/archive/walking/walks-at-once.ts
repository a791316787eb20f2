import { daysOf, type DayRange } from '../../model/time/day.ts';
import type { WalkScope } from './walk-log.ts';

// Questions that are asked at once may want days of each other. Each day is walked once, and a walk costs more than its pages:
// so such days are best walked together, in one walk over them all.

/** The days of a walk that runs, as a multiple of a question's, up to which the question waits for it: that takes time, but no request. */
const WORTH_WAITING = 5;

/**
 * The pages up to which a walk gives way to one over all of its days and more. A walk of the other days alone costs as many
 * beside its own pages: page 1 again, the last page before its turn, the end, and the margin.
 */
const PAGES_OF_YOUNG = 4;

/** A walk of chats under way, in whichever process. */
export interface WalkUnderWay {
  readonly scope: WalkScope;
  /** Whether it has hardly begun, and gives way. */
  readonly isYoung: boolean;
}

/** Whether a walk that began anew and asked for so many pages gives way. */
export function isYoungAfter(pages: number): boolean {
  return pages < PAGES_OF_YOUNG;
}

/** Whether a walk reads some of the days that a question wants, and not many more. */
export function isWorthWaiting(walk: WalkScope, wanted: WalkScope): boolean {
  return (
    (walk.agentId === 0 || walk.agentId === wanted.agentId) &&
    walk.from <= wanted.to &&
    walk.to >= wanted.from &&
    lengthOf(walk) <= WORTH_WAITING * lengthOf(wanted)
  );
}

/** Whether a walk reads all that another one does, and more days. */
export function readsMore(walk: WalkScope, other: WalkScope): boolean {
  return (
    walk.agentId === other.agentId &&
    walk.margin >= other.margin &&
    walk.from <= other.from &&
    walk.to >= other.to &&
    lengthOf(walk) > lengthOf(other)
  );
}

/** Whether a walk takes the place of another one: that has hardly begun, and who waits for it does not wait for very much more. */
export function takesPlaceOf(walk: WalkScope, { scope, isYoung }: WalkUnderWay): boolean {
  return isYoung && readsMore(walk, scope) && isWorthWaiting(walk, scope);
}

/**
 * Returns the days to walk for a question that wants some and would begin a walk over `own`: of those under way one that it waits
 * for; one that takes their place, where all of them give way; else its own.
 */
export function walkAmong(
  underWay: readonly WalkUnderWay[],
  wanted: WalkScope,
  own: WalkScope,
  { mayUnite }: { readonly mayUnite: boolean },
): WalkScope {
  const shared = underWay
    .filter(({ scope }) => isWorthWaiting(scope, wanted))
    .sort((one, other) => lengthOf(other.scope) - lengthOf(one.scope));
  const [longest] = shared;
  if (longest === undefined) return own;
  const united = shared.reduce((days, { scope }) => unionOf(days, scope), own);
  const givesWay = (walk: WalkUnderWay): boolean => isSame(walk.scope, united) || takesPlaceOf(united, walk);
  return mayUnite && isWorthWaiting(united, wanted) && shared.every(givesWay) ? united : longest.scope;
}

function unionOf(one: WalkScope, other: WalkScope): WalkScope {
  return {
    ...one,
    from: one.from < other.from ? one.from : other.from,
    to: one.to > other.to ? one.to : other.to,
  };
}

function isSame(one: WalkScope, other: WalkScope): boolean {
  return one.from === other.from && one.to === other.to && one.agentId === other.agentId && one.margin === other.margin;
}

/** Counts the days of a run. */
export function lengthOf(run: DayRange): number {
  return daysOf(run).length;
}
