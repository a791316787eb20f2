import { DeadlinePassed, RateLimited } from '../../model/errors.ts';
import type { ProgramText } from '../../model/text/trusted-text.ts';
import { seconds, type Clock, type Seconds } from '../../model/time/units.ts';
import { AskedElsewhere, Claims } from './claims.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { memoryLedger, type Entry, type Ledger } from './ledger.ts';
import { delay } from './delay.ts';
import { LoginTrial } from './login-trial.ts';
import { consider, forecast, rateOf, refuse, sent, WINDOW, type PacedRequest } from './pace.ts';
import {
  isAhead,
  NO_HISTORY,
  recall,
  requestsSince,
  withoutSent,
  withTaken,
  type RequestHistory,
} from './request-history.ts';
import { uptime } from './uptime.ts';
import { WaitingRoom, type Turn, type Waiter } from './waiting-room.ts';

/** Others may change what is known: whoever waits looks again after this. */
const LOOK_AGAIN_MILLIS = 2000;

/** What may be asked of the service, as far as it is known (design, "limits"). */
export interface Budget {
  /** How many requests go in a minute at most: the setting, or less where the service refused more. */
  readonly perMinute: number;
  readonly source: 'setting' | 'learned';
  /** Of all processes that share the archive. */
  readonly usedLastMinute: number;
  /** For how long nobody asks, because the service refused a request. */
  readonly pausedFor: Seconds;
  /** What the last refusal looked like that did not say how long to wait, without a value of it. */
  readonly untoldRefusal?: { readonly shape: ProgramText };
  /** The endpoints that were seen to allow less than the rest. */
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly perMinute: number }[];
}

/** What a request that was let through does with its place. */
export interface Pass {
  /** It was not refused for being too many, whatever else became of it. */
  taken(): void;
  /** Nobody goes for that long, and the rate becomes what was taken. `untold` is its shape if it did not say. */
  refused(pause: (refusalsBefore: number) => Seconds, untold?: ProgramText): Promise<void>;
  /** It did not go out. */
  unused(): Promise<void>;
}

/** Where every request of a login waits for its turn: in the order in which they came, people's questions first. */
export interface Gate {
  /**
   * Runs `send` when its turn has come. Throws without running it: the signal's reason when it is aborted,
   * DeadlinePassed or RateLimited when the deadline leaves no time, UpstreamBusy when too many wait already,
   * AskedElsewhere when another process has its claim, and the reason of `close` when the gate is closed.
   */
  pass<Result>(turn: Turn, send: (pass: Pass) => Promise<Result>): Promise<Result>;
  /** Until this is called requests go one by one, so that a wrong password is tried once. */
  widen(): void;
  /** Everybody who waits gets this reason. */
  sendAway(reason: () => Error): void;
  /** Everybody who comes gets it, too. */
  close(reason: () => Error): void;
  readonly budget: () => Promise<Budget>;
  /** How long until so many further requests have gone, if nobody else asks. */
  readonly timeFor: (request: PacedRequest, count: number) => Promise<Seconds>;
  /** What the processes that share the ledger ask for, each for all of them. */
  readonly claims: Claims;
}

interface GateOptions {
  /** The ceiling: what is let through at most, whatever the service would allow. */
  readonly requestsPerMinute: number;
  readonly clock: Clock;
  /** Shared by the processes of one login; by default this gate is the only one. */
  readonly ledger?: Ledger | undefined;
  /** Steady milliseconds, the same in all processes that share the ledger; by default the machine's. */
  readonly now?: (() => number) | undefined;
}

