import type { Question } from '../../model/progress.ts';
import { MAX_SAMPLE, sampleAtHand, sampleOf } from '../../model/sampling.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { PART_OF_TIME, readBehind } from './reading-behind.ts';

/** The source of a sample's records. */
interface SampledRecords<Id extends number> {
  /** The number that is read where not all are at hand. */
  readonly size: number;
  /** Which of some are at hand. */
  readonly atHand: (ids: readonly Id[]) => Promise<{ has(id: Id): boolean }>;
  /** Whether the service lately did not give one. */
  readonly isRefused: (id: Id) => boolean;
  readonly read: (ids: readonly Id[], question: Question) => Promise<unknown>;
}

/** A random sample of a population, or all of it. */
export interface DrawnSample<Id extends number> {
  readonly ids: readonly Id[];
  /** Whether one of the population is at hand, in the sample or not; of the largest, only the first ones are told. */
  readonly isAtHand: (id: Id) => boolean;
  /** The number of the sample that is still being read. */
  readonly awaited: number;
  /** Whether it is as large as it is to be: not while one of it is read, nor where one turned out to be refused. */
  readonly isWhole: boolean;
}

/** The part of a population that is read where it is not at hand: a sample, all of it, or nothing. */
export type Reading = 'sample' | 'all' | 'loaded';

/** So many of a sample tell something already, and are marked as few: a person who did not ask for it waits for no more. */
const FEW = 10;

/** The order in which a population is looked at: no more of it than one figure uses, unless all is to be read. */
export function sampleOrder<Id extends number>(population: ArrayLike<Id>, reading: Reading): Id[] {
  return sampleOf(population, reading === 'all' ? population.length : MAX_SAMPLE);
}

/**
 * Draws the random sample that stands for a population in its order, or all of it; reads what is missing, if it may, and waits
 * for it where it `isAskedFor`.
 */
export async function drawSample<Id extends number>(
  ordered: readonly Id[],
  { size, atHand, isRefused, read }: SampledRecords<Id>,
  reading: Reading,
  isAskedFor: boolean,
  desk: Desk,
  question: AskedQuestion,
): Promise<DrawnSample<Id>> {
  let known = await atHand(ordered);
  const isAtHand = (id: Id) => known.has(id);
  const isGivenUp = (id: Id) => !isAtHand(id) && isRefused(id);
  const most = { all: ordered.length, sample: size, loaded: 0 }[reading];
  const wanted = ordered.filter((id) => !isGivenUp(id)).slice(0, most);
  const missing = wanted.filter((id) => !isAtHand(id));
  if (missing.length > 0) {
    // What is asked for by name is waited for as long as an answer may take; of the rest a few, that tell something.
    const part = reading === 'all' || isAskedFor ? 1 : PART_OF_TIME;
    const urgent = reading === 'all' ? [] : isAskedFor ? missing : wanted.slice(0, FEW).filter((id) => !isAtHand(id));
    await readBehind(
      async (behind, answeredAt) => {
        await read(urgent, { ...behind, priority: 'person', deadline: answeredAt });
        const come = await atHand(missing);
        await read(
          missing.filter((id) => !come.has(id)),
          behind,
        );
      },
      part,
      desk,
      question,
    );
    known = await atHand(ordered);
  }
  const ids = sampleAtHand(ordered, isAtHand, isGivenUp, size, reading !== 'loaded');
  return {
    ids,
    isAtHand,
    isWhole: ids.length >= Math.min(most, ordered.filter((id) => !isGivenUp(id)).length),
    awaited: wanted.filter((id) => !isAtHand(id) && !isGivenUp(id)).length,
  };
}
