import type { Steps } from '../../model/slices.ts';
import type { Cause } from './cause.ts';
import {
  daysIn,
  FACETS,
  hoursOf,
  isAt,
  isIn,
  keysBy,
  NONE,
  sumOver,
  WHOLE_DAY,
  type ChatTable,
  type Facet,
} from './chat-table.ts';
import { daysOf, excessAt, type Excess } from './days.ts';
import { heldOf } from './held.ts';
import { absencesOf, countsBy, shiftAt, surgesOf, LEAST_WEEKS, type OddCount } from './numbers.ts';
import { shareOf, type Searched } from './searched.ts';

/** A cause accounts for at least this part of the change; one that is about all chats, for more. */
export const LEAST_SHARE = 0.12;
const LEAST_OF_ALL = 0.3;
const LEVELS = { surge: 0.001, mix: 0.0015, load: 0.001 } as const;
/** An agent was away, and the figure was worse then: each is likely enough, and both together are sure. */
const ABSENCE = { level: 0.5, worse: 0.05, both: Math.exp(-9) } as const;
/** Who is away leaves no more chats unserved than they would have served, give or take: what is far more has another cause. */
const MOST_UNSERVED = 2;
const HELD = { sure: 4.5, likely: 3, half: 0.5, least: 0.06, chance: 0.001 } as const;
/** A newcomer has this share of the chats. */
const LEAST_NEW = 0.02;
const LEAST_MIX = 0.2;
/** More chats are a load when there are so many times what is usual. */
const LEAST_LOAD = 1.15;

/** What is this part of the level below it is far beyond chance. */
const SURE = 0.005;

/** Whether a cause accounts for enough of the change; what is far beyond chance may account for less, since it is worth a look. */
export function matters(accounts: number, ofLevel: number): boolean {
  return accounts >= (ofLevel <= SURE ? LEAST_SHARE / 4 : LEAST_SHARE);
}

/** What demand and supply explain: what is missed, or waits, is what a queue does. They are looked at before any rate. */
export function* demandCauses(searched: Searched, given: ChatTable): Steps<Cause[]> {
  const causes: Cause[] = [];
  const surge = yield* surgeCause(searched, given);
  if (surge !== undefined) causes.push(surge);
  yield* addAbsences(causes, searched, given);
  const held = heldOf(given, searched.compared);
  yield;
  if (held !== undefined && isFewer(held)) {
    const accounts = shareOf(searched.target, searched);
    const { now: observed, usual: expected } = held;
    const rows = [...searched.target];
    if (accounts >= LEAST_OF_ALL)
      causes.push({ kind: 'held', rows, observed, expected, chance: HELD.chance, accounts });
  }
  return [...causes, ...newcomerCauses(searched, given, causes)];
}

/** The surest surge, of a country or an hour, that matters. */
function* surgeCause(searched: Searched, given: ChatTable): Steps<Cause | undefined> {
  const surges: (OddCount & { readonly by: 'country' | 'hour' })[] = [];
  for (const by of ['country', 'hour'] as const) {
    const counts = yield* countsBy(given, by, searched.blockOf, searched.compared);
    surges.push(...surgesOf(counts, 'more').map((one) => ({ ...one, by })));
    yield;
  }
  return surges
    .filter(({ chance }) => chance <= LEVELS.surge)
    .sort((one, two) => one.chance - two.chance)
    .map(({ by, key, days, isWhole, chats: observed, expected, chance }): Cause => {
      // Who comes at the end of an hour waits in the next one.
      const isOf = (hour: number) => by !== 'hour' || hour === key || hour === key + 1;
      const isThen = (row: number) =>
        isOf(given.hour[row] ?? 0) && isAt(given, row, isWhole ? undefined : days, undefined);
      const rows = [...searched.target].filter(isThen);
      const accounts = shareOf(rows, searched);
      return { kind: 'surge', by, key, ...(!isWhole && { days }), rows, observed, expected, chance, accounts };
    })
    .find(({ accounts, chance }) => matters(accounts, chance / LEVELS.surge));
}

