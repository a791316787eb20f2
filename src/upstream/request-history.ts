import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';

/** Requests are counted in steps of so many milliseconds, so that a history stays small at any rate. */
const STEP = 250;

/** The longest that a service is believed to want to be left alone. */
export const LONGEST_PAUSE = 15 * 60_000;

/** What was learned about a limit, which the service never tells. */
const LearnedRate = z.object({
  perMinute: z.int().positive(),
  refusedAt: z.int(),
  /** How many were accepted since it was refused. */
  acceptedSince: z.int().nonnegative(),
  /** By how many it is raised next: twice as many each time, until it is refused again. */
  raise: z.int().positive(),
});
export type LearnedRate = z.infer<typeof LearnedRate>;

/** To what a limit applies: to one endpoint, or to all that the login asks. */
export type Scope = Endpoint | 'all';

/**
 * What is known of the requests of a login: those of the last minute, and how the service took them. All times are
 * milliseconds on the clock of who keeps the history.
 */
export const RequestHistory = z.object({
  /** When it began: what was asked before is not known. */
  since: z.int(),
  sent: z.array(
    z.object({
      at: z.int(),
      endpoint: z.enum(ENDPOINTS),
      count: z.int().nonnegative(),
      accepted: z.int().nonnegative(),
      refused: z.int().nonnegative(),
    }),
  ),
  lastBackgroundAt: z.int(),
  /** Nobody asks before this, because the service said so. */
  pausedUntil: z.int(),
  /** Refusals since a request was last accepted. */
  refusals: z.int().nonnegative(),
  /** What the last refusal looked like that did not say how long to wait. */
  untold: z.object({ at: z.int(), shape: z.string() }).optional(),
  learned: z.partialRecord(z.enum(['all', ...ENDPOINTS]), LearnedRate),
});
export type RequestHistory = z.infer<typeof RequestHistory>;

export const NO_HISTORY: RequestHistory = {
  since: 0,
  sent: [],
  lastBackgroundAt: 0,
  pausedUntil: 0,
  refusals: 0,
  learned: {},
};

/** What a history still says at a moment, on a clock that may have been set back since it was written. */
export function recall(history: RequestHistory, now: number, minute: number): RequestHistory {
  return {
    ...history,
    since: history.since > 0 ? Math.min(history.since, now) : now,
    sent: history.sent
      .filter(({ at }) => at > now - minute)
      .map((entry) => (entry.at > now ? { ...entry, at: stepOf(now) } : entry)),
    lastBackgroundAt: Math.min(history.lastBackgroundAt, now),
    pausedUntil: Math.min(history.pausedUntil, now + LONGEST_PAUSE),
  };
}

export function stepOf(at: number): number {
  return Math.floor(at / STEP) * STEP;
}

type Count = 'count' | 'accepted' | 'refused';

/** Counts a request that goes out at a moment, or how the service took one that went out then; `by` −1 takes it back. */
function counted(
  history: RequestHistory,
  at: number,
  endpoint: Endpoint,
  what: Count,
  by: 1 | -1 = 1,
): RequestHistory['sent'] {
  const step = stepOf(at);
  const isSame = (entry: RequestHistory['sent'][number]): boolean => entry.at === step && entry.endpoint === endpoint;
  const before = history.sent.find(isSame);
  // An answer that comes after more than a minute changes nothing any more.
  if (before === undefined && what !== 'count') return history.sent;
  const entry = before ?? { at: step, endpoint, count: 0, accepted: 0, refused: 0 };
  return [...history.sent.filter((other) => !isSame(other)), { ...entry, [what]: entry[what] + by }];
}

/** Counts a request that goes out now. */
export function withSent(history: RequestHistory, now: number, endpoint: Endpoint): RequestHistory {
  return { ...history, sent: counted(history, now, endpoint, 'count') };
}

/** Takes back a request that was counted and did not go out. */
export function withoutSent(history: RequestHistory, at: number, endpoint: Endpoint): RequestHistory {
  return { ...history, sent: counted(history, at, endpoint, 'count', -1) };
}

/** Notes that a request which went out at that time was accepted. */
export function withAccepted(history: RequestHistory, sentAt: number, endpoint: Endpoint): RequestHistory {
  const { all, [endpoint]: own } = history.learned;
  return {
    ...history,
    refusals: 0,
    sent: counted(history, sentAt, endpoint, 'accepted'),
    learned: {
      ...history.learned,
      ...(all !== undefined && { all: { ...all, acceptedSince: all.acceptedSince + 1 } }),
      ...(own !== undefined && { [endpoint]: { ...own, acceptedSince: own.acceptedSince + 1 } }),
    },
  };
}

/** Notes that a request which went out at that time was refused for being too many. */
export function withRefused(history: RequestHistory, sentAt: number, endpoint: Endpoint): RequestHistory {
  return { ...history, refusals: history.refusals + 1, sent: counted(history, sentAt, endpoint, 'refused') };
}

/** The requests of a scope that went out since a moment. */
export function requestsSince({ sent }: RequestHistory, scope: Scope, since: number): Readonly<Record<Count, number>> {
  const sums = { count: 0, accepted: 0, refused: 0 };
  for (const entry of sent) {
    if (entry.at < since || (scope !== 'all' && entry.endpoint !== scope)) continue;
    sums.count += entry.count;
    sums.accepted += entry.accepted;
    sums.refused += entry.refused;
  }
  return sums;
}
