import { seconds, type Seconds } from '../model/units.ts';
import type { Endpoint } from './endpoints.ts';
import {
  recall,
  requestsSince,
  withRefused,
  withSent,
  type LearnedRate,
  type RequestHistory,
  type Scope,
} from './request-history.ts';

// When the next request may go. Pure: a history in, a wait and the next history out. All times are milliseconds.

/** The service counts by when requests arrive, which is later than when they leave: a minute here is a little longer. */
export const MINUTE = 61_000;
const MINUTE_OF_SERVICE = 60_000;

/** The part of the budget that background work may take; the rest waits for people's questions. */
const BACKGROUND_SHARE = 0.8;

/** A learned rate is tried to be raised after so many accepted requests, or after so long. */
const ACCEPTED_BEFORE_RAISE = 50;
const LONGEST_BEFORE_RAISE = 10 * 60_000;

/** Whether a person waits for the answer. */
export type Urgency = 'person' | 'background';

export interface PacedRequest {
  readonly endpoint: Endpoint;
  readonly urgency: Urgency;
}

/** How many requests of a scope the gate lets through in a minute: what was learned, else the ceiling. */
export function rateOf({ learned }: RequestHistory, scope: Scope, ceiling: number): number {
  return Math.min(learned[scope]?.perMinute ?? ceiling, ceiling);
}

/** How many of them a request of that urgency finds in use when it has to wait. */
function usable(rate: number, urgency: Urgency): number {
  return urgency === 'person' ? rate : Math.max(1, Math.floor(rate * BACKGROUND_SHARE));
}

/**
 * Lets a request go, which `history` then counts, or says how long it has to wait at least (design, "limits"):
 * at most the ceiling in any minute, at most the learned rate of its endpoint, nobody during a pause, and background
 * work evenly, leaving a fifth.
 */
export function admit(
  before: RequestHistory,
  now: number,
  ceiling: number,
  request: PacedRequest,
): { readonly history: RequestHistory; readonly wait: number } {
  const history = raised(recall(before, now, MINUTE), now, ceiling, request);
  const wait = waitOf(history, now, ceiling, request, 1);
  if (wait > 0) return { history, wait };
  const sent = withSent(history, now, request.endpoint);
  return { history: request.urgency === 'background' ? { ...sent, lastBackgroundAt: now } : sent, wait };
}

/** How long it takes until the `count`-th request from now may go, if nobody else asks. */
export function forecast(
  history: RequestHistory,
  now: number,
  ceiling: number,
  request: PacedRequest,
  count: number,
): Seconds {
  return seconds(waitOf(recall(history, now, MINUTE), now, ceiling, request, count) / 1000);
}

function waitOf(
  history: RequestHistory,
  now: number,
  ceiling: number,
  { endpoint, urgency }: PacedRequest,
  count: number,
): number {
  const paused = Math.max(0, history.pausedUntil - now);
  const { all, [endpoint]: own } = history.learned;
  const { sent } = history;
  // Under the ceiling is all that goes out; what the service refused took no place in a minute of its own.
  const taken = sent.map((entry) => ({ ...entry, count: entry.count - entry.refused }));
  const waits = [
    windowWait(sent, now, usable(ceiling, urgency), count),
    ...(all === undefined ? [] : [windowWait(taken, now, usable(all.perMinute, urgency), count)]),
    ...(own === undefined
      ? []
      : [
          windowWait(
            taken.filter((entry) => entry.endpoint === endpoint),
            now,
            usable(own.perMinute, urgency),
            count,
          ),
        ]),
  ];
  const rate = Math.min(rateOf(history, endpoint, ceiling), rateOf(history, 'all', ceiling));
  const spacing = MINUTE / usable(rate, urgency);
  const even = urgency === 'person' ? 0 : history.lastBackgroundAt + spacing * count - now;
  return Math.ceil(Math.max(paused, even, ...waits));
}

