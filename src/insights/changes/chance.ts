import type { Steps } from '../../model/slices.ts';
import { Seeded } from '../../figures/statistics/seeded.ts';
import type { Effect } from './influence.ts';
import { BEFORE, NOW, type Which } from './part-sums.ts';

/** Any other would do as well: the same question has the same answer. */
const SEED = 0x5e_ed_00_02;
const DRAWS = 2000;

/** The blocks of time of two periods, which are what chance draws: chats of one day or hour are not independent. */
export interface Blocks {
  /** Which blocks of both periods are alike, such as all Mondays; undefined where all are. */
  readonly strata: readonly [Uint32Array, Uint32Array] | undefined;
  /** The number of blocks of each period that have something to tell. */
  readonly told: readonly [number, number];
}

/**
 * Effects that are looked at together, and how often chance may take one of them for a cause. Those of one list are of a kind:
 * as few blocks tell little of how much one of them varies, the others tell, too.
 */
interface Family {
  readonly kinds: readonly (readonly Effect[])[];
  readonly blocks: Blocks;
  readonly level: number;
}

/** An effect with its standard error, in units of which chance is measured. */
export interface Measured {
  readonly effect: Effect;
  readonly error: number;
  /** How many standard errors it is from nothing. */
  readonly score: number;
}

/** Influences that chance gives signs of their own: those of a period, or of the pairs of like blocks. */
interface Group {
  readonly influences: Float64Array;
  /** The number of them that have something to tell. */
  readonly told: number;
}

interface Centred {
  readonly effect: Effect;
  /** Without what all of a group have in common. */
  readonly groups: readonly Group[];
  readonly blockVariance: number;
}

type Prepared = Centred & {
  /** The variance that it would have if its blocks differed as those of its kind do; undefined where these are few. */
  readonly usualVariance: number | undefined;
};

/** So many effects of a kind tell how much effects of it vary. */
const ENOUGH_OF_KIND = 4;

/** The scores of effects, and which score each family of them reaches by chance alone no more often than it is allowed. */
export interface Chance {
  readonly measured: readonly (readonly Measured[])[];
  readonly limits: readonly number[];
}

/**
 * Measures families of effects against chance. The influence of each block, or pair of like blocks, on each effect gets a random sign, with all effects
 * of the block alike (a wild cluster bootstrap); the largest score of a family in each of the draws is what chance makes of it,
 * however many effects are looked at. The variance of an effect is that of its blocks, or that of independent chats where
 * that is larger: few blocks may be alike by chance.
 */
export function* againstChance(families: readonly Family[]): Steps<Chance> {
  const prepared: Prepared[][] = [];
  for (const { kinds, blocks } of families) {
    const family: Prepared[] = [];
    for (const effects of kinds) {
      family.push(...preparedOf(effects, blocks));
      yield;
    }
    prepared.push(family);
  }
  const random = new Seeded(SEED);
  const signs = [BEFORE, NOW].map((group) => new Float64Array(lengthOf(prepared, group)));
  const highest = families.map(() => new Float64Array(DRAWS));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    for (const own of signs) drawSigns(own, random);
    for (const index of families.keys()) {
      let most = 0;
      for (const one of prepared[index] ?? []) most = Math.max(most, scoreOf(one, signs));
      const scores = highest[index];
      if (scores !== undefined) scores[draw] = most;
    }
    yield;
  }
  return {
    measured: prepared.map((family) => family.map(scored)),
    limits: families.map(({ level }, index) => {
      const sorted = (highest[index] ?? new Float64Array()).toSorted();
      return sorted[Math.ceil((1 - level) * DRAWS) - 1] ?? Number.POSITIVE_INFINITY;
    }),
  };
}

/** Measures an effect by itself. */
export function measuredOf(effect: Effect, blocks: Blocks): Measured | undefined {
  return preparedOf([effect], blocks).map(scored)[0];
}

function scored(one: Prepared): Measured {
  const { effect, blockVariance } = one;
  const error = Math.sqrt(varianceOf(one, blockVariance));
  return { effect, error, score: error === 0 ? 0 : Math.abs(effect.value) / error };
}

/** What its own blocks and those of its kind say of its variance, and no less than independent chats have. */
function varianceOf({ effect, usualVariance }: Prepared, blockVariance: number): number {
  const variance = usualVariance === undefined ? blockVariance : (usualVariance + blockVariance) / 2;
  return Math.max(effect.leastVariance, variance);
}

function lengthOf(prepared: readonly (readonly Prepared[])[], group: number): number {
  return Math.max(0, ...prepared.flat().map(({ groups }) => groups[group]?.influences.length ?? 0));
}

