import type { Steps } from '../../model/slices.ts';
import type { Cause } from './cause.ts';
import { blocksOf, isAt, isIn, keysBy, rowsOf, type ChatTable, type FigureKind, type Periods } from './chat-table.ts';
import { addVolumes, demandCauses, isShort, LEAST_SHARE } from './demand.ts';
import { countsBy, surgesOf, type Stream } from './numbers.ts';
import { comparedWith, searchedOf, type Searched } from './searched.ts';
import { largestByChance, surestOf } from './unlike.ts';

const ARRIVALS_LEVEL = 0.005;
const MOST_CAUSES = 4;
const LEAST_ROWS = 20;

/**
 * What explains that a figure is worse in one of two periods, those that account for most first: the surest cause is taken out, and
 * the rest is searched again. What a queue does comes first (demand and supply), then parts and days, then mix and load.
 */
export function* causesOf(table: ChatTable, kind: FigureKind, periods: Periods, change: number): Steps<Cause[]> {
  if (kind.name === 'count') return yield* arrivalCauses(table, periods, change);
  const searched = yield* searchedOf(table, kind, periods, change);
  if (searched === undefined) return [];
  const causes = yield* demandCauses(searched, table);
  const { length } = searched.target;
  let kept = searched.target;
  const take = ({ rows }: Cause): void => {
    const gone = new Set(rows);
    kept = kept.filter((row) => !gone.has(row));
  };
  for (const cause of causes) if (isShort(cause, length)) take(cause);
  if (kept.length >= LEAST_ROWS) {
    const nulls = yield* largestByChance(searched, kept);
    while (causes.length < MOST_CAUSES && kept.length >= LEAST_ROWS) {
      const next = yield* surestOf(searched, kept, nulls);
      if (next === undefined) break;
      causes.push(next);
      take(next);
    }
  }
  yield* addVolumes(causes, searched);
  return causes.map((cause) => withAllRows(cause, searched)).sort((one, two) => two.accounts - one.accounts);
}

/** A part that is named for the whole period has all of its chats, also those that another cause explains. */
function withAllRows(cause: Cause, { table, target }: Searched): Cause {
  if (cause.kind !== 'part' || cause.days !== undefined) return cause;
  const keys = keysBy(table, cause.by);
  return { ...cause, rows: [...target].filter((row) => keys[row] === cause.key) };
}

const STREAMS: readonly Stream[] = ['country', 'started_by', 'hour', 'all'];

/** Why more or fewer chats came: of whom and when, against the same weekdays of older weeks, in the period where that is so. */
function* arrivalCauses(table: ChatTable, periods: Periods, change: number): Steps<Cause[]> {
  const [more, fewer] = change >= 0 ? [periods.now, periods.before] : [periods.before, periods.now];
  const blockOf = blocksOf(
    table,
    rowsOf(table, () => true),
  );
  const found: Cause[] = [];
  for (const [which, period] of [
    ['more', more],
    ['fewer', fewer],
  ] as const) {
    const compared = comparedWith(period, periods, periods.first);
    for (const by of STREAMS) {
      const counts = yield* countsBy(table, by, blockOf, compared);
      for (const { key, days, isWhole, chats: observed, expected, chance } of surgesOf(counts, which)) {
        const accounts = Math.abs((observed - expected) / (period.to - period.from) / change);
        if (chance > ARRIVALS_LEVEL || accounts < LEAST_SHARE) continue;
        // What most of all chats is of has its own name.
        if (by === 'all' && found.some((one) => one.accounts >= accounts / 2)) continue;
        const keys = by === 'all' ? undefined : keysBy(table, by);
        const isThen = (row: number) => isIn(table.day[row], period) && (isWhole || isAt(table, row, days, undefined));
        const rows = [...rowsOf(table, (row) => isThen(row) && (keys === undefined || keys[row] === key))];
        found.push({ kind: 'surge', by, key, ...(!isWhole && { days }), rows, observed, expected, chance, accounts });
      }
      yield;
    }
  }
  return found
    .sort((one, two) => one.chance - two.chance)
    .slice(0, MOST_CAUSES)
    .sort((one, two) => two.accounts - one.accounts);
}
