import { z } from 'zod';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { rounded } from '../../model/words/number.ts';
import type { Sampled } from '../statistics/estimates.ts';
import type { MainNumber } from './figure.ts';

// Figures of transcripts rest on all of them, or on a random sample. An estimate is marked ~, with its 95% interval in brackets.

export const sampleShape = {
  population: z.number(),
  sampled: z.number(),
  estimated: z.boolean(),
  ci95: z.array(z.number()).optional(),
};

export function sampleData({ population, sampled, estimated, ci95 }: Sampled, decimals: number) {
  const bounds = mapKnown(ci95, (both) => both.map((bound) => rounded(bound, decimals)));
  return omitUndefined({ population, sampled, estimated, ci95: bounds });
}

/** The mark of an estimate; empty for what is none. */
export function markOf(sample: Sampled | undefined): string {
  return sample?.estimated === true ? '~' : '';
}

/** The main number of a figure that may be an estimate: then its interval is drawn, and no 90th percentile. */
export function mainOfSample({ p90, ...main }: MainNumber, sample: Sampled | undefined): MainNumber {
  return sample?.estimated === true
    ? omitUndefined({ ...main, interval: sample.ci95 })
    : omitUndefined({ ...main, p90 });
}
