import type { Seeded } from '../../figures/statistics/seeded.ts';
import { FACETS, increase, keysBy, type ChatTable, type Facet, type Range } from './chat-table.ts';
import type { Usual, ValueKind } from './usual.ts';

/** A day has so many parts, of about as many chats each. */
export const BLOCKS = 4;

/** What chats are compared by within the same days and hours; hours, within the same days. */
export type Within = Facet | 'hour';

/** Agents have better and worse days by themselves, and so has each hour. */
export const VARIES_DAILY: ReadonlySet<Within> = new Set<Within>(['agent', 'hour']);

/** The chats of a field by one facet, as numbers from 0. */
export interface Grouped {
  readonly by: Within;
  readonly keys: readonly number[];
  readonly part: Int32Array;
  /** The part and day of each chat as one number. */
  readonly slot: Int32Array;
}

/** The chats of the period that is searched, with what is expected of each when only its day and part of the day matter. */
export interface Field {
  readonly kind: ValueKind;
  readonly rows: Int32Array;
  readonly values: Float64Array;
  readonly expected: Float64Array;
  /** Of yes-no figures, what is expected as odds. */
  readonly odds: Float64Array;
  /** The variance of each value, were it by chance. */
  readonly variance: Float64Array;
  /** From 0. */
  readonly day: Int32Array;
  readonly days: number;
  readonly block: Uint8Array;
  readonly grouped: readonly Grouped[];
  /** The places of the chats of each stratum. */
  readonly strata: readonly Int32Array[];
  readonly unit: 'block' | 'day';
  /** The variance of a value; 1 for yes-no figures. */
  readonly usualVariance: number;
  /** Of each day and part of the day: what its stratum has in all. */
  readonly totals: { readonly sum: Float64Array; readonly variance: Float64Array; readonly n: Float64Array };
}

/** What all fields of one question have in common. */
export interface FieldContext {
  readonly table: ChatTable;
  /** The values, turned so that more is worse. */
  readonly values: Float64Array;
  readonly kind: ValueKind;
  readonly usual: Usual;
  readonly blockOf: Uint8Array;
}

/** Makes the field in which parts by facets are compared within days and parts of the day, or hours within days. */
export function fieldOf(context: FieldContext, rows: Int32Array, period: Range, unit: 'block' | 'day'): Field {
  const { table, kind, usual, blockOf } = context;
  const values = Float64Array.from(rows, (row) => context.values[row] ?? 0);
  const day = rows.map((row) => (table.day[row] ?? 0) - period.from);
  const block = Uint8Array.from(rows, (row) => blockOf[table.hour[row] ?? 0] ?? 0);
  const days = period.to - period.from;
  const lists = Array.from({ length: days * BLOCKS }, (): number[] => []);
  const slotOf = (place: number) => (day[place] ?? 0) * BLOCKS + (unit === 'day' ? 0 : (block[place] ?? 0));
  for (let place = 0; place < rows.length; place += 1) lists[slotOf(place)]?.push(place);
  const strata = lists.filter(({ length }) => length > 0).map((own) => Int32Array.from(own));
  const effect = effectsOfRows(context, rows);
  const expected = new Float64Array(rows.length);
  for (const own of strata) {
    const shift = shiftOf(kind, own, effect, values);
    for (const place of own) {
      const at = (effect[place] ?? 0) + shift;
      expected[place] = kind === 'number' ? at : 1 / (1 + Math.exp(-at));
    }
  }
  const variance = expected.map((one) => (kind === 'number' ? usual.variance : one * (1 - one)));
  const size = days * BLOCKS;
  const totals = { sum: new Float64Array(size), variance: new Float64Array(size), n: new Float64Array(size) };
  for (const own of strata) {
    const slot = slotOf(own[0] ?? 0);
    for (const place of own) {
      increase(totals.sum, slot, values[place] ?? 0);
      increase(totals.variance, slot, variance[place] ?? 0);
    }
    totals.n[slot] = own.length;
  }
  const compared: readonly Within[] = unit === 'day' ? [...FACETS, 'hour'] : FACETS;
  return {
    kind,
    unit,
    usualVariance: usual.variance,
    totals,
    rows,
    values,
    expected,
    odds: expected.map((one) => Math.min(999, Math.max(0.001, one / (1 - one)))),
    variance,
    day,
    days,
    block,
    grouped: compared.map((by) => groupedBy(by, table, rows, day, days)).filter(({ keys }) => keys.length > 1),
    strata,
  };
}

