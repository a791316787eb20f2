import { createHash } from 'node:crypto';
import type { QueueEntry } from '../../insights/triage/queue.ts';
import { InvalidArgument } from '../../model/errors.ts';
import type { Position } from '../protocol/cursor.ts';
import type { Desk } from '../desk.ts';

/** So many are kept for each desk: more questions are hardly paged through at once. */
const MOST_RANKINGS = 32;

const rankings = new WeakMap<Desk, Map<string, readonly QueueEntry[]>>();

/**
 * Keeps the order in which the pages of a question are shown, and answers what to find it by. What an order by priority
 * rests on may change from page to page, and a row would be lost or come twice.
 */
export function keepRanking(desk: Desk, entries: readonly QueueEntry[]): string {
  const kept = rankings.get(desk) ?? new Map<string, readonly QueueEntry[]>();
  rankings.set(desk, kept);
  const ids = entries.map(({ id }) => id).join(' ');
  const key = createHash('sha256').update(ids).digest('base64url').slice(0, 12);
  // Once more at the end, as the last one to go.
  kept.delete(key);
  kept.set(key, entries);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_RANKINGS) break;
    kept.delete(oldest);
  }
  return key;
}

/** An order that was kept, and how many of it the pages before have shown. */
export interface KeptRanking {
  readonly entries: readonly QueueEntry[];
  readonly shown: number;
}

/**
 * Where an order by priority goes on. Throws InvalidArgument for one that is not kept any more, as after a restart: made
 * again it may be another one.
 */
export function keptRanking(desk: Desk, { ranking = '', after: [, last] }: Position): KeptRanking {
  const entries = rankings.get(desk)?.get(ranking) ?? [];
  const shown = entries.findIndex(({ id }) => id === last) + 1;
  if (shown > 0) return { entries, shown };
  throw new InvalidArgument(
    'The order in which the pages before were shown is not kept any more.',
    'Leave the cursor out to start at the beginning.',
  );
}