/** Builds the gate of one login. */
export function createGate({
  requestsPerMinute: ceiling,
  clock,
  ledger = memoryLedger(),
  now = uptime,
}: GateOptions): Gate {
  const room = new WaitingRoom(clock, now);
  const trial = new LoginTrial();
  /** Requests that were taken of which the ledger has yet to hear: told with the next one, to spare it a transaction. */
  let unreported: { readonly sentAt: number; readonly endpoint: Endpoint }[] = [];
  /** The shared history as this process saw it last. */
  let known = NO_HISTORY;
  /** What this process did itself, whatever becomes of the ledger. */
  let own = NO_HISTORY;
  let closed: (() => Error) | undefined;
  const claims = new Claims({
    change: (step) =>
      exchange((history) => {
        const next = { ...history, claims: step(history.claims) };
        return { history: next, result: next };
      }),
    read: async () => (await ledger.read()).claims,
    now,
  });

  /** Changes the shared history, after adding what it has not heard yet. `step` may run again. */
  async function exchange(
    step: (history: RequestHistory) => Entry<RequestHistory>,
    then: () => void = () => {},
  ): Promise<void> {
    const reported = unreported;
    unreported = [];
    const givenBack = claims.takeGivenBack();
    try {
      known = await ledger.exchange((history) => {
        const told = { ...withReported(history, reported), claims: claims.without(history.claims, givenBack) };
        const entry = step(told);
        const isNews = reported.length > 0 || told.claims.length < history.claims.length;
        return isNews && entry.history === undefined ? { ...entry, history: told } : entry;
      });
      then();
    } catch (error) {
      unreported = [...reported, ...unreported];
      claims.keepGivenBack(givenBack);
      throw error;
    }
  }

  /** Says how long a waiter has to wait, who leaves when that is too long. */
  function keepWaiting({ turn, leaveBy, leave }: Waiter, wait: Seconds): void {
    if (now() + wait * 1000 > leaveBy) leave(wait > 0 ? new RateLimited(wait) : new DeadlinePassed());
    else if (wait > 0) turn.onWait?.(wait);
  }

  /** How long a request has to wait by all that is known here, behind so many others. */
  function waitBehind(ahead: number, request: PacedRequest): Seconds {
    // Who is next may try a little more than was learned.
    const shared =
      ahead === 0
        ? consider(known, now(), ceiling, request).wait / 1000
        : forecast(known, now(), ceiling, request, ahead + 1);
    const here = forecast(own, now(), ceiling, request, ahead + 1);
    return seconds(Math.max(shared, here));
  }

  /** Tells everybody in the line of a request how long they have to wait, also those behind the head. */
  function tellLine(line: PacedRequest): void {
    for (const [ahead, waiter] of room.line(line).entries()) keepWaiting(waiter, waitBehind(ahead, waiter.turn));
  }

  /**
   * Takes a place in the minute if there is one, and answers when, else how long there is none. Throws AskedElsewhere
   * when another process has the claim, which is looked for now: the request may have stood in line for long.
   */
  async function tryPlace(waiter: Waiter): Promise<{ readonly sentAt: number } | { readonly wait: number }> {
    const { turn } = waiter;
    const { claim } = turn;
    if (turn.urgency === 'background' && room.isPersonWaiting) return { wait: LOOK_AGAIN_MILLIS };
    const here = consider(own, now(), ceiling, turn);
    if (here.wait > 0) return { wait: here.wait };
    let place: { sentAt: number } | { wait: number } = { wait: 0 };
    let holder: string | undefined;
    await exchange(
      (history) => {
        holder = claim === undefined ? undefined : claims.blocker(history.claims, claim, turn.urgency)?.holder;
        if (holder !== undefined) return { result: history };
        // Not before: another process may have kept the ledger for a while.
        const at = now();
        const { history: next, wait } = consider(history, at, ceiling, turn);
        place = wait > 0 ? { wait } : { sentAt: at };
        // What another start of this machine left lies ahead of the clock, until what is made of it is kept.
        if (wait > 0) return { ...(isAhead(history, at) && { history: next }), result: next };
        const counted = sent(next, at, turn);
        const claimed = claim === undefined ? counted : { ...counted, claims: claims.with(counted.claims, claim) };
        return { history: claimed, result: claimed };
      },
      () => {
        // With the place, and not after it: who counts those ahead must not count both.
        waiter.hasPlace = 'sentAt' in place;
        if (waiter.hasPlace && claim !== undefined) claims.holds(claim);
      },
    );
    if (holder === undefined) return place;
    if (claim !== undefined) claims.lost(claim);
    throw new AskedElsewhere(holder);
  }

  async function giveBack(sentAt: number, endpoint: Endpoint): Promise<void> {
    await exchange((history) => {
      const next = withoutSent(history, sentAt, endpoint);
      return { history: next, result: next };
    });
  }

  /**
   * Waits for those who have to go before, and for who tries the login: the next one does so until it is known to be good.
   * Answers what ends that.
   */
  async function othersFirst(waiter: Waiter): Promise<() => void> {
    for (;;) {
      waiter.signal.throwIfAborted();
      // Whoever reads pages ahead would have the later ones first, and lose them when the earlier ones do not come.
      const before = room.beforeInClaim(waiter)?.gone ?? trial.underWay;
      if (before === undefined) return trial.begin();
      await Promise.race([before, waiter.left]);
    }
  }

  /** Waits for a place in the minute. */
  async function place(waiter: Waiter): Promise<Pass> {
    const { turn, signal } = waiter;
    for (;;) {
      // Before the place: one that had to be given back would be kept from other processes meanwhile.
      const endTrial = await othersFirst(waiter);
      let tried: Awaited<ReturnType<typeof tryPlace>>;
      try {
        tried = await tryPlace(waiter);
      } catch (error) {
        endTrial();
        throw error;
      }
      if ('wait' in tried) {
        endTrial();
        tellLine(turn);
        signal.throwIfAborted();
        await delay(Math.min(tried.wait, LOOK_AGAIN_MILLIS), signal);
      } else {
        // Others went on while the ledger was written.
        const isTooLate = signal.aborted || closed !== undefined || consider(own, now(), ceiling, turn).wait > 0;
        if (!isTooLate) {
          waiter.go();
          return passAt(tried.sentAt, turn, endTrial);
        }
        endTrial();
        waiter.hasPlace = false;
        await giveBack(tried.sentAt, turn.endpoint);
        if (closed !== undefined) throw closed();
      }
    }
  }

  /** The pass of a request that goes now. `endTrial` is called when it has come back. */
  function passAt(sentAt: number, turn: Turn, endTrial: () => void): Pass {
    const sentHere = now();
    const { endpoint } = turn;
    own = sent(recall(own, sentHere, WINDOW), sentHere, turn);
    return {
      taken: () => {
        unreported.push({ sentAt, endpoint });
        endTrial();
      },
      refused: async (pauseAfter, untold) => {
        const { refusals } = withReported(known, unreported);
        const pause = pauseAfter(refusals) * 1000;
        own = { ...own, pausedUntil: Math.max(own.pausedUntil, now() + Math.ceil(pause)) };
        for (const endpoint of ENDPOINTS) {
          for (const urgency of ['person', 'background'] as const) tellLine({ endpoint, urgency });
        }
        endTrial();
        await exchange((history) => {
          const next = refuse(history, ceiling, { at: now(), sentAt, endpoint, pause, untold });
          return { history: next, result: next };
        });
      },
      unused: async () => {
        own = withoutSent(own, sentHere, endpoint);
        endTrial();
        await giveBack(sentAt, endpoint);
      },
    };
  }

  return {
    async pass(turn, send) {
      if (closed !== undefined) throw closed();
      turn.signal.throwIfAborted();
      const waiter = room.enter(turn);
      try {
        keepWaiting(waiter, waitBehind(room.line(turn).indexOf(waiter), turn));
        await Promise.race([waiter.called, waiter.left]);
        return await send(await Promise.race([place(waiter), waiter.left]));
      } finally {
        room.end(waiter);
      }
    },
    widen: () => trial.pass(),
    claims,
    sendAway: (reason) => room.sendAway(reason),
    close(reason) {
      claims.stop();
      closed = reason;
      room.sendAway(reason);
    },
    async budget() {
      const history = recall(await ledger.read(), now(), WINDOW);
      const perMinute = rateOf(history, 'all', ceiling);
      return {
        perMinute,
        source: perMinute < ceiling ? 'learned' : 'setting',
        usedLastMinute: requestsSince(history, 'all', 0).count,
        pausedFor: seconds(Math.max(0, history.pausedUntil - now(), own.pausedUntil - now()) / 1000),
        endpoints: endpointsBelow(history, perMinute),
        ...(history.untold !== undefined && {
          untoldRefusal: history.untold,
        }),
      };
    },
    async timeFor(request, count) {
      known = await ledger.read();
      return waitBehind(count - 1, request);
    },
  };
}

function endpointsBelow({ learned }: RequestHistory, perMinute: number): Budget['endpoints'] {
  return ENDPOINTS.flatMap((endpoint) => {
    const rate = learned[endpoint];
    return rate !== undefined && rate.perMinute < perMinute ? [{ endpoint, perMinute: rate.perMinute }] : [];
  });
}

function withReported(
  history: RequestHistory,
  reported: readonly { readonly sentAt: number; readonly endpoint: Endpoint }[],
): RequestHistory {
  return reported.reduce((before, { sentAt, endpoint }) => withTaken(before, sentAt, endpoint), history);
}
