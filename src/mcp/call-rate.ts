import type { CallerId } from '../model/caller.ts';
import { TooManyCalls } from '../model/errors.ts';
import { loaded } from '../model/loaded.ts';
import type { CallTurns, TurnOf } from '../answers/desk.ts';
import { seconds, type Seconds } from '../model/time/units.ts';

const MILLIS_PER_MINUTE = 60_000;
/** The longest that a call waits for its turn. */
const MAX_WAIT_MILLIS = 10_000;
/** The calls that are counted one by one; of a higher rate a shorter time is. */
const MAX_COUNTED = 100;
/** The lines that are known before those are forgotten in which nobody calls any more. */
const MAX_IDLE = 1000;

/** Runs something when the next turn comes: now where that has come. */
type Throttle = (run: () => void) => Promise<void>;

/**
 * The rate at which each caller may call: so many a minute, of which those of some seconds may come at once. One too many waits
 * for its turn, ten seconds at most; where as many wait already, it is refused. As many looks have their turn beside them. Each
 * process counts by itself.
 */
export class CallRate implements CallTurns {
  readonly #perMinute: number;
  readonly #lines = new Map<`${TurnOf} ${CallerId}`, CallLine>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Resolves when a call's turn has come. Throws TooManyCalls, and the signal's reason when it is aborted. */
  async turn(caller: CallerId, signal: AbortSignal, of: TurnOf): Promise<void> {
    const key = `${of} ${caller}` as const;
    const line = this.#lines.get(key) ?? (await this.#begun(key));
    await line.turn(signal);
  }

  /** Nobody waits any more. */
  close(): void {
    for (const line of this.#lines.values()) line.close();
  }

  async #begun(key: `${TurnOf} ${CallerId}`): Promise<CallLine> {
    const perWait = Math.max(1, Math.floor((this.#perMinute * MAX_WAIT_MILLIS) / MILLIS_PER_MINUTE));
    const limit = Math.min(perWait, MAX_COUNTED);
    const interval = (limit * MILLIS_PER_MINUTE) / this.#perMinute;
    const longest = seconds((perWait * MILLIS_PER_MINUTE) / this.#perMinute / 1000);
    const { default: pThrottle } = await loaded(() => import('p-throttle'));
    // Others may have begun it meanwhile.
    const begun = this.#lines.get(key);
    if (begun !== undefined) return begun;
    const closing = new AbortController();
    // With a weight it counts what was called within the interval, and nothing older.
    const throttled = pThrottle({ limit, interval, strict: true, weight: () => 1, signal: closing.signal });
    const line = new CallLine(
      throttled((run: () => void) => {
        run();
        return Promise.resolve();
      }),
      closing,
      { places: perWait, longest },
    );
    if (this.#lines.size >= MAX_IDLE) this.#forgetIdle();
    this.#lines.set(key, line);
    return line;
  }

  #forgetIdle(): void {
    for (const [key, line] of this.#lines) if (line.isIdle()) this.#lines.delete(key);
  }
}

/** The calls of one caller that wait for their turn. */
class CallLine {
  readonly #throttle: Throttle;
  readonly #closing: AbortController;
  readonly #limits: { readonly places: number; readonly longest: Seconds };
  readonly #waiting = new Set<() => void>();
  #isMoving = false;
  #lastAt = performance.now();

  constructor(
    throttle: Throttle,
    closing: AbortController,
    limits: { readonly places: number; readonly longest: Seconds },
  ) {
    this.#throttle = throttle;
    this.#closing = closing;
    this.#limits = limits;
  }

  /** Whether nobody waits, and whoever comes next would not have to either. */
  isIdle(): boolean {
    return !this.#isMoving && performance.now() - this.#lastAt > this.#limits.longest * 1000;
  }

  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#waiting.size >= this.#limits.places) throw new TooManyCalls(this.#limits.longest);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting.delete(go);
      reject(signal.reason);
    };
    const go = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    this.#waiting.add(go);
    if (!this.#isMoving) void this.#move();
    if (!this.#waiting.has(go)) return;
    signal.addEventListener('abort', leave, { once: true });
    await promise;
  }

  /** Whoever waits goes on waiting, until their connections end. */
  close(): void {
    this.#closing.abort();
  }

  /** Gives turns as they come, for as long as somebody waits. */
  async #move(): Promise<void> {
    this.#isMoving = true;
    try {
      while (this.#waiting.size > 0) {
        let isGiven = false;
        const given = this.#throttle(() => {
          isGiven = true;
          this.#giveTurn();
        });
        // One that has come takes no turn of the event loop: whoever asks next is not behind it.
        if (!isGiven) await given;
      }
    } catch {
      // Closed.
    } finally {
      this.#isMoving = false;
    }
  }

  /** Where everybody has left the line, the turn is nobody's. */
  #giveTurn(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    this.#lastAt = performance.now();
    first();
  }
}
