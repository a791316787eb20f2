import { RateLimited } from '../../model/errors.ts';
import { after, seconds, type Clock, type EpochMillis } from '../../model/time/units.ts';
import { TooManyRequests } from '../../upstream/client.ts';
import { delay } from '../../upstream/delay.ts';
import { ENDPOINTS, type Endpoint, type PacedRequest } from '../../upstream/endpoints.ts';
import { leave, rateOf, refused, taken, waitOf, type Pace } from '../../upstream/pace.ts';
import { backoff, pauseAfter } from '../../upstream/retry-timing.ts';
import { NetworkFailure } from '../../upstream/transport/network-failure.ts';
import type { AccountTables } from '../tables/tables.ts';
import { errorOf, failureOf } from './failure.ts';
import { NEW_STATE, storedState } from './state.ts';

const MAX_TRIES = 3;

interface BesideOptions {
  /** The archive whose reader asks the same service, where there is one. */
  readonly tables: AccountTables | undefined;
  /** The most requests a minute. */
  readonly ceiling: number;
  readonly clock: Clock;
  /** Steady milliseconds that all processes on the archive count alike. */
  readonly now: () => number;
  /** From 0 to 1: how uneven waits are. */
  readonly chance?: () => number;
}

/** A few requests beside those of the reader, for who tests a service: they keep to its pace, and count in it while nobody reads. */
export class Beside {
  readonly #options: BesideOptions;
  #pace: Pace = NEW_STATE.pace;

  private constructor(options: BesideOptions) {
    this.#options = options;
  }

  /** Begins with the pace that the reader has left. */
  static async begin(options: BesideOptions): Promise<Beside> {
    const beside = new Beside(options);
    if (options.tables !== undefined) beside.#pace = (await storedState(options.tables)).pace;
    return beside;
  }

  /** What is known of the limits. */
  limits() {
    const { ceiling, now } = this.#options;
    const perMinute = rateOf(this.#pace, 'all', ceiling);
    return {
      perMinute,
      source: perMinute < ceiling ? ('learned' as const) : ('setting' as const),
      pausedFor: seconds(Math.max(0, this.#pace.pausedUntil - now()) / 1000),
      endpoints: ENDPOINTS.flatMap((endpoint) => {
        const own = rateOf(this.#pace, endpoint, ceiling);
        return own < perMinute ? [{ endpoint, perMinute: own }] : [];
      }),
    };
  }

  /**
   * Makes a request when the pace allows it, and some times more where it is not answered. Throws RateLimited where that is too
   * late, the errors of model/errors.ts, and the reason of an aborted signal.
   */
  async send<T>(
    endpoint: Endpoint,
    { signal, deadline }: { readonly signal: AbortSignal; readonly deadline: EpochMillis },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { clock, now, ceiling, chance = Math.random } = this.#options;
    const request = { endpoint, priority: 'person' } as const;
    for (let tries = 1; ; tries += 1) {
      for (let wait = this.#waitOf(request); wait > 0; wait = this.#waitOf(request)) {
        if (after(clock(), seconds(wait / 1000)) > deadline) throw new RateLimited(seconds(wait / 1000));
        await delay(wait, signal);
        signal.throwIfAborted();
      }
      const { pace, id } = leave(this.#pace, now(), ceiling, request);
      await this.#keep(pace);
      try {
        const answer = await work(signal);
        await this.#keep(taken(this.#pace, id));
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TooManyRequests) {
          const pause = pauseAfter(error.told, this.#pace.refusals, chance()) * 1000;
          await this.#keep(refused(this.#pace, id, now(), ceiling, pause));
          continue;
        }
        await this.#keep(taken(this.#pace, id));
        const failure = failureOf(error);
        if (failure === undefined || failure.kind === 'unbelieved') throw error;
        if (!(error instanceof NetworkFailure && error.passing && tries < MAX_TRIES)) throw errorOf(failure);
        await delay(1000 * (error.retryAfter ?? backoff(tries, chance())), signal);
      }
    }
  }

  #waitOf(request: PacedRequest): number {
    const { now, ceiling } = this.#options;
    return waitOf(this.#pace, now(), ceiling, request);
  }

  async #keep(pace: Pace): Promise<void> {
    this.#pace = pace;
    const { tables, now } = this.#options;
    if (tables === undefined) return;
    const state = { ...(await storedState(tables)), pace };
    await tables.transaction((open) => open.leaveState('reader', now(), JSON.stringify(state)));
  }
}
