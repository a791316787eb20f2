import { z } from 'zod';
import type { Priority } from '../model/progress.ts';
import { ENDPOINTS, type Endpoint, type PacedRequest } from './endpoints.ts';

// When the next request may go: a pace and a moment in, a wait and the next pace out. All times are epoch milliseconds.

/** The service counts by when requests arrive, which is later than when they leave: a minute is a little longer here. */
const WINDOW = 61_000;
const MINUTE = 60_000;
const MAX_PAUSE = 15 * MINUTE;

/** The part of a rate that requests of a priority may use; the rest waits for people's questions. */
const SHARES: Readonly<Record<Priority, number>> = { person: 1, background: 0.8, ahead: 0.5 };

/** A learned rate is tried a little higher after this many requests were taken, or after this time. */
const TAKEN_BEFORE_RAISE = 50;
const MILLIS_BEFORE_RAISE = 10 * MINUTE;

/** A refusal shows that a rate is too high only where at least this part of it was in use. */
const IN_USE = 0.8;

/** What a limit applies to: one endpoint, or all requests of the login. */
const SCOPES = ['all', ...ENDPOINTS] as const;
type Scope = (typeof SCOPES)[number];

/** A limit as it was learned: the service never states it. */
const LearnedRate = z.object({
  perMinute: z.int().positive(),
  refusedAt: z.number(),
  /** Requests taken since it was refused. */
  taken: z.int(),
  /** By how much it is raised next: twice as much each time, until it is refused again. */
  raise: z.int().positive(),
});
type LearnedRate = z.infer<typeof LearnedRate>;

/** Requests that were taken within this time are kept as one entry, so that what is kept stays small. */
const TOGETHER = 250;

/** A request of the last minute, or several of a kind, and how the service took them. */
const Sent = z.object({
  id: z.int(),
  count: z.int(),
  at: z.number(),
  endpoint: z.enum(ENDPOINTS),
  priority: z.enum(['person', 'background', 'ahead']),
  outcome: z.enum(['open', 'taken', 'refused']),
});
type Sent = z.infer<typeof Sent>;

/** What is known of a login's requests and limits. Whoever reads next goes on with it. */
export const Pace = z.object({
  /** When it began: what was asked before is not known. */
  since: z.number(),
  nextId: z.int(),
  /** The last minute's requests, oldest first. */
  sent: z.array(Sent),
  /** Nothing goes before this, because the service said so. */
  pausedUntil: z.number(),
  /** Refusals in a row. */
  refusals: z.int(),
  learned: z.partialRecord(z.enum(SCOPES), LearnedRate),
});
export type Pace = Readonly<z.infer<typeof Pace>>;

export const NEW_PACE: Pace = { since: 0, nextId: 1, sent: [], pausedUntil: 0, refusals: 0, learned: {} };

/** Returns the milliseconds until a request may go. */
export function waitOf(pace: Pace, now: number, ceiling: number, request: PacedRequest): number {
  return millisFor(raised(recall(pace, now), now, ceiling, request), now, ceiling, request, 1);
}

/** Returns the milliseconds until the `count`-th such request from now may go, if nobody else asks. */
export function forecast(pace: Pace, now: number, ceiling: number, request: PacedRequest, count: number): number {
  return millisFor(recall(pace, now), now, ceiling, request, count);
}

/** Returns the milliseconds until the next of those requests may go of which no more than so many are made a minute. */
export function waitAtMost(pace: Pace, now: number, perMinute: number): number {
  const background = recall(pace, now).sent.filter(({ priority }) => priority === 'background');
  return Math.max(0, windowWait(background, now, perMinute, 1));
}

/** Returns the requests of the last minute. */
export function usedLastMinute(pace: Pace, now: number): number {
  return countOf(recall(pace, now).sent);
}

/** Counts a request that leaves now. Returns the pace to go on with and the id of the request. */
export function leave(
  before: Pace,
  now: number,
  ceiling: number,
  request: PacedRequest,
): { readonly pace: Pace; readonly id: number } {
  const pace = raised(recall(before, now), now, ceiling, request);
  const { endpoint, priority } = request;
  const sent: Sent = { id: pace.nextId, count: 1, at: now, endpoint, priority, outcome: 'open' };
  return { pace: { ...pace, nextId: pace.nextId + 1, sent: [...pace.sent, sent] }, id: sent.id };
}

/** Notes that a request was not refused for being too many, whatever became of it. */
export function taken(pace: Pace, id: number): Pace {
  const request = pace.sent.find((sent) => sent.id === id);
  const learned = { ...pace.learned };
  for (const scope of ['all', ...(request === undefined ? [] : [request.endpoint])] as const) {
    const rate = learned[scope];
    if (rate !== undefined) learned[scope] = { ...rate, taken: rate.taken + 1 };
  }
  // One that was under way when others were refused says nothing about the next one.
  const refusals = request !== undefined && request.at >= pace.pausedUntil ? 0 : pace.refusals;
  return { ...withOutcome(pace, id, 'taken'), learned, refusals };
}

