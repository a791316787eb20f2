import { z } from 'zod';
import { Claim } from './claims.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { MAX_WAIT } from './retry-timing.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { ProgramText } from '../../model/text/trusted-text.ts';

/** Requests are counted in steps of these milliseconds, so that a history stays small at any rate. */
const STEP = 250;

/** A limit as it was learned: the service never tells it. */
const LearnedRate = z.object({
  perMinute: z.int().positive(),
  refusedAt: z.int(),
  /** The requests that were taken since it was refused. */
  takenSince: z.int().nonnegative(),
  /** The number by which it is raised next: twice as many each time, until it is refused again. */
  raise: z.int().positive(),
});
export type LearnedRate = z.infer<typeof LearnedRate>;

/** The requests that a limit applies to: those of one endpoint, or all of the login. */
export type Scope = Endpoint | 'all';

/** The requests to an endpoint that went out in one step, and how many of them the service took or refused until now. */
const Sent = z.object({
  at: z.int(),
  endpoint: z.enum(ENDPOINTS),
  count: z.int().nonnegative(),
  taken: z.int().nonnegative(),
  refused: z.int().nonnegative(),
});
export type Sent = z.infer<typeof Sent>;

/**
 * The known requests of a login: those of the last minute, and how the service took them. All times are
 * steady milliseconds (uptime.ts).
 */
export const RequestHistory = z.object({
  /** The time at which it began: what was asked before is not known. */
  since: z.int(),
  /** Oldest first. */
  sent: z.array(Sent),
  /** The time at which background work last asked each endpoint. */
  background: z.partialRecord(z.enum(ENDPOINTS), z.int()),
  /** The time at which something was last read ahead; earlier versions knew nothing of it. */
  aheadAt: z.int().optional(),
  /** Nobody asks before this, because the service said so. */
  pausedUntil: z.int(),
  /** Refusals in a row. */
  refusals: z.int().nonnegative(),
  /** The shape of the last refusal that did not say how long to wait. */
  untold: z.object({ shape: ProgramText }).optional(),
  learned: z.partialRecord(z.enum(['all', ...ENDPOINTS]), LearnedRate),
  /** Whether the service refused the login, and has taken none since. */
  isLoginRefused: z.literal(true).optional(),
  /** The work that is being asked for; earlier versions knew nothing of it. */
  claims: z.array(Claim).readonly().default([]),
});
export type RequestHistory = z.infer<typeof RequestHistory>;

export const NO_HISTORY: RequestHistory = {
  since: 0,
  sent: [],
  background: {},
  pausedUntil: 0,
  refusals: 0,
  learned: {},
  claims: [],
};

/** Keeps the history of a login's requests, for everybody who asks in its name. */
export interface Ledger {
  /**
   * Replaces the history by what `step` makes of it, with nobody else in between, and answers that. `step` may run again
   * when somebody was. The same object is not written.
   */
  update(step: (history: RequestHistory) => RequestHistory): Promise<RequestHistory>;
  read(): Promise<RequestHistory>;
}

/** A ledger of this process alone, which forgets with it. */
export function memoryLedger(): Ledger {
  let known = NO_HISTORY;
  return {
    update: (step) => {
      known = step(known);
      return Promise.resolve(known);
    },
    read: () => Promise.resolve(known),
  };
}

/**
 * Returns a history as it is at a moment: without what happened more than `window` milliseconds before. The clock may have
 * been set back since it was written: then what lies ahead is taken to be of now.
 */
export function recall(history: RequestHistory, now: number, window: number): RequestHistory {
  const latest = stepOf(now);
  const past = history.sent.filter(({ at }) => at > now - window && at <= latest);
  const ahead = history.sent.filter(({ at }) => at > latest);
  return {
    ...history,
    since: history.since > 0 ? Math.min(history.since, now) : now,
    sent: ahead.reduce((sent, entry) => added(sent, { ...entry, at: latest }), past),
    background: Object.fromEntries(
      ENDPOINTS.flatMap((name) => {
        const at = history.background[name];
        return at === undefined ? [] : [[name, Math.min(at, now)]];
      }),
    ),
    ...omitUndefined({ aheadAt: mapKnown(history.aheadAt, (at) => Math.min(at, now)) }),
    // A pause that is over is forgotten: on a clock that is set back it would begin again.
    pausedUntil: history.pausedUntil <= now ? 0 : Math.min(history.pausedUntil, now + MAX_WAIT * 1000),
  };
}

