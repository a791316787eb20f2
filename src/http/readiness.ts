import { setTimeout } from 'node:timers/promises';
import { seconds, type Seconds } from '../model/time/units.ts';

/** Load balancers ask each node every few seconds, and each of them. */
const KEEP_MILLIS = 1000;

/** An archive that takes longer answers no question in time. */
const CHECK_WITHIN = seconds(2);

export interface ReadinessOptions {
  /** Rejects where the archive cannot be reached, and so no question be answered. */
  readonly check: () => Promise<unknown>;
  readonly checkWithin?: Seconds;
  /** Steady milliseconds. */
  readonly now?: () => number;
}

/** Whether a server is to be sent requests: its archive can be reached, and it is not about to end. */
export class Readiness {
  readonly #options: Required<ReadinessOptions>;
  #last: { readonly at: number; readonly isReachable: Promise<boolean>; isOver: boolean } | undefined;
  #isEnding = false;

  constructor({ check, checkWithin = CHECK_WITHIN, now = () => performance.now() }: ReadinessOptions) {
    this.#options = { check, checkWithin, now };
  }

  /** From now on it is to be sent no more. */
  end(): void {
    this.#isEnding = true;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Returns why it is not to be sent requests, in words for whoever runs it; undefined where it is. */
  async hindrance(): Promise<string | undefined> {
    if (this.#isEnding) return 'This server is shutting down.';
    // Of checks that hang there is one, however often somebody asks.
    if (this.#last === undefined || (this.#last.isOver && this.#options.now() - this.#last.at >= KEEP_MILLIS)) {
      this.#look();
    }
    return (await this.#last?.isReachable) === true ? undefined : 'The archive cannot be reached.';
  }

  #look(): void {
    const { check, checkWithin, now } = this.#options;
    const over = (isReachable: boolean): boolean => {
      look.isOver = true;
      return isReachable;
    };
    const checked = check().then(
      () => over(true),
      () => over(false),
    );
    const isLate = setTimeout(checkWithin * 1000, false, { ref: false });
    const look = { at: now(), isReachable: Promise.race([checked, isLate]), isOver: false };
    this.#last = look;
  }
}
