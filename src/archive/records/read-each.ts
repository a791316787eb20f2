import {
  DeadlinePassed,
  PermissionDenied,
  RateLimited,
  RecordNotFound,
  UnreadableAnswer,
  UpstreamUnavailable,
} from '../../model/errors.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';

/** The records that are asked for at the same time. */
const CONCURRENCY = 4;
/** The failures in a row after which the records are not to blame. */
const MAX_FAILURES = 4;

/** The outcome of reading many records. */
export interface ReadEach {
  /** Whether all were tried in time. */
  readonly isFinished: boolean;
  /** The number of records that the service does not give to this login, or not any more: they are left out. */
  readonly refused: number;
}

/**
 * Reads records in the order of their ids here, several at once, until there is no more time. One that fails for itself is
 * left out, and remembered. Throws what `read` throws when nothing can be read.
 */
export async function readEach<Id>(
  ids: readonly Id[],
  read: (id: Id) => Promise<unknown>,
  refusals: Refusals<Id>,
): Promise<ReadEach> {
  const queue = ids.values();
  let isFinished = true;
  let refused = 0;
  const failed: Id[] = [];
  const readOne = async (id: Id): Promise<void> => {
    try {
      await read(id);
      // What others can be read beside fails for itself.
      for (const other of failed.splice(0)) refusals.add(other);
    } catch (error) {
      if (error instanceof DeadlinePassed || error instanceof RateLimited) isFinished = false;
      else if (error instanceof PermissionDenied || error instanceof RecordNotFound) {
        refused += 1;
        refusals.add(id);
      } else if (error instanceof UnreadableAnswer || error instanceof UpstreamUnavailable) {
        failed.push(id);
        if (failed.length >= MAX_FAILURES) throw error;
      } else throw error;
    }
  };
  const readOn = async (): Promise<void> => {
    for (const id of queue) {
      if (refusals.has(id)) refused += 1;
      else await readOne(id);
      if (!isFinished) return;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readOn));
  return { isFinished, refused };
}

/** The time for which a refused record is left out where many are read. */
const MILLIS_REMEMBERED = 3_600_000;
/** The refusals that are remembered. */
const MAX_REMEMBERED = 10_000;

/** The records that the service lately refused, or could not give. A question for one of them alone asks all the same. */
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
      if (this.#refusedAt.size <= MAX_REMEMBERED) break;
      this.#refusedAt.delete(oldest);
    }
  }

  has(id: Id): boolean {
    const refusedAt = this.#refusedAt.get(id);
    return refusedAt !== undefined && Math.abs(this.#clock() - refusedAt) < MILLIS_REMEMBERED;
  }
}
