import type { EpochMillis, Seconds } from './time/units.ts';

/** The progress of a piece of work. */
export interface Progress {
  readonly done: number;
  /** About how much there is in all, where it can be told, and how long the rest takes. */
  readonly total?: number;
  readonly left?: Seconds;
  /** The things that are counted, in words. */
  readonly what: string;
}

/**
 * One question on its way through the house: until when it wants an answer, how it is cancelled, and what it has
 * cost so far. Whoever spends an upstream request for it says so here.
 */
export interface Question {
  readonly signal: AbortSignal;
  /** After this the question is answered with what is known. */
  readonly deadline: EpochMillis;
  /** Whether everybody else's questions go before it. */
  readonly yields?: true;
  /** Called once for each upstream request that was made for this question. */
  spent(): void;
  /** Called as work goes on. */
  progressed(progress: Progress): void;
}
