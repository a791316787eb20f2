import { seconds, type Seconds } from '../../model/time/units.ts';

/** The failures without an answer in between that are an outage. */
const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE = 10_000;
const MAX_PAUSE = 5 * 60_000;

/** The time to stay away after a failure, where the service said so; undefined for no failure of the service. */
export type Outage = { readonly forMillis: number | undefined } | undefined;

/**
 * Stops asking a service that does not answer (facts, "a sustained outage opens a breaker with one probe"): after
 * five failures in a row nothing is sent for ten seconds, then one request tries; with each that fails the pause
 * doubles, up to five minutes. A service that says for how long it is away is left alone at once.
 */
export interface CircuitBreaker {
  /** Returns the time for which nothing is sent. While a probe is under way nobody knows: a second at a time. */
  openFor(): Seconds;
  /**
   * Sends when `openFor` is 0, which has to be asked right before. `outageIn` tells whether what was thrown is a failure
   * of the service.
   */
  run<Answer>(send: () => Promise<Answer>, outageIn: (error: unknown) => Outage): Promise<Answer>;
}

/** A breaker that lets everything through until it sees failures. `now` is in steady milliseconds. */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;
  const isOpen = (): boolean => failures >= FAILURES_TO_OPEN;

  function failed(isProbe: boolean, forMillis: number | undefined): void {
    // Requests that were under way together fail together: they do not make the pause longer.
    if (isOpen() && !isProbe) return;
    failures = forMillis === undefined ? failures + 1 : Math.max(failures + 1, FAILURES_TO_OPEN);
    if (!isOpen()) return;
    openUntil = now() + (forMillis ?? Math.min(FIRST_PAUSE * 2 ** (failures - FAILURES_TO_OPEN), MAX_PAUSE));
  }

  return {
    openFor() {
      if (!isOpen()) return seconds(0);
      return seconds(Math.max(openUntil - now(), isProbing ? 1000 : 0) / 1000);
    },
    async run(send, outageIn) {
      const isProbe = isOpen();
      if (isProbe) isProbing = true;
      try {
        const answer = await send();
        failures = 0;
        return answer;
      } catch (error) {
        const outage = outageIn(error);
        if (outage !== undefined) failed(isProbe, outage.forMillis);
        throw error;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}
