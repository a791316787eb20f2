import { createHash } from 'node:crypto';
import type { OfflineMessageId } from '../model/ids.ts';
import type { Desk } from './desk.ts';

/** So many are kept for each desk: more questions are hardly paged through at once. */
const MOST_RANKINGS = 32;

const rankings = new WeakMap<Desk, Map<string, readonly OfflineMessageId[]>>();

/**
 * Keeps the order in which the pages of a question are shown, and answers what to find it by. What an order by priority
 * rests on may change from page to page, and a row would be lost or come twice.
 */
export function keepRanking(desk: Desk, ids: readonly OfflineMessageId[]): string {
  const kept = rankings.get(desk) ?? new Map<string, readonly OfflineMessageId[]>();
  rankings.set(desk, kept);
  const key = createHash('sha256').update(ids.join(' ')).digest('base64url').slice(0, 12);
  // Once more at the end, as the last one to go.
  kept.delete(key);
  kept.set(key, ids);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_RANKINGS) break;
    kept.delete(oldest);
  }
  return key;
}

/** An order that was kept; undefined for one that is not any more. */
export function keptRanking(desk: Desk, key: string): readonly OfflineMessageId[] | undefined {
  return rankings.get(desk)?.get(key);
}
