import type { Clock, EpochMillis } from '../../model/time/units.ts';

/** What the service does not give is not asked for again by the way before this time has passed. */
const MILLIS_REMEMBERED = 3_600_000;
/** And so many are remembered. */
const MOST_REMEMBERED = 10_000;

/** Which records the service lately refused, or could not give: who asks for one of them alone asks all the same. */
export class Refusals<Id> {
  readonly #clock: Clock;
  readonly #refusedAt = new Map<Id, EpochMillis>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: Id): void {
    // Once more at the end, as the last one to go.
    this.#refusedAt.delete(id);
    this.#refusedAt.set(id, this.#clock());
    for (const oldest of this.#refusedAt.keys()) {
      if (this.#refusedAt.size <= MOST_REMEMBERED) break;
      this.#refusedAt.delete(oldest);
    }
  }

  has(id: Id): boolean {
    const refusedAt = this.#refusedAt.get(id);
    return refusedAt !== undefined && Math.abs(this.#clock() - refusedAt) < MILLIS_REMEMBERED;
  }
}
