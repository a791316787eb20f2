import { omitUndefined } from '../../model/omit-undefined.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { SyncLease } from '../tables/engine.ts';
import { Rounds, type Hindrance } from './rounds.ts';
import { SILENT, type SyncEvents, type SyncRun } from './sync-run.ts';

/** The time between two looks at whether another process still syncs: it takes over within about that. */
const LOOKS_AGAIN = seconds(2);

/** The time between two looks at whether the service has taken the login elsewhere. */
const REFUSED_LOOKS_AGAIN = seconds(10);

/** The time after which it is tried again whether the login may read anything by now. */
const NOTHING_ALLOWED_LOOKS_AGAIN = seconds(3600);

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
  | Hindrance;

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
  readonly #rounds: Rounds;
  readonly #listeners = new Set<(state: SyncState) => void>();
  #state: SyncState = { kind: 'starting' };
  #toldProgressAt: EpochMillis | undefined;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
    const { clock, sleep, failed } = options;
    this.#rounds = new Rounds({
      clock,
      sleep,
      round: () => this.#round(),
      hindered: (state) => this.#change(state),
      failed,
    });
  }

  /** What it does now. */
  get state(): SyncState {
    return this.#state;
  }

  /** Begins after that time. A second start does nothing. */
  start(wait: Seconds): void {
    this.#rounds.start(wait);
  }

  /** Calls a listener with each further state, and every few seconds while requests of a part are made. Returns what ends that. */
  onChange(listener: (state: SyncState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends it at once, and gives the lease back. Resolves when that is done. What was read is kept. */
  stop(): Promise<void> {
    return this.#rounds.stop();
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
      this.#rounds.goWell();
      this.#change({ kind: 'watching', since: this.#options.clock() });
      await watch(this.#runWith(lease, SILENT));
      // The login may read nothing of it: it may one day.
      return NOTHING_ALLOWED_LOOKS_AGAIN;
    } finally {
      await lease.release();
    }
  }

  #runWith(lease: SyncLease, events: SyncEvents): UnboundRun {
    const { clock, sleep } = this.#options;
    return { clock, sleep, signal: AbortSignal.any([this.#rounds.signal, lease.lost]), events };
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
        filling = omitUndefined({ ...filling, done, total });
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

  #change(state: SyncState): void {
    const isSame = this.#state.kind === state.kind && state.kind === 'elsewhere';
    this.#state = state;
    if (!isSame) for (const listener of this.#listeners) listener(state);
  }
}
