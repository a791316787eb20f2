import type { Steps } from '../../model/slices.ts';
import {
  increase,
  isIn,
  NONE,
  rowsOf,
  sumOver,
  type ChatTable,
  type FigureKind,
  type Periods,
  type Range,
} from './chat-table.ts';
import { baselineOf, daysOf, type Days } from './days.ts';
import { BLOCKS, blocksOf, dailySpread, fieldOf, type FieldContext, type Spread } from './field.ts';
import { usualOf } from './usual.ts';
import { wholeChange } from './whole.ts';

/** The period that is searched for causes, and all that is known of it and of the days beside it before the search. */
export interface Searched {
  readonly context: FieldContext;
  readonly kind: FigureKind;
  readonly periods: Periods;
  /** The worse one of both periods. */
  readonly period: Range;
  /** The days with which numbers of chats are compared: those before the period, or the later period where there are none. */
  readonly other: Range;
  /** Rows of the period; of all other days; of both. */
  readonly target: Int32Array;
  readonly reference: Int32Array;
  readonly all: Int32Array;
  readonly spread: Spread;
  /** What is usual for each row. */
  readonly baseline: Float64Array;
  readonly days: Days;
  /** How much of the change some rows account for, by how much worse they are than usual. */
  readonly accounts: (rows: readonly number[]) => number;
  /** The number of values by which an excess is divided to have its share of the change. */
  readonly unit: number;
}

const LEAST_ROWS = 20;
/** What is less than this part of what two periods usually differ by explains little. */
const SWING = 2;

/** Looks at the worse one of two periods, between which the figure changed by `change`. */
export function* searchedOf(
  given: ChatTable,
  kind: FigureKind,
  periods: Periods,
  change: number,
): Steps<Searched | undefined> {
  const table = kind.name === 'yes-no' ? withoutNames(given, kind) : given;
  const isNowWorse = kind.worse === 'up' ? change >= 0 : change <= 0;
  const period = isNowWorse ? periods.now : periods.before;
  const compared = isNowWorse ? periods.before : periods.now;
  const values = turned(table.values, kind);
  const plain = { ...table, values };
  const until = Math.max(periods.now.to, periods.before.to);
  const open = openHours(plain, kind, period);
  const known = rowsOf(plain, (row) => (table.day[row] ?? until) < until && open[table.hour[row] ?? 0] === 1);
  const target = known.filter((row) => isIn(table.day[row], period));
  const reference = known.filter((row) => !isIn(table.day[row], period));
  if (target.length < LEAST_ROWS || reference.length < LEAST_ROWS) return undefined;
  yield;
  const valueKind = kind.name === 'number' ? 'number' : 'yes-no';
  const usual = yield* usualOf(table, reference, values, valueKind, periods);
  yield;
  const context = { table, values, kind: valueKind, usual, blockOf: blocksOf(table, known) } as const;
  let first = 0;
  for (const row of known) first = Math.min(first, table.day[row] ?? 0);
  const whole = fieldOf(context, reference, { from: first, to: until }, 'block');
  yield;
  const spread = { doubt: usual.doubt, daily: dailySpread(whole) };
  const baseline = baselineOf(context, known, reference, periods);
  yield;
  const days = daysOf(context, known, reference, baseline, periods);
  const comparedRows = rowsOf(plain, (row) => isIn(table.day[row], compared));
  const moved =
    sumOver(target, values) / target.length - sumOver(comparedRows, values) / Math.max(1, comparedRows.length);
  const { usual: swing = 0 } = wholeChange(plain, periods, { kind: 'mean' });
  const unit = target.length * Math.max(moved, SWING * swing);
  // The hours that are searched, or the logarithms, did not get worse.
  if (unit <= 0) return undefined;
  const accounts = (rows: readonly number[]): number => (sumOver(rows, values) - sumOver(rows, baseline)) / unit;
  // Numbers of chats are compared with days of which all is known, in one run.
  const lastMissing = Math.max(...[...periods.missing].filter((day) => day < period.from), -Infinity);
  const past = { from: Math.max(first, periods.first, lastMissing + 1), to: period.from };
  const other = isNowWorse || past.to - past.from >= 7 ? past : periods.now;
  return {
    context,
    kind,
    periods,
    period,
    other,
    target,
    reference,
    all: known,
    spread,
    baseline,
    days,
    accounts,
    unit,
  };
}

/** The values, turned so that more is worse; of skewed ones their logarithms. */
function turned(values: Float64Array, { name, isSkewed, worse }: FigureKind): Float64Array {
  if (name === 'yes-no' && worse === 'down') return values.map((one) => 1 - one);
  const sign = worse === 'up' ? 1 : -1;
  return values.map((one) => sign * (isSkewed ? Math.log(Math.max(1, one)) : one));
}

/** Where most chats that went badly name no agent, agents say nothing of the figure: they are left out of it. */
function withoutNames(table: ChatTable, { worse }: FigureKind): ChatTable {
  const { values, by } = table;
  const bad = worse === 'up' ? 1 : 0;
  let [yes, nobody] = [0, 0];
  for (let row = 0; row < values.length; row += 1) {
    if (values[row] !== bad) continue;
    yes += 1;
    if (by.agent[row] === NONE) nobody += 1;
  }
  return nobody * 2 <= yes ? table : { ...table, by: { ...by, agent: new Int32Array(values.length).fill(NONE) } };
}

/** Hours in which chats are usually served at all. Outside of them nearly all say yes, always. */
function openHours({ values, day, hour }: ChatTable, { name }: FigureKind, period: Range): Uint8Array {
  const open = new Uint8Array(24).fill(1);
  if (name !== 'yes-no') return open;
  const [n, yes] = [new Float64Array(24), new Float64Array(24)];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value) || isIn(day[row], period)) continue;
    increase(n, hour[row] ?? 0, 1);
    increase(yes, hour[row] ?? 0, value);
  }
  return open.map((_, at) => Number(((yes[at] ?? 0) + 0.5) / ((n[at] ?? 0) + 1) < 0.5));
}

/** The hours of a run of parts of the day. */
export function hoursOf(blockOf: Uint8Array, [first, last]: readonly [number, number]): readonly [number, number] {
  return [blockOf.indexOf(first), last === BLOCKS - 1 ? 24 : blockOf.indexOf(last + 1)];
}
