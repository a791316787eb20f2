import { createHash } from 'node:crypto';
import type { QueueEntry } from '../../insights/triage/queue.ts';
import { InvalidArgument } from '../../model/errors.ts';
import type { Position } from '../protocol/cursor.ts';

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
    const ids = entries.map(({ id }) => id).join(' ');
    const key = createHash('sha256').update(ids).digest('base64url').slice(0, 12);
    // Once more at the end, as the last one to go.
    this.#kept.delete(key);
    this.#kept.set(key, entries);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_RANKINGS) break;
      this.#kept.delete(oldest);
    }
    return key;
  }

  /** Finds where an order goes on. Throws InvalidArgument for one that is not kept any more: made again, it may be another. */
  find({ ranking = '', after: [, last] }: Position): KeptRanking {
    const entries = this.#kept.get(ranking) ?? [];
    const shown = entries.findIndex(({ id }) => id === last) + 1;
    if (shown > 0) return { entries, shown };
    throw new InvalidArgument(
      'The order in which the pages before were shown is not kept any more.',
      'Leave the cursor out to start at the beginning.',
    );
  }
}
