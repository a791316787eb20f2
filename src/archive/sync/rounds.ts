import { ArchiveUnavailable, ChatOperationsError, WrongCredentials } from '../../model/errors.ts';
import type { TrustedText } from '../../model/text/trusted-text.ts';
import { after, seconds, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';

/** The waits after something went wrong, twice as long each time; shorter for an archive that is away and comes back. */
const FIRST_WAIT = seconds(60);
const MAX_WAIT = seconds(3600);
const FIRST_WAIT_FOR_ARCHIVE = seconds(2);
const MAX_WAIT_FOR_ARCHIVE = seconds(30);

/** Why a round did not come to its end. */
export type Hindrance =
  /** Something is wrong, and it is tried again at that time. */
  | { readonly kind: 'waiting'; readonly why: TrustedText; readonly until: EpochMillis }
  /** The service refused the login. */
  | { readonly kind: 'refused' }
  /** A bug of ours ended it: there is no further round. */
  | { readonly kind: 'failed' };

interface RoundsOptions {
  readonly clock: Clock;
  /** Returns after that time, or when the signal is aborted. */
  readonly sleep: (duration: Seconds, signal: AbortSignal) => Promise<void>;
  /** Does what there is to do, until the rounds are stopped. Resolves with the time until the next one. */
  readonly round: () => Promise<Seconds>;
  /** Is told of each round that threw. */
  readonly hindered: (by: Hindrance) => void;
  /** Is told what went wrong, once for each thing in a row. */
  readonly failed: (error: unknown) => void;
}

/** Work that goes on behind the questions while a server runs, round after round. After one that went wrong it waits longer each time. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #failures = 0;
  #told: string | undefined;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** Aborted when it is to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Begins after that time. A second start does nothing. */
  start(wait: Seconds): void {
    this.#running ??= this.#run(wait);
  }

  /** Notes that nothing is wrong any more: what goes wrong next is the first of its row. */
  goWell(): void {
    this.#failures = 0;
    this.#told = undefined;
  }

  /** Ends it at once. Resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The server is about to end'));
    await this.#running;
  }

  async #run(wait: Seconds): Promise<void> {
    const { sleep, round } = this.#options;
    for (let pause: Seconds | undefined = wait; pause !== undefined;) {
      if (pause > 0) await sleep(pause, this.signal);
      if (this.signal.aborted) return;
      pause = await round().catch((error: unknown) => this.#failedWith(error));
    }
  }

  /** Keeps what went wrong. Returns the time until another try; undefined where there is none. */
  #failedWith(error: unknown): Seconds | undefined {
    if (this.signal.aborted) return undefined;
    const { clock, hindered, failed } = this.#options;
    if (!(error instanceof ChatOperationsError)) {
      hindered({ kind: 'failed' });
      failed(error);
      return undefined;
    }
    if (this.#told !== error.message) failed(error);
    this.#told = error.message;
    if (error instanceof WrongCredentials) {
      hindered({ kind: 'refused' });
      return MAX_WAIT;
    }
    const [first, most] =
      error instanceof ArchiveUnavailable ? [FIRST_WAIT_FOR_ARCHIVE, MAX_WAIT_FOR_ARCHIVE] : [FIRST_WAIT, MAX_WAIT];
    const wait = seconds(Math.min(first * 2 ** this.#failures, most));
    this.#failures += 1;
    hindered({ kind: 'waiting', why: error.message, until: after(clock(), wait) });
    return wait;
  }
}
