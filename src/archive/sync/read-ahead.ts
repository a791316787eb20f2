import type { ChatId } from '../../model/ids.ts';
import type { ProgramText, TrustedText } from '../../model/text/trusted-text.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Upstream } from '../../upstream/client.ts';
import type { Archive } from '../archive.ts';
import { SoleRight } from '../sharing/sole-right.ts';
import { aheadSteps, type AheadSamples, type AheadStep, type Due } from './ahead-steps.ts';
import { Patience } from './patience.ts';
import { Rounds, type Hindrance } from './rounds.ts';
import { SILENT, type SyncEvents, type SyncRun } from './sync-run.ts';

/** Its place among the claims of an archive. */
const RIGHT = 'reading ahead';

/** Nobody has asked for so long: then it rests until somebody does. */
export const RESTS_AFTER = seconds(3600);

/** The time from the end of a round until it looks whether something is due again. */
const BETWEEN_ROUNDS = seconds(600);

/** The time between two looks at whether another process still reads ahead. */
const LOOKS_AGAIN = seconds(10);

/** What reading ahead is doing. */
export type AheadState =
  /** It begins when the server has been up for some seconds. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'reading'; readonly what: ProgramText }
  /** Another process on the archive reads ahead. */
  | { readonly kind: 'elsewhere' }
  /** All of it is at hand; it looks again at that time. */
  | { readonly kind: 'done'; readonly looksAgainAt: EpochMillis }
  /** Nobody has asked for long. */
  | { readonly kind: 'resting' }
  | Hindrance;

/** What the service did not give, or not as a whole. */
export interface AheadFlaw {
  readonly what: ProgramText;
  readonly why: TrustedText;
}

/** Reading ahead, as far as it can be told. */
export interface AheadView {
  /** The days of chats behind today that it reads. */
  readonly days: number;
  readonly state: AheadState;
  /** What is still due, in its order, and the requests and the time that it takes about. */
  readonly due: readonly ProgramText[];
  readonly requests: number;
  readonly seconds: Seconds;
  /** Whether nothing tells yet how much there is of a part, so that it takes at least so many. */
  readonly isLeast: boolean;
  readonly flaws: readonly AheadFlaw[];
  /** The records that the login may not read, which is asked once. */
  readonly denied: readonly AheadFlaw[];
}

interface AheadOptions {
  readonly days: number;
  readonly zone: Zone;
  readonly clock: Clock;
  /** Returns after that time, or when the signal is aborted. */
  readonly sleep: (duration: Seconds, signal: AbortSignal) => Promise<void>;
  readonly upstream: Pick<Upstream, 'claims' | 'isLoginRefused' | 'timeFor'>;
  /** Does something with the archive, which is opened first where it is not. Throws ArchiveUnusable. */
  readonly use: <T>(work: (archive: Archive) => Promise<T>) => Promise<T>;
  readonly samples: (signal: AbortSignal) => AheadSamples;
  /** Is told what went wrong, once for each thing in a row. */
  readonly failed: (error: unknown) => void;
}

/**
 * Fills the archive while a server runs and nobody asks: with everybody's questions first, at no more than half of the rate,
 * and in one process of all that share the archive.
 */
export class ReadAhead {
  readonly #options: AheadOptions;
  readonly #right: SoleRight;
  readonly #rounds: Rounds;
  readonly #refused = new Set<ChatId>();
  readonly #flaws = new Map<ProgramText, TrustedText>();
  readonly #denied = new Map<ProgramText, TrustedText>();
  #state: AheadState = { kind: 'starting' };
  #askedAt: EpochMillis;
  #woken = new AbortController();

