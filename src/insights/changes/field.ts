import type { Seeded } from '../../figures/statistics/seeded.ts';
import type { Steps } from '../../model/slices.ts';
import { BLOCKS, eachOf, FACETS, increase, keysBy, type ChatTable, type Range } from './chat-table.ts';
import type { Usual, ValueKind, Within } from './usual.ts';

/** The chats of a field by one facet, and what is known of each part of it, day and part of the day before it is known how they went. */
export interface Grouped {
  readonly by: Within;
  readonly keys: readonly number[];
  /** Of each chat: its part, day and part of the day as one number. */
  readonly cell: Int32Array;
  readonly known: Readonly<Record<'expected' | 'n' | 'allSum' | 'allN' | 'given', Float64Array>>;
}

/** The chats of a period, with what is expected of each when only its day, or day and part of it, matters. */
export interface Field {
  readonly kind: ValueKind;
  /** Within what parts are compared: days and parts of them, or days alone, where hours are compared, too. */
  readonly unit: 'block' | 'day';
  readonly days: number;
  readonly values: Float64Array;
  readonly expected: Float64Array;
  /** The places of the chats of each day and part of the day. */
  readonly strata: readonly Int32Array[];
  readonly grouped: readonly Grouped[];
  /** The variance of a value; 1 for yes-no figures. */
  readonly usualVariance: number;
}

/** Makes the field in which parts are compared within days and parts of them, or within days. */
export function* fieldOf(
  table: ChatTable,
  rows: Int32Array,
  allValues: Float64Array,
  usual: Usual,
  blockOf: Uint8Array,
  period: Range,
  unit: Field['unit'],
): Steps<Field> {
  const { kind } = usual;
  const days = period.to - period.from;
  const values = Float64Array.from(rows, (row) => allValues[row] ?? 0);
  const slotOf = rows.map(
    (row) =>
      ((table.day[row] ?? 0) - period.from) * BLOCKS + (unit === 'day' ? 0 : (blockOf[table.hour[row] ?? 0] ?? 0)),
  );
  const slots = days * BLOCKS;
  const lists = Array.from({ length: slots }, (): number[] => []);
  yield* eachOf(rows.length, (place) => lists[slotOf[place] ?? 0]?.push(place));
  const strata = lists.map((own) => Int32Array.from(own));
  const effect = Float64Array.from(rows, (row) => usual.effect[row] ?? 0);
  const [expected, variance] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  const all = { sum: new Float64Array(slots), variance: new Float64Array(slots) };
  for (const [slot, own] of strata.entries()) {
    const shift = shiftOf(kind, own, effect, values);
    for (const place of own) {
      const at = (effect[place] ?? 0) + shift;
      const one = kind === 'number' ? at : 1 / (1 + Math.exp(-at));
      expected[place] = one;
      variance[place] = kind === 'number' ? usual.variance : one * (1 - one);
      increase(all.sum, slot, values[place] ?? 0);
      increase(all.variance, slot, variance[place] ?? 0);
    }
    yield;
  }
  const grouped: Grouped[] = [];
  const compared: readonly Within[] = unit === 'day' ? [...FACETS, 'hour'] : FACETS;
  for (const by of compared) {
    const ofTable = keysBy(table, by);
    const keys = [...new Set(rows.map((row) => ofTable[row] ?? 0))];
    if (keys.length < 2) continue;
    const parts = new Map(keys.map((key, part) => [key, part]));
    const cell = slotOf.map((slot, place) => (parts.get(ofTable[rows[place] ?? 0] ?? 0) ?? 0) * slots + slot);
    const made = () => new Float64Array(keys.length * slots);
    const known = { expected: made(), n: made(), allSum: made(), allN: made(), given: made() };
    yield* eachOf(cell.length, (place) => {
      const at = cell[place] ?? 0;
      increase(known.expected, at, expected[place] ?? 0);
      increase(known.n, at, 1);
      increase(known.given, at, variance[place] ?? 0);
    });
    for (let at = 0; at < known.n.length; at += 1) {
      if (known.n[at] === 0) continue;
      const [slot, own] = [at % slots, known.given[at] ?? 0];
      known.allSum[at] = all.sum[slot] ?? 0;
      known.allN[at] = strata[slot]?.length ?? 0;
      const together = all.variance[slot] ?? 0;
      known.given[at] = together > own ? own * (1 - own / together) : 0;
    }
    grouped.push({ by, keys, cell, known });
  }
  return { kind, unit, days, values, expected, strata, grouped, usualVariance: usual.variance };
}

/** What to add to all effects of a stratum so that what is expected adds up to what was observed. */
function shiftOf(kind: ValueKind, own: Int32Array, effect: Float64Array, values: Float64Array): number {
  let [sum, effects] = [0, 0];
  for (const place of own) {
    sum += values[place] ?? 0;
    effects += effect[place] ?? 0;
  }
  if (kind === 'number') return (sum - effects) / own.length;
  if (sum <= 0 || sum >= own.length) return sum <= 0 ? -30 : 30;
  let shift = Math.log(sum / (own.length - sum));
  for (let step = 0; step < 8; step += 1) {
    let [total, slope] = [0, 0];
    for (const place of own) {
      const chance = 1 / (1 + Math.exp(-(effect[place] ?? 0) - shift));
      total += chance;
      slope += chance * (1 - chance);
    }
    if (Math.abs(total - sum) < 1e-3) break;
    shift += Math.max(-2, Math.min(2, (sum - total) / Math.max(1e-9, slope)));
  }
  return shift;
}

