import type { Cause } from '../../src/insights/changes/cause.ts';
import {
  isIn,
  type ChatTable,
  type Facet,
  type FigureKind,
  type Periods,
  type Range,
} from '../../src/insights/changes/chat-table.ts';
import type { Random } from '../../src/sandbox/world/random.ts';

export const METRICS = ['missed', 'wait', 'duration', 'rating'] as const;
export type Metric = (typeof METRICS)[number];

/** What was planted, and what an answer may call it. */
export interface Truth {
  readonly kinds: readonly Cause['kind'][];
  readonly by?: Facet | 'hour';
  readonly key?: number;
  readonly days?: readonly number[];
}

/** Two periods and the weeks before, with a cause planted in one of them, or with none. */
export interface World {
  readonly table: ChatTable;
  readonly kind: FigureKind;
  readonly periods: Periods;
  readonly metric: Metric;
  readonly change: number;
  readonly truths: readonly Truth[];
  /** What is so as well, though nobody planted it: naming it is no invention. */
  readonly background: readonly Truth[];
  readonly isAsked: boolean;
}

/** A chat of a world; what it says of the figure is NaN where it says nothing. */
export interface MadeChat {
  readonly day: number;
  readonly hour: number;
  readonly agent: number;
  readonly country: number;
  readonly startedBy: number;
  readonly start: number;
  readonly end: number;
  readonly missed: boolean;
  readonly value: number;
}

const KINDS: Readonly<Record<Metric, FigureKind>> = {
  missed: { name: 'yes-no', isSkewed: false, worse: 'up' },
  wait: { name: 'number', isSkewed: true, worse: 'up' },
  duration: { name: 'number', isSkewed: true, worse: 'up' },
  rating: { name: 'number', isSkewed: false, worse: 'down' },
};

export const HISTORY = 42;

/** The days of a world: lengths are mostly weeks, and one of five has its cause in the earlier period. */
export function daysOfWorld(random: Random, lengths: readonly number[]) {
  const length = random.pick(lengths);
  const periods: Periods = {
    before: { from: -length, to: 0 },
    now: { from: 0, to: length },
    weekday: random.integer(0, 6),
    first: -HISTORY,
    missing: new Set(),
  };
  const target = random.chance(0.2) ? periods.before : periods.now;
  return { periods, target, first: -HISTORY };
}

export function worldOf(
  chats: readonly MadeChat[],
  metric: Metric,
  periods: Periods,
  target: Range,
  truths: readonly Truth[],
  background: readonly Truth[] = [],
): World {
  const of = (read: (chat: MadeChat) => number) => Int32Array.from(chats, read);
  const table: ChatTable = {
    ids: Float64Array.from(chats, (_, row) => 100_000 + row),
    day: of(({ day }) => day),
    hour: Uint8Array.from(chats, ({ hour }) => hour),
    by: {
      agent: of(({ agent }) => agent),
      country: of(({ country }) => country),
      started_by: of(({ startedBy }) => startedBy),
      ended_by: new Int32Array(chats.length),
    },
    start: Float64Array.from(chats, ({ start }) => start),
    end: Float64Array.from(chats, ({ end }) => end),
    missed: Uint8Array.from(chats, ({ missed }) => Number(missed)),
    values: Float64Array.from(chats, ({ value }) => value),
    weights: new Float64Array(chats.length).fill(1),
  };
  const meanIn = (range: Range) => {
    const values = chats.flatMap(({ day, value }) => (isIn(day, range) && !Number.isNaN(value) ? [value] : []));
    return values.reduce((sum, one) => sum + one, 0) / values.length;
  };
  const kind = KINDS[metric];
  const change = meanIn(periods.now) - meanIn(periods.before);
  const rise = kind.worse === 'up' ? change : -change;
  return {
    table,
    kind,
    periods,
    metric,
    change,
    truths,
    background,
    isAsked: target === periods.now ? rise > 0 : rise < 0,
  };
}

/** Whether a named cause is what was planted. */
export function isTruth(cause: Cause, { kinds, by, key, days }: Truth): boolean {
  if (!kinds.includes(cause.kind)) return false;
  if (cause.kind === 'days') return days !== undefined && (cause.days ?? []).length <= 2 && isThere(cause, days);
  if (key === undefined) return true;
  if (cause.kind === 'absence' && days !== undefined && !isThere(cause, days)) return false;
  return 'by' in cause && cause.by === by && cause.key === key;
}

function isThere({ days = [] }: Cause, planted: readonly number[]): boolean {
  return days.some((day) => planted.includes(day));
}

/** Whether a cause is named with its days: half of all days that are in either are in both. */
export function isPlaced(cause: Cause, truth: Truth): boolean {
  if (!isTruth(cause, truth) || truth.days === undefined || cause.days === undefined) return false;
  const shared = cause.days.filter((day) => truth.days?.includes(day)).length;
  return shared / (cause.days.length + truth.days.length - shared) >= 0.5;
}

/** A number of events where so many are expected. */
export function poisson(random: Random, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + noise(random, Math.sqrt(mean))));
  let [product, count] = [random.next(), 0];
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= random.next();
  return count;
}

/** A normal number with a standard deviation. */
export function noise(random: Random, deviation: number): number {
  return Math.log(random.around(1, deviation));
}
