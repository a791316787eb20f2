import type { Steps } from '../../model/slices.ts';
import { surgesOf } from './arrivals.ts';
import type { Cause } from './cause.ts';
import { isAt, isIn, keysBy, rowsOf, type ChatTable, type FigureKind, type Periods } from './chat-table.ts';
import { withoutRows } from './days.ts';
import { demandCauses, isShort, LEAST_SHARE } from './demand.ts';
import { loadOf, rateGap, shiftsOf, volumesOf, type Volumes } from './mix.ts';
import { searchedOf, type Searched } from './searched.ts';
import { largestByChance, surestOf } from './unlike.ts';

const LEVELS = { mix: 0.0015, load: 0.001, arrivals: 0.005 } as const;
const MOST_CAUSES = 4;
const LEAST_ROWS = 20;
const LEAST_MIX = 0.2;
/** More chats are a load when there are so many times what is usual. */
const LEAST_LOAD = 1.15;
/** Fewer days do not say how many chats are usual. */
const LEAST_DAYS_OF_LOAD = 14;

/**
 * What explains that a figure is worse in one of two periods, those that account for most first: the surest cause is taken out, and
 * the rest is searched again. What a queue does comes first (demand and supply), then parts and days, then mix and load.
 */
export function* causesOf(table: ChatTable, kind: FigureKind, periods: Periods, change: number): Steps<Cause[]> {
  if (kind.name === 'count') return arrivalCauses(table, periods, change);
  const searched = yield* searchedOf(table, kind, periods, change);
  if (searched === undefined) return [];
  yield;
  const causes = yield* demandCauses(searched, table);
  yield;
  let kept = searched.target;
  let { days } = searched;
  const take = (cause: Cause): void => {
    const gone = new Set(cause.rows);
    days = withoutRows(
      days,
      searched.context,
      kept.filter((row) => gone.has(row)),
      searched.baseline,
    );
    kept = kept.filter((row) => !gone.has(row));
  };
  for (const cause of causes.filter((one) => isShort(one, searched.target.length))) take(cause);
  if (kept.length >= LEAST_ROWS) {
    const nulls = yield* largestByChance(searched, kept);
    while (causes.length < MOST_CAUSES && kept.length >= LEAST_ROWS) {
      const next = yield* surestOf(searched, days, kept, nulls);
      if (next === undefined) break;
      causes.push(next);
      take(next);
    }
  }
  const volumes = volumesOf(table, periods);
  yield;
  addMix(causes, searched, volumes);
  yield;
  addLoad(causes, searched, volumes);
  return causes.map((cause) => withAllRows(cause, searched)).sort((one, two) => two.accounts - one.accounts);
}

/** A part that is named for the whole period has all of its chats, also those that another cause explains. */
function withAllRows(cause: Cause, { context: { table }, target }: Searched): Cause {
  if (cause.kind !== 'part' || cause.days !== undefined || cause.hours !== undefined) return cause;
  const keys = keysBy(table, cause.by);
  return { ...cause, rows: [...target].filter((row) => keys[row] === cause.key) };
}

/** Adds the part of each grouping whose share of the chats changed the figure by most, since it always goes otherwise. */
function addMix(causes: Cause[], searched: Searched, volumes: Volumes): void {
  const { context, all, reference, target, period, other, unit } = searched;
  const { table, values } = context;
  const shifts = shiftsOf(volumes, period, other)
    .filter(({ chance }) => chance <= LEVELS.mix)
    .map((shift) => {
      const gap = rateGap(table.by[shift.by], shift.key, values, all, reference);
      return { ...shift, accounts: ((shift.chats - shift.expected) * gap) / unit };
    })
    .filter(({ accounts }) => accounts >= LEAST_MIX)
    .sort((one, two) => two.accounts - one.accounts);
  for (const { by, key, chats, expected, chance, accounts } of shifts) {
    if (causes.some((cause) => cause.kind === 'mix' && cause.by === by)) continue;
    // A part that is named already keeps its name, unless it is more of the chats that did it.
    const same = causes.findIndex((cause) => cause.kind === 'part' && cause.by === by && cause.key === key);
    const named = causes[same];
    if (named !== undefined && (named.days !== undefined || named.accounts > 2 * accounts)) continue;
    if (named !== undefined) causes.splice(same, 1);
    const rows = [...target].filter((row) => table.by[by][row] === key);
    causes.push({ kind: 'mix', by, key, rows, observed: chats, expected, chance, accounts });
  }
}

function addLoad(causes: Cause[], { target, period, other }: Searched, volumes: Volumes): void {
  if (other.to - other.from < LEAST_DAYS_OF_LOAD) return;
  const { chats, expected, chance } = loadOf(volumes, period, other);
  if (causes.some(({ kind }) => kind === 'surge') || chance > LEVELS.load || chats < LEAST_LOAD * expected) return;
  const accounts = 1 - causes.reduce((sum, one) => sum + one.accounts, 0);
  if (accounts < LEAST_SHARE) return;
  causes.push({ kind: 'load', rows: [...target], observed: chats, expected, chance, accounts });
}

/** Why more or fewer chats came: of whom and when, against the same weekdays of older weeks, in the period where that is so. */
function arrivalCauses(table: ChatTable, periods: Periods, change: number): Cause[] {
  const [more, fewer] = change >= 0 ? [periods.now, periods.before] : [periods.before, periods.now];
  const found = (
    [
      ['more', more],
      ['fewer', fewer],
    ] as const
  ).flatMap(([which, period]) => {
    const other = { from: periods.first, to: period.from };
    const length = period.to - period.from;
    return surgesOf(table, ['country', 'started_by', 'hour', 'all'], which, period, other, periods)
      .filter(({ chance }) => chance <= LEVELS.arrivals)
      .map(({ days, by, key, chats, expected, chance }): Cause => {
        const keys = by === 'all' ? undefined : keysBy(table, by);
        const rows = rowsOf(table, (row) => {
          if (!isIn(table.day[row], period) || !isAt(table, row, days, undefined)) return false;
          return keys === undefined || keys[row] === key;
        });
        const accounts = Math.abs((chats - expected) / length / change);
        const where = days && { days };
        return { kind: 'surge', by, key, ...where, rows: [...rows], observed: chats, expected, chance, accounts };
      });
  });
  return found
    .filter(({ accounts }) => accounts >= LEAST_SHARE)
    .sort((one, two) => one.chance - two.chance)
    .slice(0, MOST_CAUSES)
    .sort((one, two) => two.accounts - one.accounts);
}
