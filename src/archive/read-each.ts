import { DeadlinePassed, PermissionDenied, RateLimited, RecordNotFound } from '../model/errors.ts';

/** So many records are asked for at once. */
const TOGETHER = 4;

/** What became of reading many records. */
export interface ReadEach {
  /** Whether all were tried in time. */
  readonly isFinished: boolean;
  /** How many the service does not give to this login, or not any more: they are left out. */
  readonly refused: number;
}

/** Reads records in the order of their ids here, several at once, until there is no more time. Throws what else `read` throws. */
export async function readEach<Id>(ids: readonly Id[], read: (id: Id) => Promise<unknown>): Promise<ReadEach> {
  const queue = ids.values();
  let isFinished = true;
  let refused = 0;
  const readOn = async (): Promise<void> => {
    for (const id of queue) {
      try {
        await read(id);
      } catch (error) {
        if (error instanceof PermissionDenied || error instanceof RecordNotFound) refused += 1;
        else if (error instanceof DeadlinePassed || error instanceof RateLimited) isFinished = false;
        else throw error;
      }
      if (!isFinished) return;
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, readOn));
  return { isFinished, refused };
}
