import type { DayRange } from './time/day.ts';
import { ArchiveUnwritable, RateLimited } from './errors.ts';
import { omitUndefined } from './omit-undefined.ts';
import { epochMillis, seconds, type EpochMillis, type Seconds } from './time/units.ts';

/**
 * The grounds on which nothing is missing (design, "Shapes"):
 * - `proven`: every walk ended in a page without rows, and nothing slipped past it while rows came and went: two readings
 *   agreed, or the last page, looked at before and after, had moved exactly as far as rows were met twice;
 * - `assumed`: a walk ended in another way that the specification leaves open;
 * - `capped`: a walk reached the page cap;
 * - `partial`: the deadline, the budget or a cancellation ended it early, rows slipped past every reading, or the API showed
 *   nothing of what it had;
 * - `denied`: the login may not read it;
 * - `stale`: the API could not be reached, and older records answered.
 */
export const BASES = ['proven', 'assumed', 'capped', 'partial', 'stale', 'denied'] as const;
export type Basis = (typeof BASES)[number];

/** The weaker of two: an answer is as sure as its least sure part. */
export function weakerBasis(one: Basis, other: Basis): Basis {
  return BASES.indexOf(one) >= BASES.indexOf(other) ? one : other;
}

/** The cost of reading what is missing of a range of days of chats, or of a whole list. */
export interface Plan {
  /** The number of UTC days (for a list: 1) that are to be read. */
  readonly missing: number;
  readonly requests: number;
  /** The requests of interrupted or running readings of it that were answered already. */
  readonly done: number;
  /** From now until the last of them is answered, if nobody else asks. */
  readonly seconds: Seconds;
  /**
   * - `learned`: from the page size and the volume of what was read before;
   * - `guess`: from a usual page size, or from how far an unfinished walk has come;
   * - `at least`: nothing tells how much there is, and this is the least it can take;
   * - `nothing`: all is at hand.
   */
  readonly basis: PlanBasis;
}

export const PLAN_BASES = ['nothing', 'learned', 'guess', 'at least'] as const;
export type PlanBasis = (typeof PLAN_BASES)[number];

/** The weaker of two: a plan is as sure as its least sure part. */
export function weakerPlanBasis(one: PlanBasis, other: PlanBasis): PlanBasis {
  return PLAN_BASES.indexOf(one) >= PLAN_BASES.indexOf(other) ? one : other;
}

/** The part of a range of days of chats, or of a whole list, that is known. */
export interface Coverage {
  readonly basis: Basis;
  /** The number of UTC days (for a list: 1) that were asked for, and of those that were walked to an end. */
  readonly asked: number;
  readonly covered: number;
  /** The others of a range of UTC days. */
  readonly missingDays?: readonly DayRange[];
  /** The oldest look at any part of it; absent when no part was ever read. */
  readonly asOf?: EpochMillis;
  /** The oldest look at what may still change; absent when all that is covered is settled, and not read again. */
  readonly changingAsOf?: EpochMillis;
  /**
   * The moment until which no chat of a range of days is missing, however long ago it was loaded; absent where one may be
   * missing, and of a list.
   */
  readonly wholeUntil?: EpochMillis;
  /** Records that could not be read and are missing from the answer. */
  readonly rejectedRecords: number;
  /** The cost of the rest, where it can be told; `done`: the requests that were answered already of what is being read. */
  readonly remaining?: { readonly requests: number; readonly seconds: Seconds; readonly done?: number };
  /** Whether records moved under every reading of some part, so that some may be missing. */
  readonly hasMoved?: boolean;
  /** The time in which nothing more can be read, where it was that which cut the reading short. */
  readonly opensIn?: Seconds;
  /** Why what came could not be kept, where it was that. */
  readonly unkept?: ArchiveUnwritable;
}

/** Returns the cost of the rest by a plan, where it can be told. */
export function remainingOf({ requests, done, seconds, basis }: Omit<Plan, 'missing'>): Coverage['remaining'] {
  return basis === 'learned' || basis === 'guess' ? { requests, done, seconds } : undefined;
}

/** Returns what is said of a failure to read beside the basis: for how long no request may go out, or what cannot be kept. */
export function causeOf(error: unknown): Pick<Coverage, 'opensIn' | 'unkept'> {
  if (error instanceof ArchiveUnwritable) return { unkept: error };
  return error instanceof RateLimited ? { opensIn: error.retry.after } : {};
}

/** Whether an answer may speak of the whole of what was asked. */
export function isComplete({ basis, asked, covered, rejectedRecords }: Coverage): boolean {
  return covered >= asked && rejectedRecords === 0 && (basis === 'proven' || basis === 'assumed');
}

/** The coverage of an answer of two parts, of which it is as old as the older one, and no surer than the weaker. */
export function oldestOf(one: Coverage, other: Coverage): Coverage {
  const oldest = (some: EpochMillis | undefined, others: EpochMillis | undefined) =>
    some === undefined || others === undefined ? (some ?? others) : epochMillis(Math.min(some, others));
  return omitUndefined({
    ...other,
    basis: weakerBasis(one.basis, other.basis),
    asOf: oldest(one.asOf, other.asOf),
    changingAsOf: oldest(one.changingAsOf, other.changingAsOf),
  });
}

/** The coverage of ranges of days that have none in common, as that of one. */
export function togetherOf(parts: readonly [Coverage, ...Coverage[]]): Coverage {
  return parts.reduce((one, other) =>
    omitUndefined({
      ...oldestOf(one, other),
      asked: one.asked + other.asked,
      covered: one.covered + other.covered,
      missingDays:
        one.missingDays && other.missingDays
          ? [...other.missingDays, ...one.missingDays]
          : (one.missingDays ?? other.missingDays),
      wholeUntil: one.wholeUntil && other.wholeUntil,
      rejectedRecords: one.rejectedRecords + other.rejectedRecords,
      remaining:
        one.remaining && other.remaining
          ? {
              requests: one.remaining.requests + other.remaining.requests,
              seconds: seconds(one.remaining.seconds + other.remaining.seconds),
            }
          : (one.remaining ?? other.remaining),
      hasMoved: one.hasMoved ?? other.hasMoved,
      opensIn: one.opensIn ?? other.opensIn,
      unkept: one.unkept ?? other.unkept,
    }),
  );
}

/** The coverage of a list for who is not shown it. */
export const NOT_SHOWN: Coverage = { basis: 'partial', asked: 1, covered: 0, rejectedRecords: 0 };
