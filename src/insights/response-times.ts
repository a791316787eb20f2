import type { Seconds } from '../model/units.ts';
import type { Responses } from './digest/responses.ts';
import { estimatedShare, estimatedSpread, isEnoughOf, type EstimatedShare, type EstimatedSpread } from './estimates.ts';

/** What only transcripts tell of how fast people answered. */
export interface ResponseTimes {
  /** `never_answered`: chats of the sample in which the visitor wrote and no agent answered; they are in no spread. */
  readonly first_response_seconds: EstimatedSpread & { readonly never_answered: number };
  readonly response_seconds: EstimatedSpread;
  readonly dropped: EstimatedShare & { readonly dropped: number };
}

/**
 * Response times (insights/definitions.ts) from the transcripts of some chats: all of a population, or a random sample
 * of it. Undefined without any, and for a sample that is too small.
 */
export function responseTimesOf(sample: readonly Responses[], population: number): ResponseTimes | undefined {
  if (!isEnoughOf(sample.length, population)) return undefined;
  const firsts = sample.map(({ first }): Seconds[] => (first === undefined ? [] : [first]));
  const dropped = sample.filter((chat) => chat.dropped).length;
  return {
    first_response_seconds: {
      ...estimatedSpread(firsts, population),
      never_answered: sample.filter(({ asked, first }) => asked && first === undefined).length,
    },
    response_seconds: estimatedSpread(
      sample.map(({ all }) => all),
      population,
    ),
    dropped: { ...estimatedShare(dropped, sample.length, population), dropped },
  };
}