function* addAbsences(causes: Cause[], searched: Searched, given: ChatTable): Steps<void> {
  const { table, values, usual, blockOf, compared, daySpread, target } = searched;
  const counts = yield* countsBy(given, 'agent', blockOf, compared);
  const gone = absencesOf(counts).filter((one) => one.chance <= ABSENCE.level && wasThere(one, searched, given));
  yield;
  if (gone.length === 0) return;
  const days = yield* daysOf(table, target, values, usual, blockOf, compared.period);
  let kept = leftOf(searched, causes);
  for (const one of gone) {
    const hours = hoursOf(blockOf, one.blocks);
    const rows = kept.filter((row) => isAt(given, row, one.days, hours));
    const accounts = shareOf(rows, searched);
    const isShare = usual.kind === 'yes-no';
    if (accounts < LEAST_SHARE || !isLikely(one, excessAt(days, daySpread, one), gone.length, isShare)) continue;
    const { key, days: on, chats: observed, expected, chance } = one;
    causes.push({ kind: 'absence', by: 'agent', key, days: on, hours, rows, observed, expected, chance, accounts });
    const taken = new Set(rows);
    kept = kept.filter((row) => !taken.has(row));
  }
}

/** Whether an agent who was away had chats in the compared period: who was away in both explains no change. */
function wasThere({ key, expected }: OddCount, { better }: Searched, { by, day }: ChatTable): boolean {
  let chats = 0;
  for (let row = 0; row < day.length; row += 1) if (by.agent[row] === key && isIn(day[row], better)) chats += 1;
  return chats >= expected / 2;
}

/** Whether an agent was away and the figure was worse then, where so many may have been away. */
function isLikely({ expected, chats, chance }: OddCount, worse: Excess, tried: number, areCounts: boolean): boolean {
  if (areCounts && worse.observed - worse.expected > MOST_UNSERVED * (expected - chats)) return false;
  return worse.chance * tried <= ABSENCE.worse && chance * worse.chance * tried <= ABSENCE.both;
}

/** Whether agents held fewer chats at once than they usually do: surely, or likely and by half of what they hold beside one. */
function isFewer({ now, usual, score }: { readonly now: number; readonly usual: number; readonly score: number }) {
  if (usual - now < HELD.least) return false;
  return score >= HELD.sure || (score >= HELD.likely && usual - now >= HELD.half * (usual - 1));
}

/** The agents whom only the period has, where all chats of their hours went worse. */
function newcomerCauses(searched: Searched, { by, day, hour }: ChatTable, found: readonly Cause[]): Cause[] {
  const { compared, target } = searched;
  // Who is new since days that are not loaded may have been there on them.
  if (compared.weeks.length < LEAST_WEEKS || !compared.isWhole) return [];
  const { period } = compared;
  const named = new Map<number, number[]>();
  const old = new Set<number>([NONE]);
  for (let row = 0; row < day.length; row += 1) {
    const agent = by.agent[row] ?? NONE;
    if ((day[row] ?? 0) < period.from) old.add(agent);
    if (isIn(day[row], period)) named.set(agent, [...(named.get(agent) ?? []), row]);
  }
  const kept = leftOf(searched, found);
  return [...named].flatMap(([key, own]): Cause[] => {
    if (old.has(key) || own.length < LEAST_NEW * target.length) return [];
    const at = own.map((row) => hour[row] ?? 0);
    const hours = [Math.min(...at), Math.max(...at) + 1] as const;
    const days = new Set(own.map((row) => day[row] ?? 0));
    const rows = kept.filter((row) => isAt({ day, hour }, row, [...days], hours));
    const accounts = shareOf(rows, searched);
    if (accounts < LEAST_OF_ALL) return [];
    return [
      { kind: 'newcomer', by: 'agent', key, hours, rows, observed: own.length, expected: 0, chance: 0, accounts },
    ];
  });
}

/** The chats of the period that no short cause explains yet. */
function leftOf({ target }: Searched, causes: readonly Cause[]): number[] {
  const gone = new Set(causes.filter((one) => isShort(one, target.length)).flatMap(({ rows }) => rows));
  return [...target].filter((row) => !gone.has(row));
}

