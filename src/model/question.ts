import type { EpochMillis } from './units.ts';

/**
 * One question on its way through the house: until when it wants an answer, how it is cancelled, and what it has
 * cost so far. Whoever spends an upstream request for it says so here.
 */
export interface Question {
  readonly signal: AbortSignal;
  /** After this the question is answered with what is known. */
  readonly deadline: EpochMillis;
  /** Called once for each upstream request that was made for this question. */
  spent(): void;
  /** Called as work goes on; `total` is an estimate and may be absent. */
  progressed(done: number, total: number | undefined, what: string): void;
}
