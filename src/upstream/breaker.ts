import { seconds, type Seconds } from '../model/units.ts';

/** So many failures without an answer in between are an outage. */
const FAILURES = 5;
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 5 * 60_000;

/**
 * Stops asking a service that does not answer (facts, "a sustained outage opens a breaker with one probe"): after
 * five failures in a row nothing is sent for ten seconds, then one request tries; with each that fails the pause
 * doubles, up to five minutes. Times are steady milliseconds.
 */
export interface Breaker {
  /** Lets a request through (0), which then has to come back as `answered` or `failed`, or says how long none is. */
  enter(now: number): Seconds;
  /** Says how long none is let through, without sending one. */
  closedFor(now: number): Seconds;
  answered(): void;
  failed(now: number): void;
  /** The request that was let through was given up before it could show anything. */
  gaveUp(): void;
}

/** A breaker that lets everything through until it sees failures. */
export function createBreaker(): Breaker {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  const isOpen = (): boolean => failures >= FAILURES;
  const closedFor = (now: number): Seconds => {
    if (!isOpen()) return seconds(0);
    // While the probe is under way nobody knows for how long.
    return seconds(Math.max(openUntil - now, isProbing ? 1000 : 0) / 1000);
  };
  return {
    closedFor,
    enter(now) {
      const wait = closedFor(now);
      if (wait === 0 && isOpen()) isProbing = true;
      return wait;
    },
    answered() {
      failures = 0;
      isProbing = false;
    },
    failed(now) {
      // Requests that were under way together fail together: they do not make the pause longer.
      if (isOpen() && !isProbing) return;
      failures += 1;
      isProbing = false;
      if (isOpen()) openUntil = now + Math.min(FIRST_PAUSE * 2 ** (failures - FAILURES), LONGEST_PAUSE);
    },
    gaveUp() {
      isProbing = false;
    },
  };
}
