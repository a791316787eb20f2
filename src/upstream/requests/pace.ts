import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import type { Priority } from '../../model/progress.ts';
import type { Endpoint, PacedRequest } from '../endpoints.ts';
import {
  recall,
  requestsSince,
  withRefused,
  withSent,
  type LearnedRate,
  type RequestHistory,
  type Scope,
  type Sent,
} from './request-history.ts';

// Computes when the next request may go: a history in, a wait and the next history out. All times are milliseconds.

/** The service counts by when requests arrive, which is later than when they leave: its minute is a little longer here. */
export const WINDOW = 61_000;
const MINUTE = 60_000;

/** The part of the budget that may be in use for work of a priority to go on; the rest waits for people's questions. */
const SHARES: Readonly<Record<Priority, number>> = { person: 1, background: 0.8, ahead: 0.5 };

/** A learned rate is raised, to try it, after this number of requests that were taken, or after this time. */
const MIN_TAKEN_BEFORE_RAISE = 50;
const MAX_MILLIS_BEFORE_RAISE = 10 * MINUTE;

/** A refusal shows that a rate is too high only where at least this part of it was in use. */
const IN_USE = 0.8;

/** Returns the requests of a scope that may go in a minute: what was learned, else the ceiling. */
export function rateOf({ learned }: RequestHistory, scope: Scope, ceiling: number): number {
  return Math.min(learned[scope]?.perMinute ?? ceiling, ceiling);
}

/** Returns the part of them that requests of that priority may use: for reading ahead none where half of them is less than one. */
function usable(rate: number, priority: Priority): number {
  return Math.max(priority === 'ahead' ? 0 : 1, Math.floor(rate * SHARES[priority]));
}

/**
 * Returns the least wait of a request (design, "limits"), and the history to go on with: at most the ceiling goes in any minute, at most the learned
 * rate of its endpoint, nobody during a pause, background work evenly, leaving a fifth, and reading ahead evenly, leaving half.
 * `history` is what is known then: it may try a little more than was learned.
 */
export function consider(
  before: RequestHistory,
  now: number,
  ceiling: number,
  request: PacedRequest,
): { readonly history: RequestHistory; readonly wait: number } {
  const history = raised(recall(before, now, WINDOW), now, ceiling, request);
  return { history, wait: waitOf(history, now, ceiling, request, 1) };
}

/** Counts a request that goes now. */
export function sent(history: RequestHistory, now: number, { endpoint, priority }: PacedRequest): RequestHistory {
  const next = withSent(history, now, endpoint);
  switch (priority) {
    case 'person':
      return next;
    case 'background':
      return { ...next, background: { ...next.background, [endpoint]: now } };
    case 'ahead':
      return { ...next, aheadAt: now };
  }
}

/** Returns the time until the `count`-th request from now may go, if nobody else asks. */
export function forecast(
  history: RequestHistory,
  now: number,
  ceiling: number,
  request: PacedRequest,
  count: number,
): Seconds {
  return seconds(waitOf(recall(history, now, WINDOW), now, ceiling, request, count) / 1000);
}

function waitOf(
  history: RequestHistory,
  now: number,
  ceiling: number,
  { endpoint, priority }: PacedRequest,
  count: number,
): number {
  const paused = Math.max(0, history.pausedUntil - now);
  const { all, [endpoint]: own } = priority === 'ahead' ? cautious(history, now) : history.learned;
  // Under the ceiling is all that goes out; what the service refused took no place in a minute of its own.
  const everything = history.sent;
  const taken = everything.map((entry) => ({ ...entry, count: entry.count - entry.refused }));
  const ownTaken = taken.filter((entry) => entry.endpoint === endpoint);
  const wait = (window: readonly Sent[], rate: number): number =>
    windowWait(window, now, usable(rate, priority), count);
  return Math.ceil(
    Math.max(
      paused,
      wait(everything, ceiling),
      all === undefined ? 0 : wait(taken, all.perMinute),
      own === undefined ? 0 : wait(ownTaken, own.perMinute),
      spacingWait(history, now, ceiling, { endpoint, priority }, count),
    ),
  );
}

/**
 * Returns what to go by where nobody waits: a limit that was met lately, at whichever endpoint, may be that of the login, until
 * it is known better.
 */
function cautious({ learned }: RequestHistory, now: number): RequestHistory['learned'] {
  const lately = Object.values(learned).filter(({ refusedAt }) => now - refusedAt < MAX_MILLIS_BEFORE_RAISE);
  const [lowest] = lately.sort((one, other) => one.perMinute - other.perMinute);
  return omitUndefined({ ...learned, all: lowest ?? learned.all });
}

/** Returns the milliseconds until the `count`-th request from now finds fewer than `limit` in the minute before it. */
function windowWait(window: readonly Sent[], now: number, limit: number, count: number): number {
  if (limit === 0) return count * WINDOW;
  const used = window.reduce((sum, entry) => sum + entry.count, 0);
  if (used + count <= limit) return 0;
  // More may be in use than the limit, which was lower learned or is the share of background work.
  const over = Math.max(0, used - limit);
  const place = count - 1 - (limit - used);
  const cycle = place < over ? 0 : Math.floor((place - over) / limit);
  let left = place < over ? place : over + ((place - over) % limit);
  for (const { at, count: there } of window) {
    if (left < there) return at + WINDOW - now + cycle * WINDOW;
    left -= there;
  }
  return WINDOW + cycle * WINDOW;
}

