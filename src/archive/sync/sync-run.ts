import type { Priority, Progress, Question } from '../../model/progress.ts';
import type { ProgramText, TrustedText } from '../../model/text/trusted-text.ts';
import { after, seconds, type Clock, type Seconds } from '../../model/time/units.ts';
import type { Archive } from '../archive.ts';
import { ArchiveLocked } from '../tables/locked.ts';

/** The time after which a question of a sync is asked anew: far, but no farther than a timer reaches. */
const QUESTION_TIME = seconds(86_400);

/** The outcome of a part of a sync. */
export type Outcome =
  /** All of it is at hand that can be; `flaw` says what is wrong with it nevertheless. */
  | { readonly kind: 'read'; readonly flaw?: TrustedText }
  /** The login may not read it. */
  | { readonly kind: 'denied'; readonly why: TrustedText }
  /** It could not be read whole. */
  | { readonly kind: 'left'; readonly why: TrustedText };

/** Is told how a sync goes. */
export interface SyncEvents {
  /** `left` requests, about, are still to be made for this part and those after it, where that is known. */
  begins(what: ProgramText, left?: number): void;
  progressed(progress: Progress): void;
  /** Called for each upstream request. */
  spent(): void;
  /** It waits before it goes on. */
  waits(why: TrustedText, wait: Seconds): void;
  ends(what: ProgramText, outcome: Outcome): void;
}

/** Nobody looks on. */
export const SILENT: SyncEvents = {
  begins: () => undefined,
  progressed: () => undefined,
  spent: () => undefined,
  waits: () => undefined,
  ends: () => undefined,
};

/** A sync on its way: the archive that it fills, its time, and how it is stopped. */
export interface SyncRun {
  readonly archive: Pick<
    Archive,
    'agents' | 'offlineMessages' | 'visitors' | 'chats' | 'transcripts' | 'applyRetention'
  >;
  readonly clock: Clock;
  /** Returns after that time, or when the signal is aborted. */
  readonly sleep: (duration: Seconds, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly events: SyncEvents;
  /** Background work where it is not given. */
  readonly priority?: Priority;
}

/** A question to the archive in the name of a sync: people's go before it. */
export function questionOf(run: SyncRun, progressed: (progress: Progress) => void): Question {
  return {
    signal: run.signal,
    deadline: after(run.clock(), QUESTION_TIME),
    priority: run.priority ?? 'background',
    spent: () => run.events.spent(),
    progressed,
  };
}

/** Runs several tasks at once. The first failure stops the others, and is thrown when they have stopped. */
export async function runConcurrently(
  run: SyncRun,
  tasks: readonly ((run: SyncRun) => Promise<void>)[],
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([run.signal, failure.signal]);
  const running = tasks.map((task) =>
    task({ ...run, signal }).catch((error: unknown) => {
      failure.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(running);
  await Promise.all(running);
}

/** Removes what is too old; the next round does it where another process keeps the archive locked. */
export async function applyRetention({ archive }: SyncRun): Promise<void> {
  try {
    await archive.applyRetention();
  } catch (error) {
    if (!(error instanceof ArchiveLocked)) throw error;
  }
}

/** Sleeps. Throws the signal's reason when the run is stopped. */
export async function pause(run: SyncRun, duration: Seconds): Promise<void> {
  await run.sleep(duration, run.signal);
  run.signal.throwIfAborted();
}
