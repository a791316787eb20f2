import type { ArchiveUnwritable } from '../../model/errors.ts';
import type { EpochMillis } from '../../model/time/units.ts';

/** The records that are held. Each may be as long as an answer of the service. */
const MAX_RECORDS = 8;

/** A record that was paid for, and that the archive could not take. */
export interface UnkeptRecord<T> {
  readonly record: T;
  readonly fetchedAt: EpochMillis;
  readonly why: ArchiveUnwritable;
}

/**
 * The latest records of one kind that came while the archive could not be written: they answer the questions that paid for
 * them, and further pages of these, and are kept when they are asked for again and there is room.
 */
export class Unkept<T> {
  readonly #records = new Map<string, UnkeptRecord<T>>();

  get(key: string): UnkeptRecord<T> | undefined {
    return this.#records.get(key);
  }

  add(key: string, unkept: UnkeptRecord<T>): void {
    this.#records.delete(key);
    this.#records.set(key, unkept);
    for (const [oldest] of this.#records) {
      if (this.#records.size <= MAX_RECORDS) return;
      this.#records.delete(oldest);
    }
  }

  remove(key: string): void {
    this.#records.delete(key);
  }
}
