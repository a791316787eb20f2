import type { Steps } from '../../model/slices.ts';
import {
  blocksOf,
  daysIn,
  increase,
  isIn,
  NONE,
  rowsOf,
  sumOver,
  type ChatTable,
  type Compared,
  type FigureKind,
  type Periods,
  type Range,
} from './chat-table.ts';
import { daysOf, spreadOf, type DaySpread } from './days.ts';
import { dailySpread, fieldOf, type Spread } from './field.ts';
import { LEAST_WEEKS } from './numbers.ts';
import { usualOf, type Usual } from './usual.ts';
import { wholeChange } from './whole.ts';

/** The period that is searched for causes, and all that is known of it and of the days beside it before the search. */
export interface Searched {
  readonly table: ChatTable;
  /** The values, turned so that more is worse. */
  readonly values: Float64Array;
  readonly usual: Usual;
  readonly blockOf: Uint8Array;
  /** The worse one of both periods, and the weeks with which its numbers of chats are compared. */
  readonly compared: Compared;
  /** The better one. */
  readonly better: Range;
  /** Rows of the period; of all other days. */
  readonly target: Int32Array;
  readonly reference: Int32Array;
  readonly spread: Spread;
  readonly daySpread: DaySpread;
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
  const isShare = kind.name !== 'number';
  const table = isShare ? withoutNames(given, kind) : given;
  const isNowWorse = kind.worse === 'up' ? change >= 0 : change <= 0;
  const [period, better] = isNowWorse ? [periods.now, periods.before] : [periods.before, periods.now];
  const values = turned(table.values, kind);
  const plain = { ...table, values };
  const until = Math.max(periods.now.to, periods.before.to);
  const open = isShare ? openHours(plain, period) : undefined;
  const known = rowsOf(plain, (row) => (table.day[row] ?? until) < until && open?.[table.hour[row] ?? 0] !== 0);
  yield;
  const target = known.filter((row) => isIn(table.day[row], period));
  const reference = known.filter((row) => !isIn(table.day[row], period));
  if (target.length < LEAST_ROWS || reference.length < LEAST_ROWS) return undefined;
  yield;
  const blockOf = blocksOf(table, known);
  const usual = yield* usualOf(table, known, reference, values, isShare ? 'yes-no' : 'number', periods);
  const first = known.reduce((least, row) => Math.min(least, table.day[row] ?? 0), 0);
  const allDays = { from: first, to: until };
  const whole = yield* fieldOf(table, reference, values, usual, blockOf, allDays, 'block');
  const spread = { doubt: usual.doubt, daily: yield* dailySpread(whole) };
  const daySpread = spreadOf(yield* daysOf(table, reference, values, usual, blockOf, allDays));
  const comparedRows = rowsOf(plain, (row) => isIn(table.day[row], better));
  const moved =
    sumOver(target, values) / target.length - sumOver(comparedRows, values) / Math.max(1, comparedRows.length);
  const { usual: swing = 0 } = wholeChange(plain, periods, { kind: 'mean' });
  const unit = target.length * Math.max(moved, SWING * swing);
  // The hours that are searched, or the logarithms, did not get worse.
  if (unit <= 0) return undefined;
  const compared = comparedWith(period, periods, Math.max(first, periods.first));
  return { table, values, usual, blockOf, compared, better, target, reference, spread, daySpread, unit };
}

/** How much of the change some rows account for, by how much worse they are than usual. */
export function shareOf(rows: ArrayLike<number>, { values, usual, unit }: Searched): number {
  return (sumOver(rows, values) - sumOver(rows, usual.baseline)) / unit;
}

/** The weeks before a period of which all is known; where they are too few, those of the later period. */
export function comparedWith(period: Range, { now, weekday, missing }: Periods, first: number): Compared {
  const weeksIn = ({ from, to }: Range) =>
    Array.from({ length: Math.floor((to - from) / 7) }, (_, week) => ({
      from: to - 7 * week - 7,
      to: to - 7 * week,
    })).filter((week) => !daysIn(week).some((day) => missing.has(day)));
  const past = weeksIn({ from: Math.min(first, period.from), to: period.from });
  const isWhole = ![...missing].some((day) => day >= first && day < period.from);
  return { period, weekday, isWhole, weeks: past.length >= LEAST_WEEKS || period === now ? past : weeksIn(now) };
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
function openHours({ values, day, hour }: ChatTable, period: Range): Uint8Array {
  const [n, yes] = [new Float64Array(24), new Float64Array(24)];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value) || isIn(day[row], period)) continue;
    increase(n, hour[row] ?? 0, 1);
    increase(yes, hour[row] ?? 0, value);
  }
  return Uint8Array.from(n, (count, at) => Number(((yes[at] ?? 0) + 0.5) / (count + 1) < 0.5));
}
