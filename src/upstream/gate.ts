import PQueue from 'p-queue';
import { DeadlinePassed, RateLimited, UpstreamBusy } from '../model/errors.ts';
import { epochMillis, seconds, type Clock, type EpochMillis, type Seconds } from '../model/units.ts';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import { memoryLedger, type Ledger } from './ledger.ts';
import { nap } from './nap.ts';
import { admit, forecast, MINUTE, rateOf, refuse, type PacedRequest } from './pace.ts';
import { NO_HISTORY, requestsSince, withAccepted, withoutSent, type RequestHistory } from './request-history.ts';

/** How many requests to one endpoint are under way at once for people, and how many in all for background work. */
const TOGETHER = 4;
const BACKGROUND_TOGETHER = 2;

/** More than this wait for nothing: their callers are told at once that there is a crowd. */
const LONGEST_LINE = 100;

/** Others may change what is known: whoever waits looks again after this. */
const LOOK_AGAIN_MILLIS = 2000;

/** Node's timers fire at once when they are set for longer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Who asks for a turn, and for how long they wait for it. */
export interface Turn extends PacedRequest {
  readonly signal: AbortSignal;
  /** Who cannot have a turn before this leaves at once. */
  readonly deadline?: EpochMillis;
  /** Told how long the wait is at least, as soon as that is known, and again when that changes. */
  readonly onWait?: (wait: Seconds) => void;
}

/** What may be asked of the service, as far as it is known (design, "limits"). */
export interface Budget {
  /** How many requests go in a minute at most: the setting, or less where the service refused more. */
  readonly perMinute: number;
  readonly source: 'setting' | 'learned';
  /** Of all processes that share the archive. */
  readonly usedLastMinute: number;
  /** For how long nobody asks, because the service said so. */
  readonly pausedFor: Seconds;
  /** What the last refusal looked like that did not say how long to wait, without a value of it. */
  readonly untoldRefusal?: { readonly at: EpochMillis; readonly shape: string };
  /** The endpoints that were seen to allow less than the rest. */
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly perMinute: number }[];
}

/** How the service took a request that was let through. */
export interface Pass {
  accepted(): void;
  /** Nobody goes for that long, and the rate becomes what was accepted. `untold` is its shape if it did not say. */
  refused(pause: (refusalsBefore: number) => Seconds, untold?: string): Promise<void>;
}

/** Where every request of a login waits for its turn: people's questions first, in the order in which they came. */
export interface Gate {
  /**
   * Runs `send` when its turn has come. Throws without running it: the signal's reason when it is aborted,
   * DeadlinePassed or RateLimited when the deadline leaves no time, UpstreamBusy when too many wait already, and the
   * reason of `close` when the gate is closed.
   */
  pass<Result>(turn: Turn, send: (pass: Pass) => Promise<Result>): Promise<Result>;
  /** Until this is called requests go one by one, so that a wrong password is tried once. */
  widen(): void;
  /** Everybody who waits, and everybody who comes, gets this reason. */
  close(reason: () => Error): void;
  readonly budget: () => Promise<Budget>;
  /** How long until so many further requests have gone, if nobody else asks. */
  readonly timeFor: (request: PacedRequest, count: number) => Promise<Seconds>;
}

interface GateOptions {
  /** The ceiling: what is let through at most, whatever the service would allow. */
  readonly requestsPerMinute: number;
  readonly clock: Clock;
  /** Shared by the processes of one login; by default this gate is the only one. */
  readonly ledger?: Ledger | undefined;
}

interface Waiter {
  readonly turn: Turn;
  /** The steady time after which there is no point in waiting. */
  readonly leaveBy: number;
  readonly leave: (reason: unknown) => void;
  /** Aborted when they leave. */
  readonly signal: AbortSignal;
  /** They wait no more, whatever becomes of them. */
  readonly done: () => void;
}

