import { DeadlinePassed, RateLimited } from '../../model/errors.ts';
import { PRIORITIES } from '../../model/progress.ts';
import type { Clock, Seconds } from '../../model/time/units.ts';
import { ENDPOINTS, type PacedRequest } from '../endpoints.ts';
import { delay } from './delay.ts';
import { memoryLedger, type Ledger } from './request-history.ts';
import { LoginTrial } from './login-trial.ts';
import { SharedPace, type Pass } from './shared-pace.ts';
import { uptime } from './uptime.ts';
import { WaitingRoom, type Turn, type Waiter } from './waiting-room.ts';

/** Other processes may change what is known: a waiter looks again after this. */
const LOOK_AGAIN_MILLIS = 2000;

/** The gate where all requests of a login wait for their turn: in the order in which they came, people's questions first. */
export interface Gate extends Pick<SharedPace, 'budget' | 'timeFor' | 'claims' | 'isLoginRefused' | 'loginRefused'> {
  /**
   * Runs `send` when its turn has come. Throws without running it: the signal's reason when it is aborted,
   * DeadlinePassed or RateLimited when the deadline leaves no time, UpstreamBusy when too many wait already,
   * AskedElsewhere when another process has its claim, and the reason of `close` when the gate is closed.
   */
  pass<Result>(turn: Turn, send: (pass: Pass) => Promise<Result>): Promise<Result>;
  /** Returns the number of requests that wait for their turn. */
  waiting(): number;
  /** Until this is called requests go one by one, so that a wrong password is tried once. */
  widen(): void;
  /** Sends all waiters away with this reason. */
  sendAway(reason: () => Error): void;
  /** Sends all waiters away, and all that come later. */
  close(reason: () => Error): void;
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
export function createGate({ requestsPerMinute, clock, ledger = memoryLedger(), now = uptime }: GateOptions): Gate {
  const room = new WaitingRoom(clock, now);
  const trial = new LoginTrial();
  const pace = new SharedPace({ ceiling: requestsPerMinute, ledger, now });
  let closed: (() => Error) | undefined;

  /** Tells a waiter its wait; it leaves when that is too long. */
  function keepWaiting({ turn, leaveBy, leave }: Waiter, wait: Seconds): void {
    if (now() + wait * 1000 > leaveBy) leave(wait > 0 ? new RateLimited(wait) : new DeadlinePassed());
    else if (wait > 0) turn.onWait?.(wait);
  }

  /** Tells all waiters in the line of a request their waits, also those behind the head. */
  function tellLine(line: PacedRequest): void {
    for (const [ahead, waiter] of room.line(line).entries()) keepWaiting(waiter, pace.waitBehind(ahead, waiter.turn));
  }

  function tellAll(): void {
    for (const endpoint of ENDPOINTS) {
      for (const priority of PRIORITIES) tellLine({ endpoint, priority });
    }
  }

  /**
   * Waits for those that have to go before, and for the trial of the login, which the next one begins until it is known to
   * be good. Returns what ends that trial.
   */
  async function waitForOthers(waiter: Waiter): Promise<() => void> {
    for (;;) {
      waiter.signal.throwIfAborted();
      // A walk that reads ahead would get later pages first, and lose them when the earlier ones do not come.
      const before = room.beforeInClaim(waiter)?.gone ?? trial.underWay;
      if (before === undefined) return trial.begin();
      await Promise.race([before, waiter.left]);
    }
  }

  /** Takes a place in the minute, or tells for how many milliseconds there is none. */
  async function tryPlace(waiter: Waiter): ReturnType<SharedPace['tryPlace']> {
    const { turn } = waiter;
    if (room.isWaitingBefore(turn.priority)) return { wait: LOOK_AGAIN_MILLIS };
    return pace.tryPlace(turn, () => {
      waiter.hasPlace = true;
    });
  }

  /** Waits for a place in the minute. */
  async function obtainPass(waiter: Waiter): Promise<Pass> {
    const { turn, signal } = waiter;
    for (;;) {
      // Before the place: one that had to be given back would be kept from other processes meanwhile.
      const endTrial = await waitForOthers(waiter);
      const place = await tryPlace(waiter).catch((error: unknown) => {
        endTrial();
        throw error;
      });
      // Others went on while the ledger was written.
      const isInTime = !signal.aborted && closed === undefined && pace.ownWait(turn) === 0;
      if ('sentAt' in place && isInTime) {
        waiter.go();
        return pace.passAt(place.sentAt, turn, { paused: tellAll, over: endTrial });
      }
      endTrial();
      if ('sentAt' in place) {
        waiter.hasPlace = false;
        await pace.giveBack(place.sentAt, turn.endpoint);
        if (closed !== undefined) throw closed();
      } else {
        tellLine(turn);
        signal.throwIfAborted();
        await delay(Math.min(place.wait, LOOK_AGAIN_MILLIS), signal);
      }
    }
  }

  return {
    async pass(turn, send) {
      if (closed !== undefined) throw closed();
      turn.signal.throwIfAborted();
      const waiter = room.enter(turn);
      try {
        keepWaiting(waiter, pace.waitBehind(room.line(turn).indexOf(waiter), turn));
        await Promise.race([waiter.called, waiter.left]);
        return await send(await Promise.race([obtainPass(waiter), waiter.left]));
      } finally {
        room.end(waiter);
      }
    },
    widen: () => {
      trial.pass();
      pace.loginTaken();
    },
    sendAway: (reason) => room.sendAway(reason),
    close(reason) {
      pace.claims.stop();
      closed = reason;
      room.sendAway(reason);
    },
    waiting: () => room.waiting,
    budget: () => pace.budget(),
    timeFor: (request, count) => pace.timeFor(request, count),
    claims: pace.claims,
    isLoginRefused: () => pace.isLoginRefused(),
    loginRefused: () => pace.loginRefused(),
  };
}
