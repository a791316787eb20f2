import { setTimeout as sleep } from 'node:timers/promises';
import { ArchiveUnavailable } from '../../model/errors.ts';
import type { Trusted } from '../../model/text/trusted-text.ts';

/** Another process writes to the archive, and has not come to an end in time. */
export class ArchiveLocked<Message extends string = string, Advice extends string = string> extends ArchiveUnavailable<
  Message,
  Advice
> {
  constructor(message: Trusted<Message>, advice: Trusted<Advice>) {
    super(message, advice, 'now');
  }
}

/** The time that a writer waits for others, and the longest pause between two tries. */
const MAX_WAIT_MILLIS = 5000;
const MAX_PAUSE_MILLIS = 200;

/**
 * Does something that is done as a whole or not at all, again and again while another process keeps the archive locked.
 * Throws ArchiveLocked when that takes too long. Between the tries this process goes on with everything else.
 */
export async function retryWhileLocked<T>(work: () => T | Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + MAX_WAIT_MILLIS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ArchiveLocked) || performance.now() > giveUpAt) throw error;
    }
    // Of uneven length, so that two who wait do not meet again.
    await sleep(Math.random() * MAX_PAUSE_MILLIS);
  }
}
