import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { ChatSelection } from '../../model/chat-columns.ts';
import type { Figure, Sums } from './figure.ts';
import { shareFigure } from './share.ts';

/** Within so many days, another chat counts as the same need: there is no resolution status to tell. */
export const REPEAT_CONTACT_DAYS = 7;

/**
 * Counts the visitors of all chats, added newest or oldest first, who had another one of them within REPEAT_CONTACT_DAYS. Chats
 * whose row names no visitor are left out. Groups are not told apart: the metric is told of everybody's chats alone.
 */
export class RepeatContactSums implements Sums {
  readonly #last = new Map<number, number>();
  readonly #repeated = new Set<number>();
  #earlier = { count: 0, of: 0 };

  nextPeriod(): void {
    this.#earlier = this.#counts();
    this.#last.clear();
    this.#repeated.clear();
  }

  add(visitors: Float64Array, { columns, rows }: ChatSelection): void {
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0;
      const visitor = visitors[row] ?? Number.NaN;
      if (Number.isNaN(visitor)) continue;
      const requestedAt = columns.requests[row] ?? Number.NaN;
      const before = this.#last.get(visitor);
      if (before !== undefined && Math.abs(requestedAt - before) <= REPEAT_CONTACT_DAYS * MILLIS_PER_DAY) {
        this.#repeated.add(visitor);
      }
      this.#last.set(visitor, requestedAt);
    }
  }

  of(_group: number, _agentId: number | undefined, periods: number): Figure {
    return shareFigure({ ...this.#counts(), unknown: 0 }, periods);
  }

  #counts(): { readonly count: number; readonly of: number } {
    const { count, of } = this.#earlier;
    return { count: count + this.#repeated.size, of: of + this.#last.size };
  }
}
