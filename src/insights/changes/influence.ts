import { rateOf, type Measure, type PartOfPeriod, type Split } from './split.ts';
import { BEFORE, NOW, type PartTable, type PeriodTable, type Which } from './part-sums.ts';

/**
 * Something that chance may have made, a sum over blocks of time to first order: how far each block of each period moved it
 * (delta method), and the variance that it has where chats are independent of each other and of their blocks.
 */
export interface Effect {
  readonly value: number;
  readonly influences: readonly [Float64Array, Float64Array];
  readonly leastVariance: number;
}

/** The effects of one grouping. */
export interface GroupingEffects {
  /** Of each part: how its own change differs from its share of what all parts changed alike; undefined where it has none. */
  readonly excesses: readonly (Effect | undefined)[];
  /** Of each part: what its own change contributes. */
  readonly rates: readonly Effect[];
  /** Of each part: what its share of the chats contributes. */
  readonly mixes: readonly Effect[];
}

const SIGN = [-1, 1] as const;

/** The effect of the whole change. */
export function totalEffect(table: PartTable, split: Split, measure: Measure): Effect {
  const parts = table.keys.length;
  const blocksOf = (which: Which) => blockTotals(table.periods[which], parts);
  if (measure.kind === 'sum') {
    const influenceOf = (which: Which) =>
      blocksOf(which).sums.map((sum) => (SIGN[which] * sum) / measure.lengths[which]);
    return {
      value: split.change,
      influences: [influenceOf(BEFORE), influenceOf(NOW)],
      leastVariance: poissonVariance(split.before.sum + split.now.sum, measure.lengths),
    };
  }
  const influenceOf = (which: Which) => {
    const { sums, weights } = blocksOf(which);
    const all = which === BEFORE ? split.before : split.now;
    return sums.map((sum, block) => (SIGN[which] * (sum - split.figures[which] * (weights[block] ?? 0))) / all.weight);
  };
  const variance = variancePerWeight(
    table.periods.map(({ squares, products, weightSquares }) => ({
      squares: squares.reduce((total, one) => total + one, 0),
      products: products.reduce((total, one) => total + one, 0),
      weightSquares: weightSquares.reduce((total, one) => total + one, 0),
    })),
    [split.before, split.now],
  );
  return {
    value: split.change,
    influences: [influenceOf(BEFORE), influenceOf(NOW)],
    leastVariance: variance * (1 / split.before.weight + 1 / split.now.weight),
  };
}

/** The effects of the parts of a grouping. */
export function groupingEffects(table: PartTable, split: Split, measure: Measure, total: Effect): GroupingEffects {
  return measure.kind === 'sum'
    ? effectsOfSums(table, split, measure.lengths, total)
    : effectsOfMeans(table, split, total);
}

function effectsOfSums(
  { keys, periods }: PartTable,
  { parts, before, now }: Split,
  lengths: readonly [number, number],
  total: Effect,
): GroupingEffects {
  const rates = parts.map(({ rate, before: one, now: other }, part): Effect => {
    const influenceOf = (which: Which) =>
      columnOf(periods[which].sums, keys.length, part).map((sum) => (SIGN[which] * sum) / lengths[which]);
    return {
      value: rate,
      influences: [influenceOf(BEFORE), influenceOf(NOW)],
      leastVariance: poissonVariance(one.sum + other.sum, lengths),
    };
  });
  const all = before.sum + now.sum;
  const excesses = rates.map((rate, part): Effect => {
    const own = parts[part];
    const share = own === undefined || all === 0 ? 0 : (own.before.sum + own.now.sum) / all;
    return {
      value: rate.value - share * total.value,
      influences: combined([rate, 1], [total, -share]),
      leastVariance: total.leastVariance * share * (1 - share),
    };
  });
  return { rates, excesses, mixes: [] };
}