/** Whether a history lies ahead of the clock, which was set back. What `recall` makes of it is to be kept. */
export function isAhead({ sent, background, aheadAt = 0, pausedUntil }: RequestHistory, now: number): boolean {
  const times = [...sent.map(({ at }) => at), ...Object.values(background), aheadAt, pausedUntil - MAX_WAIT * 1000];
  return times.some((at) => at > now);
}

function stepOf(at: number): number {
  return Math.floor(at / STEP) * STEP;
}

/** Adds to the requests of the same step and endpoint; never takes away more than there are. */
function added(sent: readonly Sent[], { at, endpoint, count, taken, refused }: Sent): Sent[] {
  const index = sent.findIndex((entry) => entry.at === at && entry.endpoint === endpoint);
  const before = sent[index];
  if (before === undefined) return count > 0 ? [...sent, { at, endpoint, count, taken, refused }] : [...sent];
  const sum = {
    ...before,
    count: Math.max(0, before.count + count),
    taken: before.taken + taken,
    refused: before.refused + refused,
  };
  return sent.toSpliced(index, 1, sum);
}

const NONE = { count: 0, taken: 0, refused: 0 };

/** Counts a request that goes out now. */
export function withSent(history: RequestHistory, now: number, endpoint: Endpoint): RequestHistory {
  return { ...history, sent: added(history.sent, { ...NONE, at: stepOf(now), endpoint, count: 1 }) };
}

/** Takes back a request that was counted and did not go out. */
export function withoutSent(history: RequestHistory, at: number, endpoint: Endpoint): RequestHistory {
  const { [endpoint]: last, ...background } = history.background;
  const { aheadAt, ...rest } = history;
  return {
    ...rest,
    ...omitUndefined({ aheadAt: aheadAt === at ? undefined : aheadAt }),
    sent: added(history.sent, { ...NONE, at: stepOf(at), endpoint, count: -1 }),
    background: last === at ? background : history.background,
  };
}

/** Counts a request that was to go out at one moment from a later one on, at which it did. */
export function withMoved(history: RequestHistory, from: number, to: number, endpoint: Endpoint): RequestHistory {
  const counted = (at: number, count: number): Sent => ({ ...NONE, at: stepOf(at), endpoint, count });
  return { ...history, sent: added(added(history.sent, counted(from, -1)), counted(to, 1)) };
}

/** Notes that a request which went out at that time was not refused for being too many, whatever became of it. */
export function withTaken(history: RequestHistory, sentAt: number, endpoint: Endpoint): RequestHistory {
  const { all, [endpoint]: own } = history.learned;
  const taken = (rate: LearnedRate): LearnedRate => ({ ...rate, takenSince: rate.takenSince + 1 });
  return {
    ...history,
    // One that was under way when others were refused says nothing about the next one.
    refusals: sentAt >= history.pausedUntil ? 0 : history.refusals,
    sent: added(history.sent, { ...NONE, at: stepOf(sentAt), endpoint, taken: 1 }),
    learned: omitUndefined({ ...history.learned, all: mapKnown(all, taken), [endpoint]: mapKnown(own, taken) }),
  };
}

/** Notes that a request which went out at that time was refused for being too many. */
export function withRefused(history: RequestHistory, sentAt: number, endpoint: Endpoint): RequestHistory {
  return { ...history, sent: added(history.sent, { ...NONE, at: stepOf(sentAt), endpoint, refused: 1 }) };
}

/** The requests of a scope that went out since a moment. */
export function requestsSince(
  { sent }: RequestHistory,
  scope: Scope,
  since: number,
): { readonly count: number; readonly taken: number } {
  let count = 0;
  let taken = 0;
  for (const entry of sent) {
    if (entry.at < since || (scope !== 'all' && entry.endpoint !== scope)) continue;
    count += entry.count;
    taken += entry.taken;
  }
  return { count, taken };
}
