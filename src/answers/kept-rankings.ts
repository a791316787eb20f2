import { createHash } from 'node:crypto';
import type { QueueEntry } from '../insights/triage/queue.ts';
import { InvalidArgument } from '../model/errors.ts';
import type { Position } from './cursor.ts';

/** More questions are hardly paged through at once. */
const MAX_RANKINGS = 32;

/** An order that was kept, and how many entries of it the pages before have shown. */
export interface KeptRanking {
  readonly entries: readonly QueueEntry[];
  readonly shown: number;
}

/**
 * Orders by priority of questions that are paged through. What priority rests on may change from page to page, and a row would
 * then be lost or come twice.
 */
export class KeptRankings {
  readonly #kept = new Map<string, readonly QueueEntry[]>();

  /** Keeps an order, and returns the key by which the next page finds it. */
  keep(entries: readonly QueueEntry[]): string {
    const key = keyOf(entries);
    // Once more at the end, as the last one to go.
    this.#kept.delete(key);
    this.#kept.set(key, entries);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_RANKINGS) break;
      this.#kept.delete(oldest);
    }
    return key;
  }

  /** Finds where an order goes on; undefined for one that is not kept, or not any more. */
  find(position: Position): KeptRanking | undefined {
    const entries = this.#kept.get(position.ranking ?? '');
    return entries === undefined ? undefined : goingOn(entries, position);
  }
}

/**
 * Finds where an order goes on that was made again: another server has kept it, or this one before it was restarted. Throws
 * InvalidArgument where it is another one by now.
 */
export function findAgain(entries: readonly QueueEntry[], position: Position): KeptRanking {
  const found = keyOf(entries) === position.ranking ? goingOn(entries, position) : undefined;
  if (found !== undefined) return found;
  throw new InvalidArgument(
    'The order in which the pages before were shown is not kept any more, and has changed since.',
    'Leave the cursor out to start at the beginning.',
  );
}

function goingOn(entries: readonly QueueEntry[], { after: [, last] }: Position): KeptRanking | undefined {
  const shown = entries.findIndex(({ id }) => id === last) + 1;
  return shown > 0 ? { entries, shown } : undefined;
}

function keyOf(entries: readonly QueueEntry[]): string {
  const ids = entries.map(({ id }) => id).join(' ');
  return createHash('sha256').update(ids).digest('base64url').slice(0, 12);
}
