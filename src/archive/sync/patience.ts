import { seconds, type Seconds } from '../../model/time/units.ts';
import { pause, type SyncRun } from './sync-run.ts';

/** Between tries where nothing else is told: ten seconds, twice as long each time, at most five minutes. */
const FIRST_WAIT = 10;
const MAX_WAIT = 300;

/** After so many setbacks without anything read in between, a part of a sync is left. */
const MAX_SETBACKS = 8;

/** Something that keeps a sync from reading on for now. */
export interface Setback {
  readonly why: string;
  /** How long it takes at least, where that is known. */
  readonly wait?: Seconds;
  /** Whether the service answers, and only wants to be asked later: that is no reason ever to give up. */
  readonly isPutOff: boolean;
}

/** How long a sync goes on trying. Whoever waits at the same time waits together, for one setback. */
export class Patience {
  #setbacks = 0;
  #waiting: Promise<boolean> | undefined;

  /** Something was read. */
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
