import type { Steps } from '../../model/slices.ts';
import { Seeded } from '../../figures/statistics/seeded.ts';
import { centredOf, type Blocks } from './chance.ts';
import { BEFORE, NOW, type Which } from './part-sums.ts';
import type { Measure, PartOfPeriod } from './split.ts';

/** Any other would do as well. */
const SEED = 0x5e_ed_00_03;
const DRAWS = 2000;
/** A day that stands out has to be this many standard errors of independent chats away, however alike the other days are. */
const LEAST_ERRORS = 3;

/** A block of time that is unlike all others of both periods. */
export interface OddBlock {
  readonly which: Which;
  readonly block: number;
  readonly own: PartOfPeriod;
  /** What it contributes to the change, of which all blocks of both periods make the whole. */
  readonly contribution: number;
  /** The change without it. */
  readonly changeWithout: number;
}

interface PeriodOfBlocks {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Finds the block that is unlike all others of both periods (Grubbs): its distance from its period, in units of the spread of all,
 * is larger than the largest of as many normal ones is in all but `level` of draws. Undefined where there is none.
 */
export function* oddBlock(
  periods: readonly [PeriodOfBlocks, PeriodOfBlocks],
  measure: Measure,
  { strata, told }: Blocks,
  level: number,
): Steps<OddBlock | undefined> {
  const totals = [totalOf(periods[BEFORE]), totalOf(periods[NOW])] as const;
  const figures = [figureOf(totals[BEFORE], measure, BEFORE), figureOf(totals[NOW], measure, NOW)] as const;
  const raw = (which: Which) => distances(periods[which], figures[which], measure, totals);
  const centred = centredOf([raw(BEFORE).map((one) => -one), raw(NOW)], strata);
  const squares = [...centred[BEFORE], ...centred[NOW]].reduce((sum, one) => sum + one * one, 0);
  const count = told[BEFORE] + told[NOW];
  if (squares === 0 || count < 8) return undefined;
  let odd: { readonly which: Which; readonly block: number; readonly distance: number } | undefined;
  for (const which of [NOW, BEFORE] as const) {
    for (const [block, one] of centred[which].entries()) {
      const distance = Math.abs(one);
      // Of two that are as far from each other, the later one is told.
      if (odd === undefined || distance > odd.distance * (1 + 1e-9)) odd = { which, block, distance };
    }
  }
  if (odd === undefined) return undefined;
  const limit = yield* usualLargest(centred, strata, level);
  if (odd.distance / Math.sqrt(squares) <= limit) return undefined;
  const own = {
    sum: periods[odd.which].sums[odd.block] ?? 0,
    weight: periods[odd.which].weights[odd.block] ?? 0,
  };
  if (errorsAway(own, figures[odd.which], totals, measure, odd.distance) < LEAST_ERRORS) return undefined;
  const sign = odd.which === NOW ? 1 : -1;
  const change = figures[NOW] - figures[BEFORE];
  return { ...odd, own, ...withoutIt(odd.which, own, totals, figures, measure, sign, change) };
}

function withoutIt(
  which: Which,
  own: PartOfPeriod,
  totals: readonly [PartOfPeriod, PartOfPeriod],
  figures: readonly [number, number],
  measure: Measure,
  sign: number,
  change: number,
): Pick<OddBlock, 'contribution' | 'changeWithout'> {
  const total = totals[which];
  if (measure.kind === 'sum') {
    // A day as usual in its place.
    const days = measure.lengths[which];
    const usual = days < 2 ? own.sum : (total.sum - own.sum) / (days - 1);
    const contribution = (sign * (own.sum - usual)) / days;
    return { contribution, changeWithout: change - contribution };
  }
  const left = { sum: total.sum - own.sum, weight: total.weight - own.weight };
  const figure = left.weight === 0 ? figures[which] : left.sum / left.weight;
  const changeWithout = which === NOW ? figure - figures[BEFORE] : figures[NOW] - figure;
  const middle = (figures[BEFORE] + figures[NOW]) / 2;
  return { contribution: (sign * (own.sum - middle * own.weight)) / total.weight, changeWithout };
}

/** How far the blocks of a period are from its figure, each in a unit that is as large for all of them. */
function distances(
  { sums, weights }: PeriodOfBlocks,
  figure: number,
  measure: Measure,
  totals: readonly PartOfPeriod[],
): Float64Array {
  if (measure.kind === 'sum') {
    const all = totals.reduce((sum, one) => sum + one.sum, 0);
    const mean = all / (measure.lengths[BEFORE] + measure.lengths[NOW]);
    return sums.map((sum) => (sum - figure) / Math.sqrt(Math.max(1, mean)));
  }
  return sums.map((sum, block) => {
    const weight = weights[block] ?? 0;
    return weight === 0 ? 0 : (sum - figure * weight) / Math.sqrt(weight);
  });
}

function errorsAway(
  { sum, weight }: PartOfPeriod,
  figure: number,
  totals: readonly PartOfPeriod[],
  measure: Measure,
  distance: number,
): number {
  // In units of the root of the mean count, of which Poisson's spread is one.
  if (measure.kind === 'sum') return distance;
  const all = totals.reduce((total, one) => ({ sum: total.sum + one.sum, weight: total.weight + one.weight }));
  const rate = all.sum / all.weight;
  // Of a share, independent chats spread by this; of other means the days alone tell.
  const isShare = rate >= 0 && rate <= 1 && sum <= weight;
  return isShare && rate * (1 - rate) > 0
    ? Math.abs(sum - figure * weight) / Math.sqrt(weight * rate * (1 - rate))
    : Number.POSITIVE_INFINITY;
}

/** The largest distance of normal blocks, in units of the root of all squares, that chance exceeds in `level` of draws. */
function* usualLargest(
  centred: readonly [Float64Array, Float64Array],
  strata: Blocks['strata'],
  level: number,
): Steps<number> {
  const random = new Seeded(SEED);
  const largest = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const drawn = centredOf(
      [centred[BEFORE].map(() => random.normal()), centred[NOW].map(() => random.normal())],
      strata,
    );
    let [most, squares] = [0, 0];
    for (const own of drawn) {
      for (const one of own) {
        squares += one * one;
        most = Math.max(most, Math.abs(one));
      }
    }
    largest[draw] = most / Math.sqrt(squares);
    yield;
  }
  return largest.toSorted()[Math.ceil((1 - level) * DRAWS) - 1] ?? 1;
}

function totalOf({ sums, weights }: PeriodOfBlocks): PartOfPeriod {
  const sumOf = (column: Float64Array) => column.reduce((sum, one) => sum + one, 0);
  return { sum: sumOf(sums), weight: sumOf(weights) };
}

function figureOf({ sum, weight }: PartOfPeriod, measure: Measure, which: Which): number {
  return measure.kind === 'sum' ? sum / measure.lengths[which] : sum / weight;
}
