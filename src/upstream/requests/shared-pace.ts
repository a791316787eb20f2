import type { ProgramText } from '../../model/text/trusted-text.ts';
import type { ChatOperationsError } from '../../model/errors.ts';
import { seconds, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { ENDPOINTS, type Endpoint, type PacedRequest } from '../endpoints.ts';
import { AskedElsewhere, Claims } from './claims.ts';
import { consider, forecast, rateOf, learnFromRefusal, sent, WINDOW } from './pace.ts';
import {
  isAhead,
  NO_HISTORY,
  recall,
  requestsSince,
  withMoved,
  withoutSent,
  withTaken,
  type Ledger,
  type RequestHistory,
} from './request-history.ts';

/** The failure of the last request: nobody answers, or the login is refused. */
export interface Trouble {
  readonly error: ChatOperationsError;
  /** Absent where another process on the archive met it, and this one has not tried its login. */
  readonly at?: EpochMillis;
}

/** The requests that the service allows, as far as it is known (design, "limits"), and those of this process. */
export interface Budget extends SharedBudget {
  readonly here: RequestCounts;
}

/** The requests of one process since it began. */
export interface RequestCounts {
  /** Those that were sent, retries included. */
  readonly requests: number;
  /** Those that were refused for being too many. */
  readonly refusals: number;
  /** Those that were sent again because the service gave no usable answer. */
  readonly retries: number;
  /** Those that wait for their turn now. */
  readonly waiting: number;
}

/** The requests that the service allows to all processes that share the archive. */
export interface SharedBudget {
  /** The most requests in a minute: the setting, or less where the service refused more. */
  readonly perMinute: number;
  readonly source: 'setting' | 'learned';
  /** The requests of all processes that share the archive. */
  readonly usedLastMinute: number;
  /** The time for which nobody asks, because the service refused a request. */
  readonly pausedFor: Seconds;
  /** The shape of the last refusal that did not say how long to wait, without a value of it. */
  readonly untoldRefusal?: { readonly shape: ProgramText };
  /** Absent where the last request was answered, and before the first one. */
  readonly trouble?: Trouble;
  /** The endpoints that were seen to allow less than the rest. */
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly perMinute: number }[];
}

/** A request that leaves later than this after its place was taken counts from then on: the service counts it then. */
const NOTICEABLE_MILLIS = 250;

/** The place of a request that was let through, which tells here what became of it. */
export interface Pass {
  /** It goes out now. */
  leaves(): void;
  /** It was not refused for being too many, whatever else became of it. */
  taken(): void;
  /** Nobody goes for that long, and the rate becomes what was taken. `untold` is its shape if it did not say. */
  refused(pause: (refusalsBefore: number) => Seconds, untold?: ProgramText): Promise<void>;
  /** It did not go out. */
  unused(): Promise<void>;
}

/** A request that needs a place in the minute, and what is claimed with it. */
export interface ClaimingRequest extends PacedRequest {
  /** While another process has that claim, there is no place. */
  readonly claim?: string | undefined;
}

interface SharedPaceOptions {
  /** The most that is let through in a minute, whatever the service would allow. */
  readonly ceiling: number;
  readonly ledger: Ledger;
  /** Steady milliseconds, the same in all processes that share the ledger. */
  readonly now: () => number;
}

/** What a history becomes when it hears of something. */
type Report = (history: RequestHistory) => RequestHistory;

/** The places in the minute: what all processes of a login took of them, by the ledger, and what this one did itself. */
export class SharedPace {
  /** The work that the processes on this ledger ask for, each for all of them. */
  readonly claims: Claims;
  readonly #ceiling: number;
  readonly #ledger: Ledger;
  readonly #now: () => number;
  /** The shared history as this process saw it last. */
  #shared = NO_HISTORY;
  /** The requests of this process, whatever becomes of the ledger. */
  #own = NO_HISTORY;
  /** How the service took the login of this process, or of others before it. */
  #login: 'taken' | 'refused' | undefined;
  /** What the ledger has yet to hear, such as which requests were taken: told with the next one, to spare it a transaction. */
  #unreported: Report[] = [];