function effectsOfMeans({ keys, periods }: PartTable, split: Split, total: Effect): GroupingEffects {
  const { parts, before, now, figures } = split;
  const shares = parts.map((part) => part.before.weight / before.weight);
  const sharesNow = parts.map((part) => part.now.weight / now.weight);
  const blocksOf = (which: Which) => blockTotals(periods[which], keys.length).weights;
  const blocks = [blocksOf(BEFORE), blocksOf(NOW)] as const;
  const variances = parts.map((part, index) =>
    variancePerWeight(
      periods.map(({ squares, products, weightSquares }) => ({
        squares: squares[index] ?? 0,
        products: products[index] ?? 0,
        weightSquares: weightSquares[index] ?? 0,
      })),
      [part.before, part.now],
    ),
  );
  /** The change of each part's own rate, and of its share. */
  const own = parts.map((part, index) => {
    const isInBoth = part.before.weight > 0 && part.now.weight > 0;
    const [rate, rateNow] = [rateOf(part.before) ?? 0, rateOf(part.now) ?? 0];
    const deviationsOf = (which: Which) => {
      const sums = columnOf(periods[which].sums, keys.length, index);
      const weights = columnOf(periods[which].weights, keys.length, index);
      const { weight } = which === BEFORE ? part.before : part.now;
      const mean = which === BEFORE ? rate : rateNow;
      return sums.map((sum, block) => (weight === 0 ? 0 : (sum - mean * (weights[block] ?? 0)) / weight));
    };
    const shiftsOf = (which: Which) => {
      const weights = columnOf(periods[which].weights, keys.length, index);
      const share = (which === BEFORE ? shares[index] : sharesNow[index]) ?? 0;
      const { weight } = which === BEFORE ? before : now;
      return weights.map((one, block) => (one - share * (blocks[which][block] ?? 0)) / weight);
    };
    return {
      isInBoth,
      deviations: [deviationsOf(BEFORE), deviationsOf(NOW)] as const,
      shifts: [shiftsOf(BEFORE), shiftsOf(NOW)] as const,
      variance: (variances[index] ?? 0) * (inverse(part.before.weight) + inverse(part.now.weight)),
    };
  });
  const meanShares = parts.map((_, index) => ((shares[index] ?? 0) + (sharesNow[index] ?? 0)) / 2);
  const signed = (deviations: readonly [Float64Array, Float64Array], factor: number) =>
    [
      deviations[BEFORE].map((one) => SIGN[BEFORE] * factor * one),
      deviations[NOW].map((one) => SIGN[NOW] * factor * one),
    ] as const;
  const rates = parts.map(({ rate }, index): Effect => {
    const { isInBoth, deviations, variance } = own[index] ?? NO_CHANGE;
    const share = isInBoth ? (meanShares[index] ?? 0) : 0;
    return { value: rate, influences: signed(deviations, share), leastVariance: share ** 2 * variance };
  });
  const inBoth = meanShares.map((share, index) => (own[index]?.isInBoth === true ? share : 0));
  const wholeShare = inBoth.reduce((sum, share) => sum + share, 0);
  const whole = summed(rates);
  const excesses = rates.map((rate, index): Effect | undefined => {
    if (own[index]?.isInBoth !== true || wholeShare === 0) return undefined;
    const share = (inBoth[index] ?? 0) / wholeShare;
    return {
      value: rate.value - share * whole.value,
      influences: combined([rate, 1], [whole, -share]),
      leastVariance: (1 - 2 * share) * rate.leastVariance + share ** 2 * whole.leastVariance,
    };
  });
  const middle = (figures[BEFORE] + figures[NOW]) / 2;
  const mixes = parts.map(({ mix, before: one, now: other }, index): Effect => {
    const { shifts, deviations, variance } = own[index] ?? NO_CHANGE;
    const rate = ((rateOf(one) ?? rateOf(other) ?? 0) + (rateOf(other) ?? rateOf(one) ?? 0)) / 2 - middle;
    const shift = (sharesNow[index] ?? 0) - (shares[index] ?? 0);
    const share = meanShares[index] ?? 0;
    const influenceOf = (which: Which) =>
      shifts[which].map(
        (moved, block) =>
          SIGN[which] * rate * moved +
          (shift / 2) * ((deviations[which][block] ?? 0) - SIGN[which] * (total.influences[which][block] ?? 0)),
      );
    return {
      value: mix,
      influences: [influenceOf(BEFORE), influenceOf(NOW)],
      leastVariance:
        rate ** 2 * share * (1 - share) * (1 / before.weight + 1 / now.weight) + (shift ** 2 / 4) * variance,
    };
  });
  return { rates, excesses, mixes };
}

const NO_CHANGE = {
  isInBoth: false,
  deviations: [new Float64Array(), new Float64Array()],
  shifts: [new Float64Array(), new Float64Array()],
  variance: 0,
} as const;

/** The effect of several together. */
export function summed(effects: readonly Effect[]): Effect {
  const [first, ...others] = effects;
  if (first === undefined) return { value: 0, influences: [new Float64Array(), new Float64Array()], leastVariance: 0 };
  return others.reduce(
    (sum, one) => ({
      value: sum.value + one.value,
      influences: combined([sum, 1], [one, 1]),
      leastVariance: sum.leastVariance + one.leastVariance,
    }),
    first,
  );
}

function combined(
  [one, factor]: readonly [Effect, number],
  [other, otherFactor]: readonly [Effect, number],
): readonly [Float64Array, Float64Array] {
  const of = (which: Which) =>
    one.influences[which].map(
      (influence, block) => factor * influence + otherFactor * (other.influences[which][block] ?? 0),
    );
  return [of(BEFORE), of(NOW)];
}

interface Products {
  readonly squares: number;
  readonly products: number;
  readonly weightSquares: number;
}

/** The variance of values around the rate of both periods together, for each unit of weight: as if nothing had changed. */
function variancePerWeight(periods: readonly Products[], [before, now]: readonly [PartOfPeriod, PartOfPeriod]): number {
  const weight = before.weight + now.weight;
  if (weight === 0) return 0;
  const rate = (before.sum + now.sum) / weight;
  const squares = periods.reduce(
    (sum, one) => sum + one.squares - 2 * rate * one.products + rate ** 2 * one.weightSquares,
    0,
  );
  return Math.max(0, squares) / weight;
}

function poissonVariance(count: number, [before, now]: readonly [number, number]): number {
  return (count / (before + now)) * (1 / before + 1 / now);
}

function inverse(value: number): number {
  return value === 0 ? 0 : 1 / value;
}

/** What each block has of a part. */
function columnOf(cells: Float64Array, parts: number, part: number): Float64Array {
  const column = new Float64Array(parts === 0 ? 0 : cells.length / parts);
  for (let block = 0; block < column.length; block += 1) column[block] = cells[block * parts + part] ?? 0;
  return column;
}

/** The sums and weights of each block of a period, of all parts. */
export function blockTotals({ blocks, sums, weights }: PeriodTable, parts: number) {
  const totals = { sums: new Float64Array(blocks), weights: new Float64Array(blocks) };
  for (let at = 0; at < sums.length; at += 1) {
    const block = Math.floor(at / parts);
    totals.sums[block] = (totals.sums[block] ?? 0) + (sums[at] ?? 0);
    totals.weights[block] = (totals.weights[block] ?? 0) + (weights[at] ?? 0);
  }
  return totals;
}
