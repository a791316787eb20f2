import { MILLIS_PER_DAY } from '../model/day.ts';
import type { VisitorId } from '../model/ids.ts';
import type { ChatFigures } from '../model/records.ts';

/** Within so many days, another chat counts as the same need: there is no resolution status to tell. */
export const REPEAT_CONTACT_DAYS = 7;

/** How many visitors came back. */
export interface RepeatContact {
  readonly visitors: number;
  readonly repeated: number;
  readonly rate?: number;
}

/**
 * How many visitors of some chats, newest or oldest first, had another one of them within REPEAT_CONTACT_DAYS. Chats
 * whose row names no visitor are left out.
 */
export function repeatContactOf(chats: readonly ChatFigures[]): RepeatContact {
  const last = new Map<VisitorId, number>();
  const repeated = new Set<VisitorId>();
  for (const { visitorId, requestedAt } of chats) {
    if (visitorId === undefined) continue;
    const before = last.get(visitorId);
    if (before !== undefined && Math.abs(requestedAt - before) <= REPEAT_CONTACT_DAYS * MILLIS_PER_DAY) {
      repeated.add(visitorId);
    }
    last.set(visitorId, requestedAt);
  }
  const visitors = last.size;
  return { visitors, repeated: repeated.size, ...(visitors > 0 && { rate: repeated.size / visitors }) };
}