  constructor(options: AheadOptions) {
    this.#options = options;
    this.#right = new SoleRight(options.upstream.claims, RIGHT);
    this.#askedAt = options.clock();
    const { clock, sleep, failed } = options;
    this.#rounds = new Rounds({
      clock,
      sleep,
      round: () => this.#round(),
      hindered: (state) => {
        this.#state = state;
      },
      failed,
    });
  }

  /** Begins after that time. A second start does nothing. */
  start(wait: Seconds): void {
    this.#rounds.start(wait);
  }

  /** Notes that somebody asks. */
  asked(): void {
    this.#askedAt = this.#options.clock();
    if (this.#state.kind === 'resting') this.#woken.abort();
  }

  /** Tells what it does, and what is left. Reads nothing for it. Throws ArchiveUnusable. */
  async view(): Promise<AheadView> {
    const { days, upstream, use } = this.#options;
    const isAllAtHand = this.#state.kind === 'done' || this.#state.kind === 'resting';
    const due = isAllAtHand
      ? []
      : await use((archive) =>
          dueOf(this.#stepsOf(this.#runOn(archive)).filter(({ records }) => !this.#denied.has(records))),
        );
    const requests = due.reduce((sum, one) => sum + one.requests, 0);
    const wait =
      requests === 0 ? seconds(0) : await upstream.timeFor({ endpoint: 'chats', priority: 'ahead' }, requests);
    return {
      days,
      state: this.#state,
      due: due.map(({ step }) => step.what),
      requests,
      seconds: wait,
      isLeast: due.some(({ isLeast }) => isLeast),
      flaws: flawsOf(this.#flaws),
      denied: flawsOf(this.#denied),
    };
  }

  /** Ends it at once. Resolves when it has ended. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Reads what is due, if it is this process's turn. Returns the time until it is to look again. */
  async #round(): Promise<Seconds> {
    const { clock, upstream, use } = this.#options;
    if (this.#isResting()) return this.#rest();
    return use(async (archive) => {
      if (await upstream.isLoginRefused()) {
        this.#state = { kind: 'refused' };
        return LOOKS_AGAIN;
      }
      if (!(await this.#right.take())) {
        this.#state = { kind: 'elsewhere' };
        return LOOKS_AGAIN;
      }
      try {
        this.#flaws.clear();
        const run = this.#runOn(archive);
        const patience = new Patience();
        let left: TrustedText | undefined;
        for (const step of this.#stepsOf(run)) {
          if (this.#isResting() || !(await this.#right.take())) return seconds(0);
          if (this.#denied.has(step.records)) continue;
          if ((await step.due()).requests > 0) left = (await this.#read(step, run, patience)) ?? left;
        }
        this.#rounds.goWell();
        const next = after(clock(), BETWEEN_ROUNDS);
        this.#state =
          left === undefined ? { kind: 'done', looksAgainAt: next } : { kind: 'waiting', why: left, until: next };
        return BETWEEN_ROUNDS;
      } finally {
        await this.#right.giveBack();
      }
    });
  }

  /** Reads a part. Returns why it has to be tried again, where it has. */
  async #read(step: AheadStep, run: SyncRun, patience: Patience): Promise<TrustedText | undefined> {
    const reading: AheadState = { kind: 'reading', what: step.what };
    this.#state = reading;
    const events: SyncEvents = {
      ...SILENT,
      spent: () => {
        this.#state = reading;
      },
      waits: (why, wait) => {
        this.#state = { kind: 'waiting', why, until: after(this.#options.clock(), wait) };
      },
    };
    const outcome = await step.read({ ...run, events }, patience);
    if (outcome.kind === 'denied') {
      this.#denied.set(step.records, outcome.why);
      return undefined;
    }
    const why = outcome.kind === 'read' ? outcome.flaw : outcome.why;
    if (why !== undefined) this.#flaws.set(step.what, why);
    return outcome.kind === 'left' ? outcome.why : undefined;
  }

  #isResting(): boolean {
    const { clock } = this.#options;
    return secondsBetween(this.#askedAt, clock()) > RESTS_AFTER;
  }

  /** Waits until somebody asks. */
  async #rest(): Promise<Seconds> {
    this.#state = { kind: 'resting' };
    this.#woken = new AbortController();
    const { signal } = this.#woken;
    const { signal: stopped } = this.#rounds;
    while (!signal.aborted && !stopped.aborted) {
      await this.#options.sleep(RESTS_AFTER, AbortSignal.any([signal, stopped]));
    }
    return seconds(0);
  }

  #stepsOf(run: SyncRun): AheadStep[] {
    const { days, zone, samples } = this.#options;
    return aheadSteps(run, { days, zone, samples: samples(run.signal), refused: this.#refused });
  }

  #runOn(archive: Archive): SyncRun {
    const { clock, sleep } = this.#options;
    return { archive, clock, sleep, signal: this.#rounds.signal, events: SILENT, priority: 'ahead' };
  }
}

function flawsOf(reasons: ReadonlyMap<ProgramText, TrustedText>): AheadFlaw[] {
  return [...reasons].map(([what, why]) => ({ what, why }));
}

async function dueOf(steps: readonly AheadStep[]): Promise<(Due & { readonly step: AheadStep })[]> {
  const due: (Due & { readonly step: AheadStep })[] = [];
  for (const step of steps) {
    const one = await step.due();
    if (one.requests > 0) due.push({ step, ...one });
  }
  return due;
}
