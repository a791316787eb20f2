import type { TrustedText } from '../../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { pause, type SyncRun } from './sync-run.ts';

/** The seconds between tries where nothing else is told: twice as many each time. */
const FIRST_WAIT = 10;
const MAX_WAIT = 300;

/** The setbacks without anything read in between after which a part of a sync is left. */
const MAX_SETBACKS = 8;

/** Something that keeps a sync from reading on for now. */
export interface Setback {
  readonly why: TrustedText;
  /** The least time that it takes, where that is known. */
  readonly wait?: Seconds;
  /** Whether the service answers, and only wants to be asked later: that is no reason ever to give up. */
  readonly isPutOff: boolean;
}

/** Decides how long a sync goes on trying. Tasks that meet a setback at the same time wait together, as for one. */
export class Patience {
  #setbacks = 0;
  #waiting: Promise<boolean> | undefined;

  /** Notes that something was read. */
  reset(): void {
    this.#setbacks = 0;
  }

  /** Waits before another try. Answers whether there is to be one. Throws when the run is stopped. */
  waitOut(run: SyncRun, setback: Setback): Promise<boolean> {
    this.#waiting ??= this.#wait(run, setback).finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  async #wait(run: SyncRun, { why, wait, isPutOff }: Setback): Promise<boolean> {
    if (!isPutOff) this.#setbacks += 1;
    if (this.#setbacks > MAX_SETBACKS) return false;
    const usual = Math.min(FIRST_WAIT * 2 ** Math.max(this.#setbacks - 1, 0), MAX_WAIT);
    // While somebody tries whether a service that was gone is back, it seems to be a second away.
    const chosen = seconds(isPutOff ? (wait ?? usual) : Math.max(wait ?? 0, usual));
    run.events.waits(why, chosen);
    await pause(run, chosen);
    return true;
  }
}
