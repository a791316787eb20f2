import type { Question } from '../model/question.ts';
import { MOST_USED, sampleAtHand, sampleOf } from '../model/sampling.ts';
import type { Desk } from './desk.ts';
import type { AskedQuestion } from './question.ts';
import { readBehind } from './reading-behind.ts';

/** Where the records of a sample come from. */
interface SampledRecords<Id extends number> {
  /** How many are read where not all are at hand. */
  readonly size: number;
  /** Which of some are at hand. */
  readonly atHand: (ids: readonly Id[]) => Promise<{ has(id: Id): boolean }>;
  /** Whether the service lately did not give one. */
  readonly isRefused: (id: Id) => boolean;
  readonly read: (ids: readonly Id[], question: Question) => Promise<unknown>;
}

/** A random sample of a population, or all of it. */
interface DrawnSample<Id extends number> {
  readonly ids: readonly Id[];
  /** Whether one of the population is at hand, in the sample or not; of the largest, only the first ones are told. */
  readonly isAtHand: (id: Id) => boolean;
  /** How many of the sample are still being read. */
  readonly awaited: number;
}

/** Draws the random sample that stands for a population; what is missing of it is read, if it may. */
export async function drawSample<Id extends number>(
  population: readonly Id[],
  { size, atHand, isRefused, read }: SampledRecords<Id>,
  mayRead: boolean,
  desk: Desk,
  question: AskedQuestion,
): Promise<DrawnSample<Id>> {
  const ordered = sampleOf(population, MOST_USED);
  let known = await atHand(ordered);
  const isAtHand = (id: Id) => known.has(id);
  const isGivenUp = (id: Id) => !isAtHand(id) && isRefused(id);
  const wanted = mayRead ? ordered.filter((id) => !isGivenUp(id)).slice(0, size) : [];
  const missing = wanted.filter((id) => !isAtHand(id));
  if (missing.length > 0) {
    await readBehind((behind) => read(missing, behind), desk, question);
    known = await atHand(ordered);
  }
  return {
    ids: sampleAtHand(ordered, isAtHand, isGivenUp, size, mayRead),
    isAtHand,
    awaited: wanted.filter((id) => !isAtHand(id) && !isGivenUp(id)).length,
  };
}