/** Whether a cause is one of some days or of an hour, so that the rest of the period, of so many chats, is searched without its chats. */
export function isShort(cause: Cause, chats: number): boolean {
  if (cause.kind === 'absence') return cause.rows.length <= chats / 2;
  return cause.kind === 'surge' && (cause.by === 'hour' || (cause.days?.length ?? 7) < 6);
}

/**
 * Adds what other numbers of chats explain of a whole period: the part of each grouping whose share of the chats changed the figure by
 * most, since it always goes otherwise; and more chats for all.
 */
export function* addVolumes(causes: Cause[], searched: Searched): Steps<void> {
  const { table, blockOf, compared, target, unit } = searched;
  if (compared.weeks.length < LEAST_WEEKS) return;
  const whole = { days: daysIn(compared.period), blocks: WHOLE_DAY };
  const shifts: { by: Facet; key: number; chats: number; expected: number; chance: number; tries: number }[] = [];
  for (const by of FACETS) {
    const counts = yield* countsBy(table, by, blockOf, compared);
    for (const [key, own] of counts.keys) shifts.push({ by, key, tries: 0, ...shiftAt(counts, own, whole, true) });
  }
  const mixed = shifts
    .filter(({ chance }) => 2 * chance * shifts.length <= LEVELS.mix)
    .map((one) => ({ ...one, accounts: ((one.chats - one.expected) * rateGap(one.by, one.key, searched)) / unit }))
    .filter(({ accounts }) => accounts >= LEAST_MIX)
    .sort((one, two) => two.accounts - one.accounts);
  yield;
  for (const { by, key, chats: observed, expected, chance, accounts } of mixed) {
    if (causes.some((cause) => cause.kind === 'mix' && cause.by === by)) continue;
    // What is named already keeps its name, unless it is more of the chats that did it.
    const same = causes.findIndex((cause) => 'by' in cause && cause.by === by && cause.key === key);
    const named = causes[same];
    if (named !== undefined && (named.days !== undefined || named.accounts > 2 * accounts)) continue;
    if (named !== undefined) causes.splice(same, 1);
    const rows = [...target].filter((row) => table.by[by][row] === key);
    causes.push({ kind: 'mix', by, key, rows, observed, expected, chance, accounts });
  }
  if (causes.some(({ kind }) => kind === 'surge')) return;
  const all = yield* countsBy(table, 'all', blockOf, compared);
  const { chats: observed, expected, chance } = shiftAt(all, all.all, whole, false);
  const accounts = 1 - causes.reduce((sum, one) => sum + one.accounts, 0);
  if (chance > LEVELS.load || observed < LEAST_LOAD * expected || accounts < LEAST_SHARE) return;
  causes.push({ kind: 'load', rows: [...target], observed, expected, chance, accounts });
}

/** How much worse chats of a part go than others, over all periods; 0 where that may be chance, or was not so before. */
function rateGap(by: Facet, key: number, { table, values, target, reference }: Searched): number {
  const keys = keysBy(table, by);
  const sumsOf = (rows: Int32Array) => {
    const sums = { n: rows.length, sum: sumOver(rows, values), squares: 0 };
    for (const row of rows) sums.squares += (values[row] ?? 0) ** 2;
    return sums;
  };
  const isOf = (row: number) => keys[row] === key;
  const gapIn = (rows: Int32Array) => {
    const [part, rest] = [sumsOf(rows.filter(isOf)), sumsOf(rows.filter((row) => !isOf(row)))];
    const errorOf = ({ n, sum, squares }: typeof part) => (squares - sum ** 2 / Math.max(1, n)) / Math.max(1, n) ** 2;
    return {
      gap: part.sum / Math.max(1, part.n) - rest.sum / Math.max(1, rest.n),
      error: Math.sqrt(errorOf(part) + errorOf(rest)),
    };
  };
  const before = gapIn(reference);
  const whole = gapIn(Int32Array.from([...target, ...reference]));
  return Math.abs(whole.gap) > 3 * whole.error && whole.gap * before.gap > 0 ? whole.gap : 0;
}