/** Learns from a refusal (HTTP 429): nothing goes for `pause` milliseconds, and the rate becomes what was taken in the last minute. */
export function refused(before: Pace, id: number, now: number, ceiling: number, pause: number): Pace {
  const recalled = recall(before, now);
  const endpoint = recalled.sent.find((sent) => sent.id === id)?.endpoint;
  const paused = {
    ...withOutcome(recalled, id, 'refused'),
    pausedUntil: Math.max(recalled.pausedUntil, now + Math.ceil(pause)),
  };
  // Requests that went together are refused together: that is one refusal.
  if (recalled.pausedUntil > now || endpoint === undefined) return paused;
  const next = { ...paused, refusals: recalled.refusals + 1 };
  const lately = next.sent.filter(({ at, outcome }) => at >= now - MINUTE && outcome === 'taken');
  const own = countOf(lately.filter((sent) => sent.endpoint === endpoint));
  const all = countOf(lately);
  const scope = limitedScope(next.learned, endpoint, own, all);
  const perMinute = scope === 'all' ? all : own;
  // Somebody else asks in the name of this login, too.
  if (perMinute === 0) return next;
  // With less than the rate in use, others may have asked, or a burst was too short: it is soon tried again.
  const wasInUse = now - next.since >= WINDOW && perMinute >= IN_USE * provenRate(next, scope, ceiling);
  const rate = { perMinute, refusedAt: now, taken: wasInUse ? 0 : TAKEN_BEFORE_RAISE, raise: 1 };
  return { ...next, learned: { ...next.learned, [scope]: rate } };
}

/** Returns the requests that may go in a minute. */
export function rateOf({ learned }: Pace, scope: Scope, ceiling: number): number {
  return Math.min(learned[scope]?.perMinute ?? ceiling, ceiling);
}

/** Drops what is older than the window. The clock may have been set back: what lies ahead of it counts as of now. */
function recall(pace: Pace, now: number): Pace {
  return {
    ...pace,
    since: pace.since === 0 ? now : Math.min(pace.since, now),
    sent: together(
      pace.sent.filter(({ at }) => at > now - WINDOW).map((sent) => ({ ...sent, at: Math.min(sent.at, now) })),
    ),
    pausedUntil: Math.min(pace.pausedUntil, now + MAX_PAUSE),
  };
}

/** Puts those together that came one right after the other, as of the last of them. */
function together(sent: readonly Sent[]): Sent[] {
  const kept: Sent[] = [];
  for (const one of sent) {
    const last = kept.at(-1);
    const isAlike =
      last?.outcome === 'taken' &&
      one.outcome === 'taken' &&
      last.endpoint === one.endpoint &&
      last.priority === one.priority &&
      Math.floor(last.at / TOGETHER) === Math.floor(one.at / TOGETHER);
    if (isAlike) kept[kept.length - 1] = { ...one, count: last.count + one.count };
    else kept.push(one);
  }
  return kept;
}

function countOf(sent: readonly Sent[]): number {
  return sent.reduce((sum, { count }) => sum + count, 0);
}

function withOutcome(pace: Pace, id: number, outcome: Sent['outcome']): Pace {
  return { ...pace, sent: pace.sent.map((sent) => (sent.id === id ? { ...sent, outcome } : sent)) };
}

/** The requests of a rate that a priority may use: none to read ahead where half of it is less than one. */
function usable(rate: number, priority: Priority): number {
  return Math.max(priority === 'ahead' ? 0 : 1, Math.floor(rate * SHARES[priority]));
}

function millisFor(pace: Pace, now: number, ceiling: number, request: PacedRequest, count: number): number {
  const { endpoint, priority } = request;
  const { all, [endpoint]: own } = priority === 'ahead' ? cautious(pace, now) : pace.learned;
  // Everything that left counts under the ceiling; what was refused took no place under a limit of the service.
  const accepted = pace.sent.filter(({ outcome }) => outcome !== 'refused');
  const wait = (sent: readonly Sent[], rate: number): number => windowWait(sent, now, usable(rate, priority), count);
  return Math.ceil(
    Math.max(
      0,
      pace.pausedUntil - now,
      wait(pace.sent, ceiling),
      all === undefined ? 0 : wait(accepted, all.perMinute),
      own === undefined
        ? 0
        : wait(
            accepted.filter((sent) => sent.endpoint === endpoint),
            own.perMinute,
          ),
      spacingWait(pace, now, ceiling, request, count),
    ),
  );
}

