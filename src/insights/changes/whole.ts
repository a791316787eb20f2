import { isIn, type ChatTable, type Periods, type Range } from './chat-table.ts';
import { figureOf, type Measure } from './parts.ts';

/** Whether the whole change is more than this desk's own older weeks differ. */
export interface WholeChange {
  readonly before: number;
  readonly now: number;
  readonly verdict: 'beyond_chance' | 'within_chance' | 'not_tested';
  /** By how much two such periods differ by themselves in 95 of 100 cases; absent where it is not tested. */
  readonly usual?: number;
  /** The number of older weeks that are fully loaded. */
  readonly olderWeeks: number;
}

/** Fewer older weeks do not say how much weeks differ by themselves. */
export const LEAST_WEEKS = 5;
/** Weeks that follow each other are more alike than weeks further apart, which longer periods are made of. */
const FURTHER_APART = 1.25;

/** Compares two periods, and holds their difference against those of older weeks. */
export function wholeChange(table: ChatTable, periods: Periods, measure: Measure): WholeChange {
  const { before, now, first, missing } = periods;
  const valueIn = (range: Range, which: 0 | 1, as = measure): number => {
    const sums = { n: 0, sum: 0 };
    for (let row = 0; row < table.day.length; row += 1) {
      const value = table.values[row] ?? Number.NaN;
      if (!isIn(table.day[row], range) || Number.isNaN(value)) continue;
      sums.n += table.weights[row] ?? 1;
      sums.sum += (table.weights[row] ?? 1) * value;
    }
    return figureOf(sums, as, which);
  };
  const isLoaded = ({ from, to }: Range) => from >= first && ![...missing].some((day) => day >= from && day < to);
  const length = now.to - now.from;
  const own = { before: valueIn(before, 0), now: valueIn(now, 1) };
  const weeks: Range[] = [];
  for (let to = now.from; to - 7 >= first; to -= 7) weeks.push({ from: to - 7, to });
  const older = weeks.filter(isLoaded);
  // Where the earlier period is the week before, that week is none of the older ones.
  const olderWeeks = Math.max(0, older.length - 1);
  const none = { ...own, verdict: 'not_tested', olderWeeks } as const;
  if (olderWeeks < LEAST_WEEKS || before.to < now.from - 35) return none;
  const differences: number[] = [];
  if (length <= 7) {
    for (let back = 7; before.from - back >= first; back += 7) {
      const [one, other] = [shifted(before, back), shifted(now, back)];
      if (!isLoaded(one) || !isLoaded(other)) continue;
      differences.push(valueIn(other, 1) - valueIn(one, 0));
    }
  } else {
    const weekly: Measure = measure.kind === 'mean' ? measure : { kind: 'sum', days: [7, 7] };
    const scale = FURTHER_APART * Math.sqrt(7 / length);
    for (const [place, week] of older.entries()) {
      const next = older[place + 1];
      if (next?.to === week.from) differences.push(scale * (valueIn(week, 1, weekly) - valueIn(next, 0, weekly)));
    }
  }
  const told = differences.filter((one) => Number.isFinite(one));
  if (told.length < LEAST_WEEKS) return none;
  const error = Math.sqrt(told.reduce((sum, one) => sum + one ** 2, 0) / told.length);
  // The quantile of Student's t. Differences of weeks that follow each other share one, so they are worth one fewer.
  const freedom = told.length - 1;
  const usual = error * (1.96 + 2.4 / freedom + 3 / freedom ** 2);
  return {
    ...own,
    olderWeeks,
    usual,
    verdict: Math.abs(own.now - own.before) > usual ? 'beyond_chance' : 'within_chance',
  };
}

function shifted({ from, to }: Range, back: number): Range {
  return { from: from - back, to: to - back };
}
