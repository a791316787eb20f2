import type { PacedRequest } from '../endpoints.ts';
import { goesBefore, type Priority } from '../../model/progress.ts';
import { DeadlinePassed, UpstreamBusy } from '../../model/errors.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import type { ClaimingRequest } from './shared-pace.ts';

/** The requests of a line that look for a place or are under way at once. */
const CONCURRENCY: Readonly<Record<Priority, number>> = { person: 4, background: 2, ahead: 2 };

/** The most that wait of one priority: callers of further ones are told at once that there is a crowd. */
const MAX_WAITING = 100;

/** Node's timers fire at once when they are set for longer. */
const MAX_TIMER_MILLIS = 2 ** 31 - 1;

/** A request that asks for its turn, and the time that it waits for it. */
export interface Turn extends ClaimingRequest {
  readonly signal: AbortSignal;
  /** A request that cannot have its turn before this leaves at once. */
  readonly deadline?: EpochMillis;
  /** Told how long the wait is at least, as soon as that is known, and again when that changes. */
  readonly onWait?: (wait: Seconds) => void;
}

/** A request that waits for its turn. */
export interface Waiter {
  readonly turn: Turn;
  /** The steady time after which there is no point in waiting. */
  readonly leaveBy: number;
  readonly leave: (reason: unknown) => void;
  /** Aborted when it leaves. */
  readonly signal: AbortSignal;
  /** Rejects with the reason when it leaves. */
  readonly left: Promise<never>;
  /** Tells it that it is among the first of its line. */
  readonly call: () => void;
  readonly called: Promise<void>;
  /** It waits no more, whatever becomes of it. */
  readonly go: () => void;
  readonly gone: Promise<void>;
  /** It has a place, and is about to go. */
  hasPlace: boolean;
}

/** All requests that wait at a gate, in the order in which they came. Those of one endpoint and priority are a line. */
export class WaitingRoom {
  readonly #waiting = new Set<Waiter>();
  /** Those that were called, until they are over. */
  readonly #called = new Set<Waiter>();
  readonly #clock: Clock;
  readonly #now: () => number;

  /** `now` is in steady milliseconds. */
  constructor(clock: Clock, now: () => number) {
    this.#clock = clock;
    this.#now = now;
  }

  /** The number of those that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether one waits that goes before those of that priority. */
  isWaitingBefore(priority: Priority): boolean {
    return [...this.#waiting].some(({ turn }) => goesBefore(turn.priority, priority));
  }

  /** Throws UpstreamBusy when too many wait. */
  enter(turn: Turn): Waiter {
    const crowd = [...this.#waiting].filter(({ turn: { priority } }) => priority === turn.priority);
    if (crowd.length >= MAX_WAITING) throw new UpstreamBusy();
    const waiter = this.#waiterOf(turn);
    this.#waiting.add(waiter);
    this.#callNext(turn);
    return waiter;
  }

  /** Those of a line that have no place yet. */
  line(of: PacedRequest): Waiter[] {
    return [...this.#waiting].filter(({ turn, hasPlace }) => !hasPlace && isSameLine(turn, of));
  }

  /** The last one that came before and asks for the same claim. */
  beforeInClaim(waiter: Waiter): Waiter | undefined {
    const { claim } = waiter.turn;
    if (claim === undefined) return undefined;
    const all = [...this.#waiting];
    return all.slice(0, all.indexOf(waiter)).findLast(({ turn }) => turn.claim === claim);
  }

  /** Its request is over, or does not go out: the next of its line is called. */
  end(waiter: Waiter): void {
    waiter.go();
    this.#called.delete(waiter);
    this.#callNext(waiter.turn);
  }

  sendAway(reason: () => Error): void {
    for (const { leave } of this.#waiting) leave(reason());
  }

  #callNext(line: PacedRequest): void {
    const inLine = ({ turn }: Waiter): boolean => isSameLine(turn, line);
    const free = CONCURRENCY[line.priority] - [...this.#called].filter(inLine).length;
    const uncalled = [...this.#waiting].filter((waiter) => inLine(waiter) && !this.#called.has(waiter));
    for (const waiter of uncalled.slice(0, free)) {
      this.#called.add(waiter);
      waiter.call();
    }
  }

  #waiterOf(turn: Turn): Waiter {
    const { signal, deadline } = turn;
    const leaving = new AbortController();
    const left = Promise.withResolvers<never>();
    left.promise.catch(() => undefined);
    const called = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const leave = (reason: unknown): void => {
      leaving.abort(reason);
      left.reject(reason);
    };
    const cancel = (): void => leave(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    const millisLeft = deadline === undefined ? Infinity : deadline - this.#clock();
    const timer = millisLeft < MAX_TIMER_MILLIS ? setTimeout(() => leave(new DeadlinePassed()), millisLeft) : undefined;
    const waiter: Waiter = {
      turn,
      leaveBy: this.#now() + millisLeft,
      leave,
      signal: leaving.signal,
      left: left.promise,
      called: called.promise,
      gone: gone.promise,
      hasPlace: false,
      call: called.resolve,
      go: () => {
        this.#waiting.delete(waiter);
        gone.resolve();
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      },
    };
    return waiter;
  }
}

function isSameLine(one: PacedRequest, other: PacedRequest): boolean {
  return one.endpoint === other.endpoint && one.priority === other.priority;
}