function drawSigns(signs: Float64Array, random: Seeded): void {
  let bits = 0;
  for (let block = 0; block < signs.length; block += 1) {
    if (block % 32 === 0) bits = random.bits();
    signs[block] = (bits & 1) === 0 ? -1 : 1;
    bits >>>= 1;
  }
}

/** The score that an effect has where chance gives the blocks these signs. */
function scoreOf(one: Prepared, signs: readonly Float64Array[]): number {
  let value = 0;
  let blockVariance = 0;
  for (const [index, { influences, told }] of one.groups.entries()) {
    const sign = signs[index];
    if (sign === undefined) continue;
    let [sum, squares] = [0, 0];
    for (let block = 0; block < influences.length; block += 1) {
      const influence = influences[block] ?? 0;
      sum += influence * (sign[block] ?? 0);
      squares += influence * influence;
    }
    value += sum;
    if (told > 1) blockVariance += ((squares - sum ** 2 / told) * told) / (told - 1);
  }
  const variance = varianceOf(one, blockVariance);
  return variance <= 0 ? 0 : Math.abs(value) / Math.sqrt(variance);
}

/** Prepares effects of a kind. */
function preparedOf(effects: readonly Effect[], blocks: Blocks): Prepared[] {
  const centred = effects.map((effect) => centredEffect(effect, blocks));
  const told = centred.filter(({ effect }) => effect.leastVariance > 0);
  const ratio =
    told.reduce((sum, { effect, blockVariance }) => sum + blockVariance / effect.leastVariance, 0) /
    Math.max(1, told.length);
  return centred.map((one) => ({
    ...one,
    usualVariance: told.length < ENOUGH_OF_KIND ? undefined : ratio * one.effect.leastVariance,
  }));
}

function centredEffect(effect: Effect, blocks: Blocks): Centred {
  const groups = groupsOf(effect.influences, blocks).map(({ influences, told }): Group => {
    const mean = influences.reduce((sum, one) => sum + one, 0) / Math.max(1, influences.length);
    const scale = Math.sqrt(told / Math.max(1, told - 1));
    return { told, influences: influences.map((one) => scale * (one - mean)) };
  });
  const blockVariance = groups
    .flatMap(({ influences }) => [...influences])
    .reduce((sum, influence) => sum + influence * influence, 0);
  return { effect, groups, blockVariance };
}

/** The influences of each period; or, where like blocks are compared, of each pair of them: what they have in common is then gone. */
function groupsOf(influences: Effect['influences'], { strata, told }: Blocks): Group[] {
  if (strata === undefined) {
    return [BEFORE, NOW].map((which) => ({
      influences: influences[which === BEFORE ? BEFORE : NOW],
      told: told[which === BEFORE ? BEFORE : NOW],
    }));
  }
  const waiting = Map.groupBy(strata[BEFORE].keys(), (block) => strata[BEFORE][block] ?? 0);
  const pairs: number[] = [];
  for (const [block, one] of influences[NOW].entries()) {
    const like = waiting.get(strata[NOW][block] ?? 0)?.shift();
    if (like !== undefined) pairs.push(one + (influences[BEFORE][like] ?? 0));
  }
  // A block that has none like it adds as much as those that have.
  const scale = Math.sqrt((influences[BEFORE].length + influences[NOW].length) / Math.max(1, 2 * pairs.length));
  return [{ influences: Float64Array.from(pairs, (one) => scale * one), told: pairs.length }];
}

/** Takes from influences their mean over the period, then the mean over each stratum of both periods. */
export function centredOf(
  influences: readonly [Float64Array, Float64Array],
  strata: Blocks['strata'],
): readonly [Float64Array, Float64Array] {
  const of = (which: Which) => {
    const own = influences[which];
    const mean = own.reduce((sum, one) => sum + one, 0) / Math.max(1, own.length);
    return own.map((one) => one - mean);
  };
  const centred = [of(BEFORE), of(NOW)] as const;
  if (strata === undefined) return centred;
  // Influences of the two periods have opposite signs, so that what they have in common is their difference.
  const sums = new Map<number, { sum: number; count: number }>();
  for (const which of [BEFORE, NOW] as const) {
    for (const [block, one] of centred[which].entries()) {
      const stratum = strata[which][block] ?? 0;
      const known = sums.get(stratum) ?? { sum: 0, count: 0 };
      sums.set(stratum, known);
      known.sum += which === BEFORE ? -one : one;
      known.count += 1;
    }
  }
  const without = (which: Which) =>
    centred[which].map((one, block) => {
      const { sum, count } = sums.get(strata[which][block] ?? 0) ?? { sum: 0, count: 1 };
      return one - ((which === BEFORE ? -1 : 1) * sum) / count;
    });
  return [without(BEFORE), without(NOW)];
}
