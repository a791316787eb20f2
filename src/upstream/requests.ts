import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamUnavailable, WrongCredentials } from '../model/errors.ts';
import { systemClock, type Clock, type EpochMillis, type Seconds } from '../model/units.ts';
import { createGate, type Budget } from './gate.ts';
import { NetworkFailure } from './network-failure.ts';
import { createTransport, type Answer } from './transport.ts';
import { waitingTime } from './waiting-time.ts';

const ATTEMPTS = 3;
const LONGEST_FIRST_BACKOFF = 200;

/** An answer larger than this, decoded, is none of the service's; what refuses a request is short. */
const ANSWER_BYTES = 20 * 1024 * 1024;
const REFUSAL_BYTES = 4096;

/** On whose behalf a request goes out. */
export interface RequestContext {
  readonly signal: AbortSignal;
  /** No wait goes beyond this; a request under way does. */
  readonly deadline?: EpochMillis;
  /** Called once for each request that goes out, retries included. */
  readonly onRequest?: () => void;
}

export interface Requests {
  /**
   * One GET, paced and retried. Resolves with any answer that is worth reading: 200 and every refusal that is about
   * the request itself. Throws WrongCredentials, RateLimited, DeadlinePassed, UpstreamUnavailable, and the reason of
   * an aborted signal.
   */
  get(address: URL, context: RequestContext): Promise<Answer>;
  budget: () => Budget;
  close: () => Promise<void>;
}

export interface RequestsOptions {
  readonly email: string;
  readonly password: string;
  readonly requestsPerMinute: number;
  readonly clock?: Clock | undefined;
  readonly ca?: string | undefined;
  readonly answerWithin?: Seconds | undefined;
}

/** Sends the requests of one login (specification, sections 5 and 8). */
export function createRequests({
  email,
  password,
  requestsPerMinute,
  clock = systemClock,
  ca,
  answerWithin,
}: RequestsOptions): Requests {
  const transport = createTransport({ ca, answerWithin });
  const gate = createGate({ requestsPerMinute, clock });
  const closing = new AbortController();
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
  };

  async function attempt(address: URL, { onRequest }: RequestContext, signal: AbortSignal): Promise<Answer> {
    onRequest?.();
    const maxBytes = (status: number): number => (status === 200 ? ANSWER_BYTES : REFUSAL_BYTES);
    const answer = await transport.get(address, headers, maxBytes, signal);
    const { status } = answer;
    if (status === 401) {
      // Tried again, a wrong password locks the account: nobody goes before the configuration changes.
      gate.close(() => new WrongCredentials());
      throw new WrongCredentials();
    }
    if (status === 429) {
      const retryAfter = answer.headers.get('retry-after');
      gate.pause(waitingTime({ retryAfter, body: answer.text }, clock()));
    } else if (status >= 500) {
      throw new NetworkFailure(`HTTP ${status}`, { neverSent: false, passing: true });
    } else {
      gate.widen();
    }
    return answer;
  }

  async function backOff(failures: number, signal: AbortSignal): Promise<void> {
    const longest = LONGEST_FIRST_BACKOFF * 2 ** (failures - 1);
    try {
      await sleep(Math.random() * longest, undefined, { signal });
    } catch {
      signal.throwIfAborted();
    }
  }

  return {
    async get(address, context) {
      const signal = AbortSignal.any([context.signal, closing.signal]);
      const patience = { ...context, signal };
      let failures = 0;
      for (;;) {
        try {
          const answer = await gate.pass(patience, () => attempt(address, context, signal));
          // After a 429 the gate is paused: it keeps the next attempt back, or refuses it when the deadline is nearer.
          if (answer.status !== 429) return answer;
        } catch (error) {
          if (!(error instanceof NetworkFailure)) throw error;
          failures += 1;
          if (failures === ATTEMPTS || !error.passing) throw new UpstreamUnavailable(error.message);
          await backOff(failures, signal);
        }
      }
    },
    budget: gate.budget,
    async close() {
      const reason = (): Error => new UpstreamUnavailable('the connection was closed');
      gate.close(reason);
      closing.abort(reason());
      await transport.close();
    },
  };
}
