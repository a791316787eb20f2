import type { Steps } from '../../model/slices.ts';
import { FACETS, NONE, weekdayOf, type ChatTable, type Facet, type Periods } from './chat-table.ts';

/** Whether values are shares of chats or numbers. */
export type ValueKind = 'yes-no' | 'number';

/** What is usual for each value of what a chat is grouped by, as an effect on the log odds, or on the value itself. */
export interface Usual {
  readonly level: number;
  readonly effects: Readonly<Record<Facet | 'hour' | 'weekday', ReadonlyMap<number, number>>>;
  /** How unsure each effect is: a standard deviation. */
  readonly doubt: (by: Facet | 'hour', key: number) => number;
  /** The variance of a value that the effects do not explain; 1 for yes-no figures. */
  readonly variance: number;
}

const SWEEPS = 3;
/** Effects are drawn towards none as if each part had this many events, or this many values, that are like all others. */
const PRIOR = { 'yes-no': 10, number: 16 } as const;

const FITTED = ['day', 'weekday', 'hour', ...FACETS] as const;
type Fitted = (typeof FITTED)[number];

/** What one key has of the reference. */
interface Sums {
  observed: number;
  expected: number;
  n: number;
}

/**
 * Fits what is usual to the chats outside of the period that is searched. Days are fitted, so that agents who worked on bad days are
 * not blamed for them.
 */
export function* usualOf(
  table: ChatTable,
  reference: Int32Array,
  values: Float64Array,
  kind: ValueKind,
  periods: Periods,
): Steps<Usual> {
  const count = reference.length;
  let sum = 0;
  for (const row of reference) sum += values[row] ?? 0;
  const mean = count === 0 ? 0 : sum / count;
  const expected = new Float64Array(count).fill(kind === 'yes-no' ? (sum + 1) / (count + 2) : mean);
  const effects = new Map(FITTED.map((by) => [by, new Map<number, number>()]));
  const weights = new Map<Fitted, ReadonlyMap<number, Sums>>();
  const keys = new Map(FITTED.map((by) => [by, keysOf(by, table, reference, periods)]));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const [by, own] of keys) {
      const known = effects.get(by) ?? new Map<number, number>();
      weights.set(by, fit(kind, known, own, isFacet(by), reference, values, expected));
      yield;
    }
  }
  let squares = 0;
  for (let place = 0; place < count; place += 1) {
    squares += ((values[reference[place] ?? 0] ?? 0) - (expected[place] ?? 0)) ** 2;
  }
  const variance = kind === 'yes-no' ? 1 : squares / Math.max(1, count - 1);
  const of = (by: Fitted): ReadonlyMap<number, number> => effects.get(by) ?? new Map<number, number>();
  return {
    level: mean,
    effects: {
      agent: of('agent'),
      country: of('country'),
      started_by: of('started_by'),
      ended_by: of('ended_by'),
      hour: of('hour'),
      weekday: of('weekday'),
    },
    doubt: (by, key) => {
      const own = weights.get(by)?.get(key);
      const weight = own === undefined ? 0 : kind === 'yes-no' ? own.expected : own.n;
      return Math.sqrt(variance / (weight + PRIOR[kind]));
    },
    variance,
  };
}

function isFacet(by: Fitted): boolean {
  return FACETS.some((facet) => facet === by);
}

function keysOf(by: Fitted, table: ChatTable, rows: Int32Array, periods: Periods): Int32Array {
  switch (by) {
    case 'day':
      return rows.map((row) => table.day[row] ?? 0);
    case 'weekday':
      return rows.map((row) => weekdayOf(table.day[row] ?? 0, periods));
    case 'hour':
      return rows.map((row) => table.hour[row] ?? 0);
    default: {
      const keys = table.by[by];
      return rows.map((row) => keys[row] ?? NONE);
    }
  }
}

/** One step of the fit by one grouping: changes its effects and what is expected, and returns what each key has. */
function fit(
  kind: ValueKind,
  effects: Map<number, number>,
  keys: Int32Array,
  hasNone: boolean,
  reference: Int32Array,
  values: Float64Array,
  expected: Float64Array,
): ReadonlyMap<number, Sums> {
  const sums = new Map<number, Sums>();
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] ?? 0;
    let own = sums.get(key);
    if (own === undefined) sums.set(key, (own = { observed: 0, expected: 0, n: 0 }));
    own.observed += values[reference[place] ?? 0] ?? 0;
    own.expected += expected[place] ?? 0;
    own.n += 1;
  }
  const prior = PRIOR[kind];
  const steps = new Map<number, number>();
  for (const [key, { observed, expected: usual, n }] of sums) {
    if (hasNone && key === NONE) continue;
    const known = effects.get(key) ?? 0;
    // The prior holds for the whole effect, not for each sweep's step.
    const step =
      kind === 'yes-no'
        ? Math.log(Math.max(1e-9, observed + prior) / (usual * Math.exp(-known) + prior)) - known
        : (observed - usual + n * known) / (n + prior) - known;
    steps.set(key, step);
    effects.set(key, known + step);
  }
  for (let place = 0; place < keys.length; place += 1) {
    const step = steps.get(keys[place] ?? 0) ?? 0;
    const one = expected[place] ?? 0;
    expected[place] = kind === 'yes-no' ? Math.min(0.95, one * Math.exp(step)) : one + step;
  }
  return sums;
}
