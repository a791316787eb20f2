import type { UnboundRun } from '../../archive/sync/sync-loop.ts';
import type { SyncEvents } from '../../archive/sync/sync-run.ts';
import type { SyncLease } from '../../archive/tables/engine.ts';
import { ArchiveUnavailable, SyncUnderWay } from '../../model/errors.ts';
import { seconds, secondsBetween, type Clock } from '../../model/time/units.ts';
import { delay } from '../../upstream/requests/delay.ts';
import type { AccountArchive } from '../account-archive.ts';

/** The waits for an archive that is away, twice as long each time. */
const FIRST_WAIT = seconds(2);
const MAX_WAIT = seconds(30);

/** What has gone well for so long begins with short waits again. */
const WENT_WELL = seconds(60);

interface LeasedSyncOptions {
  readonly opened: AccountArchive;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly events: SyncEvents;
}

/** The parts of a sync that a person has started, under the right to be the only one. */
export class LeasedSync {
  readonly #options: LeasedSyncOptions;
  #lease: SyncLease | undefined;

  constructor(options: LeasedSyncOptions) {
    this.#options = options;
  }

  /** Takes the right. Throws SyncUnderWay while another process has it, and ArchiveUnusable. */
  async begin(): Promise<void> {
    this.#lease = await this.#options.opened.store.leaseSync();
    if (this.#lease === undefined) throw new SyncUnderWay();
  }

  /**
   * Does a part. With `goesOn`, an archive that is away ends nothing: it waits until that is back, takes the right again
   * where it was lost with it, and begins the part anew. What was read is kept. Throws what the part throws, and the
   * signal's reason when it is stopped.
   */
  async part<T>(goesOn: boolean, work: (run: UnboundRun) => Promise<T>): Promise<T> {
    const { clock, signal, events } = this.#options;
    for (let wait = FIRST_WAIT; ; wait = seconds(Math.min(2 * wait, MAX_WAIT))) {
      const begun = clock();
      try {
        return await this.#once(work);
      } catch (error) {
        signal.throwIfAborted();
        const passes = error instanceof ArchiveUnavailable || error instanceof SyncUnderWay;
        if (!goesOn || !passes) throw error;
        if (secondsBetween(begun, clock()) > WENT_WELL) wait = FIRST_WAIT;
        events.waits(error.message, wait);
      }
      await delay(wait * 1000, signal);
      signal.throwIfAborted();
    }
  }

  /** Gives the right back. */
  async end(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    await lease?.release();
  }

  async #once<T>(work: (run: UnboundRun) => Promise<T>): Promise<T> {
    const { clock, signal, events } = this.#options;
    if (this.#lease === undefined) await this.begin();
    const lost = this.#lease?.lost;
    try {
      return await work({
        clock,
        sleep: (duration, stop) => delay(duration * 1000, stop),
        signal: lost === undefined ? signal : AbortSignal.any([signal, lost]),
        events,
      });
    } catch (error) {
      if (lost?.aborted === true) await this.end();
      throw error;
    }
  }
}
