import type { WaitingMessages } from '../../archive/records/visitors/waiting-visitors.ts';
import type { VisitorFigures } from '../../insights/visitors/visitor-figures.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Position } from '../../answers/cursor.ts';
import type { VISITOR_ORDERS } from './visitor-arguments.ts';

/** An order by what visitors did. */
export type Ranking = Exclude<(typeof VISITOR_ORDERS)[number], 'newest'>;

/** A visitor who has a place in a ranking. */
export interface RankedVisitor {
  readonly visitorId: VisitorId;
  /** Of the chats of the period; absent for who has none there. */
  readonly figures?: VisitorFigures | undefined;
  /** Of any age. */
  readonly waiting?: WaitingMessages | undefined;
}

/** Everybody who has a place in a ranking, in any order. */
export function* rankedBy(
  order: Ranking,
  figures: ReadonlyMap<VisitorId, VisitorFigures>,
  waiting: ReadonlyMap<VisitorId, WaitingMessages>,
  matches: (visitorId: VisitorId) => boolean,
): Generator<RankedVisitor> {
  for (const visitorId of (order === 'waiting' ? waiting : figures).keys()) {
    const visitor = { visitorId, figures: figures.get(visitorId), waiting: waiting.get(visitorId) };
    if (hasPlace(order, visitor) && matches(visitorId)) yield visitor;
  }
}

function hasPlace(order: Ranking, { figures }: RankedVisitor): boolean {
  if (order === 'missed') return figures !== undefined && figures.missed > 0;
  return order !== 'lowest_rating' || (figures !== undefined && figures.rated > 0);
}

/** By what a ranking goes: the lowest comes first. Ties go by the newest chat of the period, then by the higher id. */
function keysOf(order: Ranking, { figures, waiting }: RankedVisitor): readonly [number, number] {
  const latest = 0 - (figures?.latestAt ?? 0);
  switch (order) {
    case 'chats':
      return [-(figures?.chats ?? 0), latest];
    case 'missed':
      return [-(figures?.missed ?? 0), latest];
    case 'lowest_rating':
      return [figures?.lowestRating ?? 0, latest];
    case 'waiting':
      return [waiting?.oldestAt ?? 0, latest];
  }
}

/** The place of a visitor in a ranking, as a cursor has it. */
export function placeOf(order: Ranking, visitor: RankedVisitor): Required<Pick<Position, 'after' | 'keys'>> {
  return { keys: [...keysOf(order, visitor)], after: [0, visitor.visitorId] };
}

/** Tells which of two visitors comes first in a ranking. */
export function comparing(order: Ranking): (one: RankedVisitor, other: RankedVisitor) => number {
  return (one, other) => {
    const [value, latest] = keysOf(order, one);
    const [otherValue, otherLatest] = keysOf(order, other);
    return value - otherValue || latest - otherLatest || other.visitorId - one.visitorId;
  };
}

/** Whether two visitors have the same of that by which a ranking goes. */
export function areTied(order: Ranking, one: RankedVisitor, other: RankedVisitor): boolean {
  return keysOf(order, one)[0] === keysOf(order, other)[0];
}

/** Whether a visitor comes behind the last one of the page before. */
export function isBehind(
  order: Ranking,
  visitor: RankedVisitor,
  { keys = [0, 0], after: [, last] }: Position,
): boolean {
  const [value, latest] = keysOf(order, visitor);
  return (value - keys[0] || latest - keys[1] || last - visitor.visitorId) > 0;
}