/** How parts vary: what their past leaves open, and what an agent varies from day to day. */
export interface Spread {
  readonly doubt: Usual['doubt'];
  readonly daily: number;
}

/** Agents have better and worse days by themselves, and so has each hour. */
export function dailyOf({ daily }: Spread, by: Within): number {
  return by === 'agent' || by === 'hour' ? daily : 0;
}

/** How much an agent varies from day to day beyond chance: a standard deviation, of the log odds or of the value. */
export function* dailySpread({ kind, grouped, values, expected, usualVariance }: Field): Steps<number> {
  const agents = grouped.find(({ by }) => by === 'agent');
  const [scale, prior] = kind === 'number' ? [usualVariance, 200] : [1, 40];
  let [squares, weights] = [0, 0];
  if (agents !== undefined) {
    const made = () => new Float64Array(agents.known.n.length / BLOCKS);
    const [gain, usual, weight] = [made(), made(), made()];
    yield* eachOf(values.length, (place) => {
      const slot = (agents.cell[place] ?? 0) >> 2;
      const one = expected[place] ?? 0;
      const variance = kind === 'number' ? usualVariance : one * (1 - one);
      increase(gain, slot, (values[place] ?? 0) - one);
      increase(usual, slot, variance);
      increase(weight, slot, kind === 'number' ? 1 : variance);
    });
    gain.forEach((own, slot) => {
      squares += own ** 2 - (usual[slot] ?? 0);
      weights += (weight[slot] ?? 0) ** 2;
    });
  }
  return Math.sqrt(Math.max(0.01 * scale, (squares + 0.03 * scale * prior) / (weights + prior)));
}

/**
 * Draws values as chance alone would give them: within each stratum the same values in another order, where each part is as unsure
 * as its past makes it.
 */
export function* drawValues(field: Field, spread: Spread, random: Seeded, drawn: Float64Array): Steps<void> {
  const isNumber = field.kind === 'number';
  // One effect a chat: what is added to its value, or what its odds are multiplied by.
  const effect = isNumber
    ? new Float64Array(drawn.length)
    : field.expected.map((one) => Math.min(999, Math.max(0.001, one / (1 - one))));
  for (const { by, keys, cell } of field.grouped) {
    const own = new Float64Array(keys.length * field.days);
    const daily = dailyOf(spread, by);
    keys.forEach((key, part) => {
      const whole = spread.doubt(by, key) * random.normal();
      for (let day = 0; day < field.days; day += 1) {
        const one = whole + (daily > 0 ? daily * random.normal() : 0);
        own[part * field.days + day] = isNumber ? one : Math.exp(one);
      }
    });
    yield* eachOf(drawn.length, (place) => {
      const one = own[(cell[place] ?? 0) >> 2] ?? 0;
      effect[place] = isNumber ? (effect[place] ?? 0) + one : (effect[place] ?? 1) * one;
    });
  }
  for (const own of field.strata) {
    if (isNumber) shuffle(field, own, effect, random, drawn);
    else choose(field, own, effect, random, drawn);
    if (own.length > LONG_STRATUM) yield;
  }
}

/** A stratum of so many chats takes a step of the event loop. */
const LONG_STRATUM = 1000;

function shuffle(field: Field, own: Int32Array, effect: Float64Array, random: Seeded, drawn: Float64Array): void {
  let mean = 0;
  for (const place of own) {
    drawn[place] = (field.values[place] ?? 0) - (field.expected[place] ?? 0);
    mean += (effect[place] ?? 0) / own.length;
  }
  for (let last = own.length - 1; last > 0; last -= 1) {
    const [one, other] = [own[last] ?? 0, own[Math.floor(random.share() * (last + 1))] ?? 0];
    const kept = drawn[one] ?? 0;
    drawn[one] = drawn[other] ?? 0;
    drawn[other] = kept;
  }
  for (const place of own) increase(drawn, place, (field.expected[place] ?? 0) + (effect[place] ?? 0) - mean);
}

/** Chooses as many as there were who say yes, by their odds; where most do, those who do not. */
function choose(field: Field, own: Int32Array, odds: Float64Array, random: Seeded, drawn: Float64Array): void {
  let yes = 0;
  for (const place of own) yes += field.values[place] ?? 0;
  const isFew = yes * 2 <= own.length;
  const chosen = isFew ? 1 : 0;
  for (const place of own) drawn[place] = 1 - chosen;
  let left = isFew ? yes : own.length - yes;
  let total = 0;
  const sums = new Float64Array(own.length);
  for (let one = 0; one < own.length; one += 1) {
    const odd = odds[own[one] ?? 0] ?? 1;
    total += isFew ? odd : 1 / odd;
    sums[one] = total;
  }
  while (left > 0) {
    const place = own[placeOf(random.share() * total, sums)] ?? 0;
    if (drawn[place] === chosen) continue;
    drawn[place] = chosen;
    left -= 1;
  }
}

/** The place of the first of some rising sums that is above a number. */
function placeOf(at: number, sums: Float64Array): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
