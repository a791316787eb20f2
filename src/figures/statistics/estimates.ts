import { omitUndefined } from '../../model/omit-undefined.ts';
import { membersOf, type Segments } from './segments.ts';
import { spreadOf, type Spread } from './quantiles.ts';
import { wilsonInterval, Z_95 } from './confidence.ts';

/** The part of a population that was looked at. */
export interface Sampled {
  readonly population: number;
  readonly sampled: number;
  /** Whether it says something of the population by a random sample of it. */
  readonly estimated: boolean;
  /** The 95 % interval of the main number; absent where the sample is too small for one, or all there is. */
  readonly ci95?: readonly [number, number];
}

/** A spread over all of a population, or over a random sample of it. */
export interface EstimatedSpread extends Spread, Sampled {}

/** A sample of fewer says nothing of a population. */
const MIN_SAMPLE = 5;

/** Whether so many stand for a population: all of it, or not too few. */
export function isEnoughOf(sampled: number, population: number): boolean {
  return sampled > 0 && (sampled >= population || sampled >= MIN_SAMPLE);
}

/** A share of a population, or of a random sample of it. */
export interface EstimatedShare extends Sampled {
  readonly rate?: number;
}

/**
 * The spread of values of which each member of the population may have none, one or several. The interval of the median
 * is Woodruff's: the share of values below the median varies as the members' shares do, which also holds where one
 * member's values are alike; that interval of shares is read off the sorted values.
 */
export function estimatedSpread(sample: Segments, population: number): EstimatedSpread {
  const sampled = membersOf(sample);
  const estimated = sampled < population;
  const ci95 = estimated ? medianInterval(sample, population) : undefined;
  return { ...spreadOf(sample.values), population, sampled, estimated, ...omitUndefined({ ci95 }) };
}

/** The share of a population of which `agreeing` of `sampled` members are. */
export function estimatedShare(agreeing: number, sampled: number, population: number): EstimatedShare {
  const estimated = sampled < population;
  return {
    population,
    sampled,
    estimated,
    ...(sampled > 0 && { rate: agreeing / sampled }),
    ...(estimated && sampled > 0 && { ci95: wilsonInterval({ n: sampled, agreeing }) }),
  };
}

function medianInterval(sample: Segments, population: number): readonly [number, number] | undefined {
  const { begins } = sample;
  const values = sample.values.toSorted();
  const [n, members] = [values.length, membersOf(sample)];
  const median = values[Math.ceil(n / 2) - 1];
  if (median === undefined || members < 2) return undefined;
  // Half of the values are below the median; by how much each member departs from that is what varies.
  let squares = 0;
  for (let member = 0; member < members; member += 1) {
    const own = sample.values.subarray(begins[member], begins[member + 1]);
    squares += (own.filter((value) => value <= median).length - own.length / 2) ** 2;
  }
  const unseen = 1 - members / population;
  const deviation = Math.sqrt((unseen * members * squares) / (members - 1)) / n;
  const low = values[Math.floor(n * (0.5 - Z_95 * deviation)) - 1];
  const high = values[Math.ceil(n * (0.5 + Z_95 * deviation))];
  return low === undefined || high === undefined ? undefined : [low, high];
}
