import { seconds, type EpochMillis, type Seconds } from './time/units.ts';

/** Who waits for a piece of work: a person; nobody, though it is a person's; nobody, and nobody has asked for it yet. Each goes before those after it. */
export const PRIORITIES = ['person', 'background', 'ahead'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Whether work of one priority goes before work of another one. */
export function goesBefore(one: Priority, other: Priority): boolean {
  return PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other);
}

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
  /** A person's where it is not given. */
  readonly priority?: Priority;
  /** Called once for each upstream request that was made for this question. */
  spent(): void;
  /** Called as work goes on. */
  progressed(progress: Progress): void;
}

/** After its deadline, loading goes on behind an answer for so long, so that the next one has it. */
export const SECONDS_BEHIND = seconds(120);
