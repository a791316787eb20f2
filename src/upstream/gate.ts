import pThrottle from 'p-throttle';
import { DeadlinePassed, RateLimited } from '../model/errors.ts';
import { seconds, type Clock, type EpochMillis, type Seconds } from '../model/units.ts';

/** The service counts by when requests arrive, which is later than when they leave: a minute here is a little longer. */
const MINUTE = 61_000;

/** Node's timers fire at once when they are set for longer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** How many requests are under way at once, when the login is known to be good. */
const TOGETHER = 8;

export interface Patience {
  readonly signal: AbortSignal;
  /** Who cannot have a turn before this leaves at once. */
  readonly deadline?: EpochMillis;
}

export interface Budget {
  readonly perMinute: number;
  readonly usedLastMinute: number;
}

/** Where every request of a login waits for its turn, first come, first served. */
export interface Gate {
  /**
   * Runs `send` when its turn has come. Throws without running it: the signal's reason when it is aborted,
   * DeadlinePassed or RateLimited when the deadline leaves no time, and the reason of `close` when the gate is closed.
   */
  pass<Result>(patience: Patience, send: () => Promise<Result>): Promise<Result>;
  /** Nobody goes for that long. */
  pause(wait: Seconds): void;
  /** Until this is called requests go one by one, so that a wrong password is tried once. */
  widen(): void;
  /** Everybody who waits, and everybody who comes, gets this reason. */
  close(reason: () => Error): void;
  budget: () => Budget;
}

interface Waiter {
  /** The monotonic time after which there is no point in waiting. */
  readonly leaveBy: number;
  go(): void;
  leave(reason: Error): void;
}

/** Builds the gate for one login: at most `requestsPerMinute` in any minute. */
export function createGate({ requestsPerMinute, clock }: { requestsPerMinute: number; clock: Clock }): Gate {
  // Weighted, p-throttle counts exactly the calls of the last minute; unweighted it also spaces them out.
  const slot = pThrottle({ limit: requestsPerMinute, interval: MINUTE, strict: true, weight: () => 1 })(
    (): Promise<void> => Promise.resolve(),
  );
  const line = new Set<Waiter>();
  /** When the requests of the last minute went, on the monotonic clock, oldest first. */
  const sent: number[] = [];
  let underWay = 0;
  let together = 1;
  let pausedUntil = 0;
  let closed: (() => Error) | undefined;
  let serving = false;
  let wake = (): void => {};

  function forgetOld(now: number): void {
    while (sent[0] !== undefined && sent[0] <= now - MINUTE) sent.shift();
  }

  /** The milliseconds until somebody with `ahead` others before them can go, if nobody else slows them down. */
  function waitBehind(ahead: number): number {
    const now = performance.now();
    forgetOld(now);
    const paused = Math.max(0, pausedUntil - now);
    const place = sent.length + ahead - requestsPerMinute;
    if (place < 0) return paused;
    const before = sent[place];
    return Math.max(paused, before === undefined ? waitBehind(place - sent.length) + MINUTE : before + MINUTE - now);
  }

  function leaveIfLate(waiter: Waiter, ahead: number): boolean {
    const wait = waitBehind(ahead);
    const late = performance.now() + wait > waiter.leaveBy;
    if (late) waiter.leave(wait > 0 ? new RateLimited(seconds(wait / 1000)) : new DeadlinePassed());
    return late;
  }

  function nap(wait: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const isSomeoneNext = (): boolean => line.size > 0 && underWay < together;

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    while (isSomeoneNext()) {
      // A slot cannot be given back, so p-throttle is asked for one only when it is free.
      const wait = waitBehind(0);
      if (wait > 0) await nap(wait);
      else {
        await slot();
        const [first] = line;
        first?.go();
      }
    }
    serving = false;
  }

  /** Resolves when the turn has come; the caller is then under way. */
  function turn({ signal, deadline }: Patience): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveBy = deadline === undefined ? Infinity : performance.now() + deadline - clock();
      const stepOut = (): void => {
        line.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        if (line.size === 0) wake();
      };
      const waiter: Waiter = {
        leaveBy,
        go() {
          stepOut();
          sent.push(performance.now());
          underWay += 1;
          resolve();
        },
        leave(reason) {
          stepOut();
          reject(reason);
        },
      };
      const abort = (): void => {
        stepOut();
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
        reject(signal.reason);
      };
      const tooLate = (): void => waiter.leave(new DeadlinePassed());
      const timer = setTimeout(tooLate, Math.min(leaveBy - performance.now(), LONGEST_TIMER));
      signal.addEventListener('abort', abort, { once: true });
      const ahead = line.size;
      line.add(waiter);
      if (!leaveIfLate(waiter, ahead)) void serve();
    });
  }

  return {
    async pass(patience, send) {
      if (closed !== undefined) throw closed();
      patience.signal.throwIfAborted();
      await turn(patience);
      try {
        return await send();
      } finally {
        underWay -= 1;
        void serve();
      }
    },
    pause(wait) {
      pausedUntil = Math.max(pausedUntil, performance.now() + wait * 1000);
      let ahead = 0;
      for (const waiter of line) if (!leaveIfLate(waiter, ahead)) ahead += 1;
    },
    widen() {
      together = TOGETHER;
      void serve();
    },
    close(reason) {
      closed = reason;
      for (const waiter of line) waiter.leave(reason());
    },
    budget() {
      forgetOld(performance.now());
      return { perMinute: requestsPerMinute, usedLastMinute: sent.length };
    },
  };
}