/** A limit that was met lately, at whichever endpoint, may be that of the login: where nobody waits, it is respected. */
function cautious({ learned }: Pace, now: number): Pace['learned'] {
  const lately = Object.values(learned).filter(({ refusedAt }) => now - refusedAt < MILLIS_BEFORE_RAISE);
  const [lowest] = lately.sort((one, other) => one.perMinute - other.perMinute);
  return lowest === undefined ? learned : { ...learned, all: lowest };
}

/** Returns the milliseconds until the `count`-th request from now finds fewer than `limit` in the minute before it. */
function windowWait(window: readonly Sent[], now: number, limit: number, count: number): number {
  if (limit === 0) return count * WINDOW;
  const used = countOf(window);
  if (used + count <= limit) return 0;
  // More may be in use than the limit: it was learned lower, or is the share of a lower priority.
  const place = count - 1 - (limit - used);
  const over = Math.max(0, used - limit);
  const cycle = place < over ? 0 : Math.floor((place - over) / limit);
  const left = place < over ? place : over + ((place - over) % limit);
  const at = timeOf(window, left);
  return (at === undefined ? WINDOW : at + WINDOW - now) + cycle * WINDOW;
}

/** When the request of that place among some was sent. */
function timeOf(sent: readonly Sent[], place: number): number | undefined {
  let before = 0;
  for (const { at, count } of sent) {
    before += count;
    if (before > place) return at;
  }
  return undefined;
}

/** Work that nobody waits for is spread evenly over the minute: at its endpoint, and over all. */
function spacingWait(pace: Pace, now: number, ceiling: number, { endpoint, priority }: PacedRequest, count: number) {
  if (priority === 'person') return 0;
  const spaced = pace.sent.filter((sent) => sent.priority === priority);
  const wait = (scope: Scope): number => {
    // What is read ahead keeps its distance from itself, at whichever endpoint.
    const isOwn = (sent: Sent): boolean => priority === 'ahead' || scope === 'all' || sent.endpoint === scope;
    const last = spaced.findLast(isOwn)?.at;
    const rate = usable(rateOf(pace, scope, ceiling), priority);
    return last === undefined || rate === 0 ? 0 : last + (WINDOW / rate) * count - now;
  };
  return Math.max(wait(endpoint), wait('all'));
}

/** Raises a learned rate a little, to try it, when all of it is in use and some of it was taken since it was refused. */
function raised(pace: Pace, now: number, ceiling: number, { endpoint, priority }: PacedRequest): Pace {
  // What is read ahead leaves half of the rate, so it cannot show that more is allowed.
  if (pace.pausedUntil > now || priority === 'ahead') return pace;
  const learned = { ...pace.learned };
  for (const scope of [endpoint, 'all'] as const) {
    const rate = learned[scope];
    if (rate === undefined || !isDue(rate, now)) continue;
    // Background work goes so evenly that a minute is never full of it.
    const full = priority === 'person' ? rate.perMinute : IN_USE * usable(rate.perMinute, priority) - 1;
    const isOfScope = (sent: Sent): boolean => scope === 'all' || sent.endpoint === scope;
    const used = pace.sent.filter(({ at, outcome }) => at >= now - MINUTE && outcome === 'taken').filter(isOfScope);
    if (countOf(used) < full) continue;
    const perMinute = rate.perMinute + rate.raise;
    if (perMinute >= ceiling) delete learned[scope];
    else learned[scope] = { ...rate, perMinute, raise: rate.raise * 2 };
  }
  return { ...pace, learned };
}

function isDue({ raise, taken, refusedAt }: LearnedRate, now: number): boolean {
  return raise > 1 || taken >= TAKEN_BEFORE_RAISE || Math.abs(now - refusedAt) >= MILLIS_BEFORE_RAISE;
}

/** Returns the rate of a scope before it was last raised. */
function provenRate(pace: Pace, scope: Scope, ceiling: number): number {
  const learned = pace.learned[scope];
  return learned === undefined ? ceiling : learned.perMinute - Math.floor(learned.raise / 2);
}

/**
 * Returns the scope whose limit refused a request, which the service does not say: that of the rate that was just raised;
 * else the login's where most of what was taken went elsewhere, unless as much is known to be allowed.
 */
function limitedScope(learned: Pace['learned'], endpoint: Endpoint, own: number, all: number): Scope {
  const isTried = (scope: Scope): boolean => (learned[scope]?.raise ?? 1) > 1;
  if (isTried(endpoint) !== isTried('all')) return isTried('all') ? 'all' : endpoint;
  return own >= all / 2 || all < (learned.all?.perMinute ?? 0) ? endpoint : 'all';
}
