import {
  DeadlinePassed,
  PermissionDenied,
  RateLimited,
  RecordNotFound,
  UnreadableAnswer,
  UpstreamUnavailable,
} from '../../model/errors.ts';
import type { Refusals } from './recent-refusals.ts';

/** So many records are asked for at once. */
const TOGETHER = 4;
/** So many that fail one after the other are no fault of theirs. */
const MOST_FAILURES = 4;

/** What became of reading many records. */
export interface ReadEach {
  /** Whether all were tried in time. */
  readonly isFinished: boolean;
  /** How many the service does not give to this login, or not any more, now or lately: they are left out. */
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
        if (failed.length >= MOST_FAILURES) throw error;
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
  await Promise.all(Array.from({ length: TOGETHER }, readOn));
  return { isFinished, refused };
}
