import type { Steps } from '../../model/slices.ts';
import { chanceOfFewer } from './chances.ts';
import { surgesOf } from './arrivals.ts';
import type { Cause } from './cause.ts';
import { isAt, isIn, type ChatTable } from './chat-table.ts';
import { excessOf, type Excess } from './days.ts';
import { hoursOf, type Searched } from './searched.ts';
import { absencesOf, heldOf, newcomersOf, type Absence } from './supply.ts';

/** A cause accounts for at least this part of the change; one that is about all chats, for more. */
export const LEAST_SHARE = 0.12;
const LEAST_OF_ALL = 0.3;
const SURGE_LEVEL = 0.001;
/** An agent was away, and the figure was worse then: each is likely enough, and both together are sure. */
const ABSENCE = { level: 0.5, worse: 0.05, both: Math.exp(-9) } as const;
const LONG_ABSENCE = { level: 0.003, worse: 0.02 } as const;
/** Who is away leaves no more chats unserved than they would have served, give or take: what is far more has another cause. */
const MOST_UNSERVED = 2;
const HELD = { sure: 4.5, likely: 3, half: 0.5, least: 0.06, chance: 0.001 } as const;
/** A newcomer has this share of the chats, and at least two weeks before were looked at. */
const NEWCOMER = { share: 0.02, days: 14 } as const;

/** What demand and supply explain: what is missed, or waits, is what a queue does. They are looked at before any rate. */
export function* demandCauses(searched: Searched, given: ChatTable): Steps<Cause[]> {
  const causes = yield* queueCauses(searched, given);
  yield;
  return [...causes, ...newcomerCauses(searched, given, causes)];
}

function* queueCauses(searched: Searched, given: ChatTable): Steps<Cause[]> {
  const { context, period, other, periods, accounts, target } = searched;
  const causes: Cause[] = [];
  const surge = surgesOf(given, ['country', 'hour'], 'more', period, other, periods)
    .filter(({ chance }) => chance <= SURGE_LEVEL)
    .map(({ days, ...one }): Cause => {
      // Who comes at the end of an hour waits in the next one.
      const rows = target.filter(
        (row) =>
          isAt(given, row, days, undefined) &&
          (one.by !== 'hour' || [one.key, one.key + 1].includes(given.hour[row] ?? 0)),
      );
      const { by, key, chats, expected, chance } = one;
      return {
        kind: 'surge',
        by,
        key,
        ...(days && { days }),
        rows: [...rows],
        observed: chats,
        expected,
        chance,
        accounts: accounts([...rows]),
      };
    })
    .find((one) => one.accounts >= LEAST_SHARE);
  if (surge !== undefined) causes.push(surge);
  yield;
  let kept = leftOf(searched, causes);
  const gone = absencesOf(given, context.blockOf, period, other, periods).filter(
    (one) => one.chance <= ABSENCE.level && wasThere(one, searched, given),
  );
  for (const one of gone) {
    const hours = hoursOf(context.blockOf, one.blocks);
    const rows = kept.filter((row) => isAt(given, row, one.days, hours));
    const share = accounts(rows);
    const worse = excessOf(searched.days, one);
    const isSure = one.isLong
      ? one.chance <= LONG_ABSENCE.level && worse.chance <= LONG_ABSENCE.worse
      : share >= LEAST_SHARE && isLikely(one, worse, gone.length, context.kind === 'yes-no');
    if (!isSure || causes.some(({ kind }) => kind === 'absence' && one.isLong)) continue;
    const { agent, days, chats, expected, chance } = one;
    causes.push({
      kind: 'absence',
      by: 'agent',
      key: agent,
      days,
      hours,
      rows,
      observed: chats,
      expected,
      chance,
      accounts: share,
    });
    kept = without(kept, new Set(rows));
  }
  yield;
  const held = heldOf(given, period, other);
  if (held !== undefined && isFewer(held)) {
    const rows = [...target];
    const share = accounts(rows);
    if (share >= LEAST_OF_ALL) {
      const { now: observed, usual: expected } = held;
      causes.push({ kind: 'held', rows, observed, expected, chance: HELD.chance, accounts: share });
    }
  }
  return causes;
}

function newcomerCauses(searched: Searched, given: ChatTable, found: readonly Cause[]): Cause[] {
  const { period, other, target, accounts } = searched;
  if (period.from - other.from < NEWCOMER.days) return [];
  const kept = leftOf(searched, found);
  const causes: Cause[] = [];
  for (const { agent, chats, days, hours } of newcomersOf(given, period, NEWCOMER.share * target.length)) {
    const rows = kept.filter((row) => isAt(given, row, [...days], hours));
    const share = accounts(rows);
    if (share < LEAST_OF_ALL) continue;
    const chance = chanceOfFewer(0, chats, 0.1);
    causes.push({
      kind: 'newcomer',
      by: 'agent',
      key: agent,
      hours,
      rows,
      observed: chats,
      expected: 0,
      chance,
      accounts: share,
    });
  }
  return causes;
}

/** The chats of the period that no short cause explains yet. */
function leftOf({ target }: Searched, causes: readonly Cause[]): number[] {
  return without(target, new Set(causes.filter((one) => isShort(one, target.length)).flatMap(({ rows }) => rows)));
}

/** Whether an agent who was away had chats in the compared period: who was away in both explains no change. */
function wasThere({ agent, expected }: Absence, { period, periods }: Searched, { by, day, start }: ChatTable): boolean {
  const compared = period === periods.now ? periods.before : periods.now;
  let chats = 0;
  for (let row = 0; row < start.length; row += 1) if (by.agent[row] === agent && isIn(day[row], compared)) chats += 1;
  return chats >= expected / 2;
}

/** Whether an agent was away and the figure was worse then, where so many may have been away. */
function isLikely({ expected, chats, chance }: Absence, worse: Excess, tried: number, areCounts: boolean): boolean {
  if (areCounts && worse.observed - worse.expected > MOST_UNSERVED * (expected - chats)) return false;
  return worse.chance * tried <= ABSENCE.worse && chance * worse.chance * tried <= ABSENCE.both;
}

/** Whether a cause is one of some days or of an hour, so that the rest of the period, of so many chats, is searched without its chats. */
export function isShort(cause: Cause, chats: number): boolean {
  if (cause.kind === 'absence') return cause.rows.length <= chats / 2;
  return cause.kind === 'surge' && (cause.by === 'hour' || (cause.days?.length ?? 7) < 6);
}

/** Whether agents held fewer chats at once than they usually do: surely, or likely and by half of what they hold beside one. */
function isFewer({ now, usual, score }: { readonly now: number; readonly usual: number; readonly score: number }) {
  if (usual - now < HELD.least) return false;
  return score >= HELD.sure || (score >= HELD.likely && usual - now >= HELD.half * (usual - 1));
}

function without(rows: Iterable<number>, gone: ReadonlySet<number>): number[] {
  return [...rows].filter((row) => !gone.has(row));
}
