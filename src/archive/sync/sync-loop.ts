import { ArchiveUnavailable, ChatOperationsError, WrongCredentials } from '../../model/errors.ts';
import { known } from '../../model/known.ts';
import type { ProgramText, TrustedText } from '../../model/text/trusted-text.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { SyncLease } from '../tables/engine.ts';
import type { SyncEvents, SyncRun } from './sync-run.ts';

/** The time between two looks at whether another process still syncs: it takes over within about that. */
const LOOKS_AGAIN = seconds(2);

/** The time between two looks at whether the service has taken the login elsewhere. */
const REFUSED_LOOKS_AGAIN = seconds(10);

/** The waits after something went wrong, twice as long each time; shorter for an archive that is away and comes back. */
const FIRST_WAIT = seconds(60);
const MAX_WAIT = seconds(3600);
const FIRST_WAIT_FOR_ARCHIVE = seconds(2);
const MAX_WAIT_FOR_ARCHIVE = seconds(30);

/** How often the requests of a part are told at most. */
const BETWEEN_PROGRESS = seconds(5);

/** What a server's sync is doing. */
export type SyncState =
  | { readonly kind: 'starting' }
  /** Another process syncs. When it ends, however that happens, this one may take over. */
  | { readonly kind: 'elsewhere' }
  /** It reads a part of what is missing; `done` of about `total` requests, where that is known. */
  | { readonly kind: 'filling'; readonly what: ProgramText; readonly done?: number; readonly total?: number }
  /** All that can be read is at hand, and is kept fresh. */
  | { readonly kind: 'watching'; readonly since: EpochMillis }
  /** Something is wrong, and it tries again at that time. */
  | { readonly kind: 'waiting'; readonly why: TrustedText; readonly until: EpochMillis }
  /** The service refused the login. */
  | { readonly kind: 'refused' }
  /** A bug of ours ended it. */
  | { readonly kind: 'failed' };

/** A run whose archive is yet to be chosen. */
export type UnboundRun = Omit<SyncRun, 'archive'>;

interface SyncLoopOptions {
  readonly clock: Clock;
  /** Returns after that time, or when the signal is aborted. */
  readonly sleep: (duration: Seconds, signal: AbortSignal) => Promise<void>;
  /** Takes the right to be the only sync of the desk; undefined while another process has it. Throws ArchiveUnusable. */
  readonly lease: () => Promise<SyncLease | undefined>;
  readonly isLoginRefused: () => Promise<boolean>;
  /** Reads what is missing. Throws like `fill`. */
  readonly fill: (run: UnboundRun) => Promise<unknown>;
  /** Keeps it fresh until the run is stopped. Throws like `watch`. */
  readonly watch: (run: UnboundRun) => Promise<void>;
  /** Is told what went wrong, once for each thing in a row. */
  readonly failed: (error: unknown) => void;
}

/**
 * Fills the archive and keeps it fresh while a server runs, in one process of all that share the archive: whichever has the
 * lease. Where that process ends, drains or dies, another one goes on within seconds; where the archive is away, it goes on
 * when that is back.
 */