/** Builds the gate of one login. */
export function createGate({ requestsPerMinute: ceiling, clock, ledger = memoryLedger() }: GateOptions): Gate {
  const doorstep = new PQueue({ concurrency: 1 });
  const lanes = new Map<Endpoint | 'background', PQueue>();
  const waiting = new Set<Waiter>();
  /** Accepted requests that the ledger has yet to hear of: told with the next one, to spare it a transaction each. */
  let unreported: { readonly sentAt: number; readonly endpoint: Endpoint }[] = [];
  /** The history as this process saw it last. */
  let known = NO_HISTORY;
  let closed: (() => Error) | undefined;

  // The history of processes that come and go is told by the clock on the wall, but no jump of it opens the gate.
  const begin = clock() - performance.now();
  const now = (): number => Math.floor(begin + performance.now());

  function laneOf({ endpoint, urgency }: PacedRequest): PQueue {
    const name = urgency === 'person' ? endpoint : 'background';
    const lane = lanes.get(name) ?? new PQueue({ concurrency: urgency === 'person' ? TOGETHER : BACKGROUND_TOGETHER });
    lanes.set(name, lane);
    return lane;
  }

  /** Changes the history, after adding what it has not heard yet. */
  async function exchange<Result>(
    step: (history: RequestHistory) => { history: RequestHistory; result: Result },
  ): Promise<Result> {
    const reported = unreported;
    unreported = [];
    try {
      return await ledger.exchange((history) =>
        step(reported.reduce((known, { sentAt, endpoint }) => withAccepted(known, sentAt, endpoint), history)),
      );
    } catch (error) {
      unreported = [...reported, ...unreported];
      throw error;
    }
  }

  function waiterFor(turn: Turn): Waiter {
    const { signal, deadline } = turn;
    const leaving = new AbortController();
    const leaveBy = deadline === undefined ? Infinity : now() + deadline - clock();
    const leave = (reason: unknown): void => leaving.abort(reason);
    const cancel = (): void => leave(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => leave(new DeadlinePassed()), Math.min(leaveBy - now(), LONGEST_TIMER));
    const waiter: Waiter = {
      turn,
      leaveBy,
      leave,
      signal: leaving.signal,
      done: () => {
        waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      },
    };
    waiting.add(waiter);
    return waiter;
  }

  /** Says how long a waiter has to wait, who leaves when that is too long. */
  function keepWaiting({ turn, leaveBy, leave }: Waiter, wait: Seconds): void {
    if (wait > 0) turn.onWait?.(wait);
    if (now() + wait * 1000 > leaveBy) leave(wait > 0 ? new RateLimited(wait) : new DeadlinePassed());
  }

  /** Tells everybody who waits for an endpoint how long that is by all that is known, also those behind the head. */
  function tellLine(endpoint: Endpoint): void {
    const line = [...waiting].filter(({ turn }) => turn.endpoint === endpoint);
    for (const [ahead, waiter] of line.entries()) {
      keepWaiting(waiter, forecast(known, now(), ceiling, waiter.turn, ahead + 1));
    }
  }

  /** Takes a place in the minute as soon as there is one, and answers when that was. */
  async function place(waiter: Waiter): Promise<number> {
    const { turn } = waiter;
    for (;;) {
      const { at, wait } = await exchange((history) => {
        // Not before: another process may have kept the ledger for a while.
        const at = now();
        const { history: next, wait } = admit(history, at, ceiling, turn);
        // Here, with the place: who counts those ahead of them must not count both.
        known = next;
        if (wait === 0) waiter.done();
        return { history: next, result: { at, wait } };
      });
      if (wait > 0) tellLine(turn.endpoint);
      else if (waiter.signal.aborted) {
        await exchange((history) => ({ history: withoutSent(history, at, turn.endpoint), result: undefined }));
      } else return at;
      waiter.signal.throwIfAborted();
      await nap(Math.min(wait, LOOK_AGAIN_MILLIS), waiter.signal);
    }
  }

  function passAt(sentAt: number, { endpoint }: PacedRequest): Pass {
    return {
      accepted: () => {
        unreported.push({ sentAt, endpoint });
      },
      refused: async (pauseAfter, untold) => {
        await exchange((history) => {
          const at = now();
          const next = refuse(history, { at, sentAt, endpoint, pause: pauseAfter(history.refusals) * 1000, untold });
          known = next;
          return { history: next, result: undefined };
        });
        for (const waiting of ENDPOINTS) tellLine(waiting);
      },
    };
  }

  return {
    async pass(turn, send) {
      if (closed !== undefined) throw closed();
      turn.signal.throwIfAborted();
      if (waiting.size >= LONGEST_LINE) throw new UpstreamBusy();
      const waiter = waiterFor(turn);
      try {
        tellLine(turn.endpoint);
        const { signal } = waiter;
        const proceed = async () => send(passAt(await place(waiter), turn));
        return await doorstep.add(() => laneOf(turn).add(proceed, { signal }), { signal });
      } finally {
        waiter.done();
      }
    },
    widen() {
      doorstep.concurrency = Infinity;
    },
    close(reason) {
      closed = reason;
      for (const { leave } of waiting) leave(reason());
    },
    async budget() {
      const at = now();
      const history = await ledger.read();
      const perMinute = rateOf(history, 'all', ceiling);
      return {
        perMinute,
        source: perMinute < ceiling ? 'learned' : 'setting',
        usedLastMinute: requestsSince(history, 'all', at - MINUTE).count,
        pausedFor: seconds(Math.max(0, history.pausedUntil - at) / 1000),
        endpoints: endpointsBelow(history, perMinute),
        ...(history.untold !== undefined && {
          untoldRefusal: { at: epochMillis(history.untold.at), shape: history.untold.shape },
        }),
      };
    },
    timeFor,
  };

  async function timeFor(request: PacedRequest, count: number): Promise<Seconds> {
    return forecast(await ledger.read(), now(), ceiling, request, count);
  }
}

function endpointsBelow({ learned }: RequestHistory, perMinute: number): Budget['endpoints'] {
  return ENDPOINTS.flatMap((endpoint) => {
    const rate = learned[endpoint];
    return rate !== undefined && rate.perMinute < perMinute ? [{ endpoint, perMinute: rate.perMinute }] : [];
  });
}