/** What is usual for each row beside its day and weekday: on the log odds, or on the value. */
function effectsOfRows({ table, usual }: FieldContext, rows: Int32Array): Float64Array {
  const effects = Float64Array.from(rows, (row) => usual.effects.hour.get(table.hour[row] ?? 0) ?? 0);
  for (const by of FACETS) {
    const [own, keys] = [usual.effects[by], table.by[by]];
    for (let place = 0; place < rows.length; place += 1) {
      increase(effects, place, own.get(keys[rows[place] ?? 0] ?? 0) ?? 0);
    }
  }
  return effects;
}

function groupedBy(by: Within, table: ChatTable, rows: Int32Array, day: Int32Array, days: number): Grouped {
  const numbers = new Map<number, number>();
  const keys = keysBy(table, by);
  const part = rows.map((row) => {
    const key = keys[row] ?? 0;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  return { by, keys: [...numbers.keys()], part, slot: part.map((one, place) => one * days + (day[place] ?? 0)) };
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

/** Cuts the hours of a day into parts of about as many chats. */
export function blocksOf({ hour }: ChatTable, rows: Int32Array): Uint8Array {
  const counts = new Float64Array(24);
  for (const row of rows) increase(counts, hour[row] ?? 0, 1);
  let sum = 0;
  return Uint8Array.from(counts, (own) => {
    sum += own;
    return Math.min(BLOCKS - 1, Math.floor((BLOCKS * (sum - own / 2)) / Math.max(1, rows.length)));
  });
}

/** How parts vary: what their past leaves open, and what an agent varies from day to day. */
export interface Spread {
  readonly doubt: Usual['doubt'];
  readonly daily: number;
}

/** How much an agent varies from day to day beyond chance: a standard deviation, of the log odds or of the value. */
export function dailySpread({ kind, grouped, days, day, rows, values, expected, variance }: Field): number {
  const agents = grouped.find(({ by }) => by === 'agent');
  const scale = kind === 'number' ? (variance[0] ?? 1) : 1;
  const [gain, usual, weight] = Array.from({ length: 3 }, () => new Float64Array((agents?.keys.length ?? 0) * days));
  if (agents === undefined || gain === undefined || usual === undefined || weight === undefined) {
    return Math.sqrt(0.03 * scale);
  }
  for (let place = 0; place < rows.length; place += 1) {
    const slot = (agents.part[place] ?? 0) * days + (day[place] ?? 0);
    increase(gain, slot, (values[place] ?? 0) - (expected[place] ?? 0));
    increase(usual, slot, variance[place] ?? 0);
    increase(weight, slot, kind === 'number' ? 1 : (variance[place] ?? 0));
  }
  let [squares, weights] = [0, 0];
  for (let slot = 0; slot < gain.length; slot += 1) {
    squares += (gain[slot] ?? 0) ** 2 - (usual[slot] ?? 0);
    weights += (weight[slot] ?? 0) ** 2;
  }
  const prior = kind === 'number' ? 200 : 40;
  return Math.sqrt(Math.max(0.01 * scale, (squares + 0.03 * scale * prior) / (weights + prior)));
}

/**
 * Draws values as chance alone would give them: within each stratum the same values in another order, where each part is as unsure
 * as its past makes it.
 */
export function drawValues(field: Field, spread: Spread, random: Seeded, drawn: Float64Array): void {
  const isNumber = field.kind === 'number';
  // One effect a chat: what is added to its value, or what its odds are multiplied by.
  const effect = isNumber ? new Float64Array(drawn.length) : field.odds.slice();
  for (const grouped of field.grouped) {
    const own = effectsOf(field, grouped, spread, random);
    for (let place = 0; place < drawn.length; place += 1) {
      const one = own[grouped.slot[place] ?? 0] ?? 0;
      effect[place] = isNumber ? (effect[place] ?? 0) + one : (effect[place] ?? 1) * one;
    }
  }
  for (const own of field.strata) {
    if (isNumber) shuffle(field, own, effect, random, drawn);
    else choose(field, own, effect, random, drawn);
  }
}

/** For each part and day: what is added to values, or what odds are multiplied by. */
function effectsOf(
  { kind, days }: Field,
  { by, keys }: Grouped,
  { doubt, daily }: Spread,
  random: Seeded,
): Float64Array {
  const effects = new Float64Array(keys.length * days);
  keys.forEach((key, part) => {
    const whole = doubt(by, key) * random.normal();
    for (let day = 0; day < days; day += 1) {
      const own = VARIES_DAILY.has(by) ? whole + daily * random.normal() : whole;
      effects[part * days + day] = kind === 'number' ? own : Math.exp(own);
    }
  });
  return effects;
}

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