export class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(state: SyncState) => void>();
  #state: SyncState = { kind: 'starting' };
  #running: Promise<void> | undefined;
  #failures = 0;
  #told: string | undefined;
  #toldProgressAt: EpochMillis | undefined;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
  }

  /** What it does now. */
  get state(): SyncState {
    return this.#state;
  }

  /** Begins after that time. A second start does nothing. */
  start(wait: Seconds): void {
    this.#running ??= this.#run(wait);
  }

  /** Calls a listener with each further state, and every few seconds while requests of a part are made. Returns what ends that. */
  onChange(listener: (state: SyncState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends it at once, and gives the lease back. Resolves when that is done. What was read is kept. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The sync is stopped'));
    await this.#running;
  }

  async #run(wait: Seconds): Promise<void> {
    const { signal } = this.#stop;
    await this.#sleep(wait);
    while (!signal.aborted && this.#state.kind !== 'failed') {
      try {
        await this.#sleep(await this.#round());
      } catch (error) {
        if (signal.aborted) return;
        await this.#sleep(this.#failedWith(error));
      }
    }
  }

  /** Syncs, if it is this process's turn. Returns the time until it is to look again. */
  async #round(): Promise<Seconds> {
    const { lease: leaseOf, isLoginRefused, fill, watch } = this.#options;
    const lease = await leaseOf();
    if (lease === undefined) {
      this.#change({ kind: 'elsewhere' });
      return LOOKS_AGAIN;
    }
    try {
      if (await isLoginRefused()) {
        this.#change({ kind: 'refused' });
        return REFUSED_LOOKS_AGAIN;
      }
      const filling = this.#runWith(lease, this.#fillEvents());
      await fill(filling);
      filling.signal.throwIfAborted();
      this.#failures = 0;
      this.#told = undefined;
      this.#change({ kind: 'watching', since: this.#options.clock() });
      await watch(this.#runWith(lease, SILENT));
      // The login may read nothing of it: it may one day.
      return MAX_WAIT;
    } finally {
      await lease.release();
    }
  }

  #runWith(lease: SyncLease, events: SyncEvents): UnboundRun {
    const { clock, sleep } = this.#options;
    return { clock, sleep, signal: AbortSignal.any([this.#stop.signal, lease.lost]), events };
  }

  #fillEvents(): SyncEvents {
    let filling: SyncState = this.#state;
    return {
      ...SILENT,
      begins: (what) => {
        filling = { kind: 'filling', what };
        this.#change(filling);
      },
      spent: () => {
        if (this.#state.kind === 'waiting') this.#change(filling);
      },
      progressed: ({ done, total }) => {
        if (filling.kind !== 'filling') return;
        filling = known({ ...filling, done, total });
        this.#state = filling;
        const now = this.#options.clock();
        const since = this.#toldProgressAt === undefined ? Infinity : secondsBetween(this.#toldProgressAt, now);
        if (since < BETWEEN_PROGRESS && since >= 0) return;
        this.#toldProgressAt = now;
        this.#change(filling);
      },
      waits: (why, wait) => this.#change({ kind: 'waiting', why, until: after(this.#options.clock(), wait) }),
    };
  }

  /** Keeps what went wrong. Returns the time until another try. */
  #failedWith(error: unknown): Seconds {
    const { clock, failed } = this.#options;
    if (!(error instanceof ChatOperationsError)) {
      this.#change({ kind: 'failed' });
      failed(error);
      return seconds(0);
    }
    if (this.#told !== error.message) failed(error);
    this.#told = error.message;
    if (error instanceof WrongCredentials) {
      this.#change({ kind: 'refused' });
      return MAX_WAIT;
    }
    const [first, most] =
      error instanceof ArchiveUnavailable ? [FIRST_WAIT_FOR_ARCHIVE, MAX_WAIT_FOR_ARCHIVE] : [FIRST_WAIT, MAX_WAIT];
    const wait = seconds(Math.min(first * 2 ** this.#failures, most));
    this.#failures += 1;
    this.#change({ kind: 'waiting', why: error.message, until: after(clock(), wait) });
    return wait;
  }

  #change(state: SyncState): void {
    const isSame = this.#state.kind === state.kind && state.kind === 'elsewhere';
    this.#state = state;
    if (!isSame) for (const listener of this.#listeners) listener(state);
  }

  async #sleep(duration: Seconds): Promise<void> {
    const { signal } = this.#stop;
    if (duration > 0 && !signal.aborted) await this.#options.sleep(duration, signal);
  }
}

/** Nobody looks on. */
const SILENT: SyncEvents = {
  begins: () => undefined,
  progressed: () => undefined,
  spent: () => undefined,
  waits: () => undefined,
  ends: () => undefined,
};