/**
 * Work that nobody waits for is spread over the minute: at its endpoint by that one's rate, and over all by the common one.
 * What is read ahead keeps its distance from itself alone: background work does not wait for it.
 */
function spacingWait(
  history: RequestHistory,
  now: number,
  ceiling: number,
  { endpoint, priority }: PacedRequest,
  count: number,
): number {
  if (priority === 'person') return 0;
  const wait = (last: number | undefined, scope: Scope): number => {
    const rate = usable(rateOf(history, scope, ceiling), priority);
    return last === undefined || rate === 0 ? 0 : last + (WINDOW / rate) * count - now;
  };
  if (priority === 'ahead') return Math.max(wait(history.aheadAt, endpoint), wait(history.aheadAt, 'all'));
  const latest = Object.values(history.background).sort((one, other) => other - one)[0];
  return Math.max(wait(history.background[endpoint], endpoint), wait(latest, 'all'));
}

/** Raises a learned rate a little, to try it, when all of it is in use, and some of it was taken since it was refused. */
function raised(
  history: RequestHistory,
  now: number,
  ceiling: number,
  { endpoint, priority }: PacedRequest,
): RequestHistory {
  // What is read ahead leaves half of the rate, so it cannot show that more is allowed.
  if (history.pausedUntil > now || priority === 'ahead') return history;
  const learned = { ...history.learned };
  for (const scope of [endpoint, 'all'] as const) {
    const rate = learned[scope];
    if (rate === undefined || !isDue(rate, now)) continue;
    // Background work goes so evenly that a minute is never full of it.
    const full = priority === 'person' ? rate.perMinute : IN_USE * usable(rate.perMinute, priority) - 1;
    if (requestsSince(history, scope, now - MINUTE).taken < full) continue;
    const perMinute = rate.perMinute + rate.raise;
    if (perMinute >= ceiling) delete learned[scope];
    else learned[scope] = { ...rate, perMinute, raise: rate.raise * 2 };
  }
  return { ...history, learned };
}

function isDue({ raise, takenSince, refusedAt }: LearnedRate, now: number): boolean {
  return raise > 1 || takenSince >= MIN_TAKEN_BEFORE_RAISE || Math.abs(now - refusedAt) >= MAX_MILLIS_BEFORE_RAISE;
}

export interface RefusedRequest {
  readonly at: number;
  readonly sentAt: number;
  readonly endpoint: Endpoint;
  /** The milliseconds for which nobody asks now. */
  readonly pause: number;
  /** The shape of its answer, if it did not say for how long. */
  readonly untold?: ProgramText | undefined;
}

/** Learns from a refusal (HTTP 429): everybody waits, and the rate becomes what was taken in the last minute. */
export function learnFromRefusal(
  before: RequestHistory,
  ceiling: number,
  { at, sentAt, endpoint, pause, untold }: RefusedRequest,
): RequestHistory {
  const recalled = recall(before, at, WINDOW);
  const history = {
    ...withRefused(recalled, sentAt, endpoint),
    pausedUntil: Math.max(recalled.pausedUntil, at + Math.ceil(pause)),
    ...omitUndefined({ untold: mapKnown(untold, (shape) => ({ shape })) }),
  };
  // Requests that went together are refused together: that is one refusal.
  if (recalled.pausedUntil > at) return history;
  const refused = { ...history, refusals: recalled.refusals + 1 };
  const own = requestsSince(history, endpoint, at - MINUTE).taken;
  const all = requestsSince(history, 'all', at - MINUTE).taken;
  const scope = limitedScope(history.learned, endpoint, own, all);
  const perMinute = scope === 'all' ? all : own;
  // Others ask in the name of this login, too, or this process did before it was started again.
  if (perMinute === 0) return refused;
  // With less than the rate in use, others may have asked, or a burst was too short: the rate is soon raised again.
  const wasInUse = at - history.since >= WINDOW && perMinute >= IN_USE * provenRate(history, scope, ceiling);
  const rate = { perMinute, refusedAt: at, takenSince: wasInUse ? 0 : MIN_TAKEN_BEFORE_RAISE, raise: 1 };
  return { ...refused, learned: { ...history.learned, [scope]: rate } };
}

/** Returns the rate of a scope before it was last raised. */
function provenRate(history: RequestHistory, scope: Scope, ceiling: number): number {
  const learned = history.learned[scope];
  return learned === undefined ? ceiling : learned.perMinute - Math.floor(learned.raise / 2);
}

/**
 * Returns the scope whose limit refused a request, of which the service says nothing: that of the rate which was just
 * raised; else the login's when most of what was taken went elsewhere, unless as much is known to be allowed.
 */
function limitedScope(learned: RequestHistory['learned'], endpoint: Endpoint, own: number, all: number): Scope {
  const isTried = (scope: Scope): boolean => (learned[scope]?.raise ?? 1) > 1;
  if (isTried(endpoint) !== isTried('all')) return isTried('all') ? 'all' : endpoint;
  return own >= all / 2 || all < (learned.all?.perMinute ?? 0) ? endpoint : 'all';
}