  constructor({ ceiling, ledger, now }: SharedPaceOptions) {
    this.#ceiling = ceiling;
    this.#ledger = ledger;
    this.#now = now;
    this.claims = new Claims({
      change: (step) => this.#update((history) => ({ ...history, claims: step(history.claims) })),
      read: async () => (await ledger.read()).claims,
      seen: () => this.#shared.claims,
      now,
    });
  }

  /** Returns the wait of a request behind `ahead` others, by all that is known here. */
  waitBehind(ahead: number, request: PacedRequest): Seconds {
    const now = this.#now();
    // The next one may try a little more than was learned.
    const shared =
      ahead === 0
        ? consider(this.#shared, now, this.#ceiling, request).wait / 1000
        : forecast(this.#shared, now, this.#ceiling, request, ahead + 1);
    return seconds(Math.max(shared, forecast(this.#own, now, this.#ceiling, request, ahead + 1)));
  }

  /** Returns the milliseconds that a request has to wait because of the requests of this process. */
  ownWait(request: PacedRequest): number {
    return consider(this.#own, this.#now(), this.#ceiling, request).wait;
  }

  /** Returns the time until `count` further requests have gone, if nobody else asks. */
  async timeFor(request: PacedRequest, count: number): Promise<Seconds> {
    this.#shared = await this.#ledger.read();
    return this.waitBehind(count - 1, request);
  }

  /** Whether the login was refused here, or to some other process before this one was let in. */
  async isLoginRefused(): Promise<boolean> {
    if (this.#login !== undefined) return this.#login === 'refused';
    const isRefused = (await this.#ledger.read()).isLoginRefused === true;
    // That another process is let in tells nothing of the password of this one.
    if (isRefused) this.#login ??= 'refused';
    return isRefused;
  }

  /** Keeps for all processes that the login is refused; where it cannot be written each finds out for itself. */
  async loginRefused(): Promise<void> {
    this.#login = 'refused';
    await this.#update((history) => ({ ...history, isLoginRefused: true })).catch(() => undefined);
  }

  /** Keeps that the login is good. Those who start later may try theirs. */
  loginTaken(): void {
    if (this.#login === 'taken') return;
    this.#login = 'taken';
    if (this.#shared.isLoginRefused !== true) return;
    this.#update(({ isLoginRefused: _, ...history }) => history).catch(() => undefined);
  }

  async budget(): Promise<SharedBudget> {
    const now = this.#now();
    const history = recall(await this.#ledger.read(), now, WINDOW);
    const perMinute = rateOf(history, 'all', this.#ceiling);
    return omitUndefined({
      perMinute,
      source: perMinute < this.#ceiling ? ('learned' as const) : ('setting' as const),
      usedLastMinute: requestsSince(history, 'all', 0).count,
      pausedFor: seconds(Math.max(0, history.pausedUntil - now, this.#own.pausedUntil - now) / 1000),
      endpoints: endpointsBelow(history, perMinute),
      untoldRefusal: history.untold,
    });
  }

  /**
   * Takes a place if there is one, and answers when, else how many milliseconds there is none. `tookPlace` is called
   * when the place is counted. Throws AskedElsewhere when another process has the claim, which is looked for now: the
   * request may have stood in line for long.
   */
  async tryPlace(
    request: ClaimingRequest,
    tookPlace: () => void,
  ): Promise<{ readonly sentAt: number } | { readonly wait: number }> {
    const { claim, priority } = request;
    const wait = this.ownWait(request);
    if (wait > 0) return { wait };
    let place: { sentAt: number } | { wait: number } = { wait: 0 };
    let considered: RequestHistory | undefined;
    let holder: string | undefined;
    await this.#update(
      (history) => {
        holder = claim === undefined ? undefined : this.claims.findBlocker(history.claims, claim, priority)?.holder;
        if (holder !== undefined) return history;
        // Not before: another process may have kept the ledger for a while.
        const at = this.#now();
        const { history: next, wait } = consider(history, at, this.#ceiling, request);
        considered = next;
        place = wait > 0 ? { wait } : { sentAt: at };
        // A history of before this machine was started again lies ahead of the clock until the new one is kept.
        if (wait > 0) return isAhead(history, at) ? next : history;
        const counted = sent(next, at, request);
        return claim === undefined ? counted : { ...counted, claims: this.claims.withOwn(counted.claims, claim) };
      },
      () => {
        if ('wait' in place) {
          this.#shared = considered ?? this.#shared;
        } else {
          // With the place, and not after it: who counts those ahead must not count both.
          tookPlace();
          if (claim !== undefined) this.claims.hold(claim);
        }
      },
    );
    if (holder === undefined) return place;
    if (claim !== undefined) this.claims.forget(claim);
    throw new AskedElsewhere(holder);
  }

  async giveBack(sentAt: number, endpoint: Endpoint): Promise<void> {
    await this.#update((history) => withoutSent(history, sentAt, endpoint));
  }

  /**
   * Returns the pass of a request that goes now, with the place that it took. `paused` is called when nobody goes for a
   * while because of it, and `over` when it has come back.
   */
  passAt(sentAt: number, request: PacedRequest, { paused, over }: Record<'paused' | 'over', () => void>): Pass {
    const sentHere = this.#now();
    const { endpoint } = request;
    this.#own = sent(recall(this.#own, sentHere, WINDOW), sentHere, request);
    let countedAt = sentAt;
    return {
      leaves: () => {
        const now = this.#now();
        if (now - sentAt <= NOTICEABLE_MILLIS) return;
        countedAt = now;
        this.#own = withMoved(this.#own, sentHere, now, endpoint);
        this.#unreported.push((history) => withMoved(history, sentAt, now, endpoint));
        // At once: if this process were killed, nobody else would know.
        this.#update((history) => history).catch(() => undefined);
      },
      taken: () => {
        this.#unreported.push((history) => withTaken(history, countedAt, endpoint));
        over();
      },
      refused: async (pauseAfter, untold) => {
        const { refusals } = withReported(this.#shared, this.#unreported);
        const pause = pauseAfter(refusals) * 1000;
        const pausedUntil = Math.max(this.#own.pausedUntil, this.#now() + Math.ceil(pause));
        this.#own = { ...this.#own, pausedUntil };
        paused();
        over();
        await this.#update((history) =>
          learnFromRefusal(history, this.#ceiling, { at: this.#now(), sentAt: countedAt, endpoint, pause, untold }),
        );
      },
      unused: async () => {
        this.#own = withoutSent(this.#own, sentHere, endpoint);
        over();
        await this.giveBack(sentAt, endpoint);
      },
    };
  }

  /** Changes the shared history, after adding what it has not heard yet. `step` may run again. */
  async #update(step: (history: RequestHistory) => RequestHistory, then: () => void = () => {}): Promise<void> {
    const reported = this.#unreported;
    this.#unreported = [];
    const givenBack = this.claims.takeGivenBack();
    try {
      this.#shared = await this.#ledger.update((history) => {
        const claims = this.claims.withoutOwn(history.claims, givenBack);
        const isNews = reported.length > 0 || claims.length < history.claims.length;
        return step(isNews ? { ...withReported(history, reported), claims } : history);
      });
      then();
    } catch (error) {
      this.#unreported = [...reported, ...this.#unreported];
      this.claims.keepGivenBack(givenBack);
      throw error;
    }
  }
}

function endpointsBelow({ learned }: RequestHistory, perMinute: number): SharedBudget['endpoints'] {
  return ENDPOINTS.flatMap((endpoint) => {
    const rate = learned[endpoint];
    return rate !== undefined && rate.perMinute < perMinute ? [{ endpoint, perMinute: rate.perMinute }] : [];
  });
}

function withReported(history: RequestHistory, reported: readonly Report[]): RequestHistory {
  return reported.reduce((before, report) => report(before), history);
}