/** When the `count`-th request from now finds fewer than `limit` in the minute before it. */
function windowWait(
  sent: readonly { readonly at: number; readonly count: number }[],
  now: number,
  limit: number,
  count: number,
): number {
  if (sent.reduce((sum, entry) => sum + entry.count, count) <= limit) return 0;
  const leaving = sent
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ at, count: times }) => Array.from({ length: times }, () => at + MINUTE - now));
  const place = count - 1 - (limit - leaving.length);
  // More may be in use than the limit, which was lower learned or is the share of background work.
  const over = Math.max(0, leaving.length - limit);
  if (place < over) return leaving[place] ?? MINUTE;
  const cycle = Math.floor((place - over) / limit);
  const slot = leaving[over + ((place - over) % limit)] ?? MINUTE;
  return slot + cycle * MINUTE;
}

/** Tries a little more than was learned, when all of that is in use and was accepted, and some time has passed. */
function raised(
  history: RequestHistory,
  now: number,
  ceiling: number,
  { endpoint, urgency }: PacedRequest,
): RequestHistory {
  if (history.pausedUntil > now) return history;
  const learned = { ...history.learned };
  for (const scope of [endpoint, 'all'] as const) {
    const rate = learned[scope];
    if (rate === undefined || !isDue(rate, now)) continue;
    if (requestsSince(history, scope, now - MINUTE).accepted < usable(rate.perMinute, urgency)) continue;
    const perMinute = rate.perMinute + rate.raise;
    if (perMinute >= ceiling) delete learned[scope];
    else learned[scope] = { ...rate, perMinute, raise: rate.raise * 2 };
  }
  return { ...history, learned };
}

function isDue({ raise, acceptedSince, refusedAt }: LearnedRate, now: number): boolean {
  return raise > 1 || acceptedSince >= ACCEPTED_BEFORE_RAISE || Math.abs(now - refusedAt) >= LONGEST_BEFORE_RAISE;
}

export interface RefusedRequest {
  readonly at: number;
  readonly sentAt: number;
  readonly endpoint: Endpoint;
  /** For how long nobody asks now. */
  readonly pause: number;
  /** What it looked like, if it did not say for how long. */
  readonly untold?: string | undefined;
}

/**
 * Whose limit refused a request of an endpoint, of which the service says nothing: that of the rate which was just tried
 * to be raised; else the login's when most of what was accepted went elsewhere, unless as much is known to be allowed.
 */
function limitedScope(learned: RequestHistory['learned'], endpoint: Endpoint, own: number, all: number): Scope {
  const isTried = (scope: Scope): boolean => (learned[scope]?.raise ?? 1) > 1;
  if (isTried(endpoint) !== isTried('all')) return isTried('all') ? 'all' : endpoint;
  return own >= all / 2 || all < (learned.all?.perMinute ?? 0) ? endpoint : 'all';
}

/** Learns from a refusal (HTTP 429): everybody waits, and the rate becomes what was accepted in the last minute. */
export function refuse(
  before: RequestHistory,
  { at, sentAt, endpoint, pause, untold }: RefusedRequest,
): RequestHistory {
  const known = recall(before, at, MINUTE);
  const pausedUntil = Math.max(known.pausedUntil, at + Math.ceil(pause));
  const history = {
    ...withRefused(known, sentAt, endpoint),
    pausedUntil,
    ...(untold !== undefined && { untold: { at, shape: untold } }),
  };
  // Requests that went together are refused together: that is one refusal.
  if (known.pausedUntil > at) return { ...history, refusals: known.refusals };
  const own = requestsSince(history, endpoint, at - MINUTE_OF_SERVICE).accepted;
  const all = requestsSince(history, 'all', at - MINUTE_OF_SERVICE).accepted;
  const scope = limitedScope(history.learned, endpoint, own, all);
  const perMinute = scope === 'all' ? all : own;
  // Others ask in the name of this login, too, or this process did before it was started again.
  if (perMinute === 0) return history;
  const isSeenWhole = at - history.since >= MINUTE;
  const rate = { perMinute, refusedAt: at, acceptedSince: isSeenWhole ? 0 : ACCEPTED_BEFORE_RAISE, raise: 1 };
  return { ...history, learned: { ...history.learned, [scope]: rate } };
}
