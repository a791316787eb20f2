import type { Answer } from '../answers/answer-content.ts';
import {
  RateLimited,
  UntrustedCertificate,
  UpstreamUnavailable,
  WrongCredentials,
  type ChatOperationsError,
} from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Secret } from '../../model/text/secret.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { systemClock, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { createCircuitBreaker, type Outage } from './circuit-breaker.ts';
import { AskedElsewhere } from './claims.ts';
import type { Priority } from '../../model/progress.ts';
import type { Endpoint } from '../endpoints.ts';
import { createGate, type Gate } from './gate.ts';
import type { Ledger } from './request-history.ts';
import { delay } from './delay.ts';
import { NetworkFailure } from '../transport/network-failure.ts';
import { answerShape } from '../answers/answer-shape.ts';
import { createRetryBudget } from './retry-budget.ts';
import { backoff, pauseAfter, waitTold } from './retry-timing.ts';
import type { Budget, Pass, Trouble } from './shared-pace.ts';
import { createTransport, type Transport, type TransportOptions } from '../transport/transport.ts';
import { SharedTask, TasksUnderWay } from '../shared-tasks.ts';
import { uptime } from './uptime.ts';

/** The failures in a row, and the refusals for being too many, after which a request is given up. */
const MAX_FAILURES = 3;
const MAX_REFUSALS = 8;

/** The circumstances of a request: its deadline, its priority, and who is told of it. */
export interface RequestContext {
  readonly signal: AbortSignal;
  /** No wait goes beyond this; a request under way does. */
  readonly deadline?: EpochMillis;
  /** Whether a person waits for it: by default one does. */
  readonly priority?: Priority;
  /** Told the least wait of the request before it goes out, as soon as that is known. */
  readonly onWait?: (wait: Seconds) => void;
  /** Called once for each request that goes out, retries included. */
  readonly onRequest?: () => void;
  /** Told when the request went out that was answered, whoever sent it. */
  readonly onAnswer?: (sentAt: EpochMillis) => void;
  /** The work that it is part of, where several processes may want the same. */
  readonly claim?: ClaimedWork;
}

/** An answer, and when the request for it went out. */
interface Sent {
  readonly answer: Answer;
  readonly at: EpochMillis;
}

/** Work that one process does for all that share the archive. */
export interface ClaimedWork {
  readonly key: string;
  /** Asked when its turn has come: others may have done it while it stood in line. */
  readonly isStillNeeded: () => Promise<boolean>;
}

export interface Requests extends Pick<Gate, 'timeFor' | 'claims' | 'isLoginRefused'> {
  /** Returns the requests that are allowed, as far as it is known, and those of this process. */
  readonly budget: () => Promise<Budget>;
  /**
   * One GET, paced and retried; the same one under way is joined. Resolves with any answer that is worth reading: 200
   * and every refusal that is about the request itself. Throws WrongCredentials, RateLimited, UpstreamBusy,
   * DeadlinePassed, UpstreamUnavailable, AskedElsewhere for what another process asks for or has got meanwhile, and the
   * reason of an aborted signal.
   */
  get(endpoint: Endpoint, address: URL, context: RequestContext): Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface RequestsOptions extends TransportOptions {
  readonly email: string;
  readonly password: Secret;
  readonly requestsPerMinute: number;
  readonly clock?: Clock | undefined;
  /** The history of the login's requests, where other processes share it. */
  readonly ledger?: Ledger | undefined;
  /** Sends; by default over real connections. */
  readonly transport?: Transport | undefined;
  /** Steady milliseconds, the same in all processes that share the ledger. */
  readonly now?: (() => number) | undefined;
  /** A random number from 0 to 1. */
  readonly chance?: (() => number) | undefined;
}

/** The next try of a request that failed, if the budget for retries allows it. */
interface Retry {
  readonly wait: number;
  readonly isGranted: boolean;
}

/** Sends the requests of one login (specification, sections 5 and 8). */
export function createRequests({
  origin,
  email,
  password,
  requestsPerMinute,
  clock = systemClock,
  ca,
  answerWithin,
  ledger,
  transport = createTransport({ origin, ca, answerWithin }),
  now = uptime,
  chance = Math.random,
}: RequestsOptions): Requests {
  const gate = createGate({ requestsPerMinute, clock, ledger, now });
  const breaker = createCircuitBreaker(now);
  const retries = createRetryBudget();
  const retriesOf = new WeakMap<NetworkFailure, Retry>();
  const underWay = new TasksUnderWay<SharedTask<Sent>>();
  const closing = new AbortController();
  const counts = { requests: 0, refusals: 0, retries: 0 };
  let trouble: Trouble | undefined;

  const outage = (wait: Seconds): UpstreamUnavailable => new UpstreamUnavailable(undefined, wait);

  function refuseWhileDown(): void {
    const wait = breaker.openFor();
    if (wait > 0) throw outage(wait);
  }

  /** One GET. Throws NetworkFailure for no answer, and for HTTP 5xx. */
  async function send(address: URL, signal: AbortSignal): Promise<Answer> {
    // Made for each request: nothing but the secret itself keeps the password.
    const authorization = `Basic ${Buffer.from(`${email}:${password.reveal()}`).toString('base64')}`;
    const headers = { accept: 'application/json', authorization };
    const answer = await transport.get(address, headers, signal);
    if (answer.status < 500) return answer;
    const isTold = answer.headers.has('retry-after');
    const retryAfter = isTold ? waitTold({ headers: answer.headers, body: '' }, clock()) : undefined;
    throw new NetworkFailure(trusted`HTTP ${answer.status}`, { neverSent: false, passing: true, retryAfter });
  }

  function outageIn(error: unknown): Outage {
    if (!(error instanceof NetworkFailure) || !error.passing) return undefined;
    return { forMillis: error.retryAfter === undefined ? undefined : error.retryAfter * 1000 };
  }

  /** Sends a request that has its place, and makes known how the service took it. */
  async function attempt(address: URL, signal: AbortSignal, priority: Priority, pass: Pass): Promise<Answer> {
    let answer: Answer;
    try {
      // What is read ahead, and fails, keeps nobody from asking, and is told where reading ahead is told.
      answer = await breaker.run(() => send(address, signal), priority === 'ahead' ? () => undefined : outageIn);
    } catch (error) {
      pass.taken();
      if (error instanceof NetworkFailure && !(priority === 'ahead' && error.passing)) noteTrouble(failureOf(error));
      const wait = breaker.openFor();
      if (wait > 0) gate.sendAway(() => outage(wait));
      throw error;
    }
    const { status } = answer;
    if (status === 401) {
      // Tried again, a wrong password locks the account: nobody goes before the configuration changes.
      gate.close(() => new WrongCredentials());
      noteTrouble(new WrongCredentials());
      await gate.loginRefused();
      throw new WrongCredentials();
    }
    trouble = undefined;
    if (status === 429) {
      const told = waitTold({ headers: answer.headers, body: answer.text }, clock());
      const untold = told === undefined ? answerShape(answer) : undefined;
      await pass.refused((refusalsBefore) => pauseAfter(told, refusalsBefore, chance()), untold);
      return answer;
    }
    pass.taken();
    retries.noteAnswer();
    gate.widen();
    return answer;
  }

  /** One for all who awaited what failed, so that they meet again. */
  function retryOf(failure: NetworkFailure, failures: number): Retry {
    const known = retriesOf.get(failure);
    if (known !== undefined) return known;
    const isWorthIt = failure.passing && failures < MAX_FAILURES;
    const retry = {
      wait: failure.retryAfter ?? backoff(failures, chance()),
      isGranted: isWorthIt && retries.take(),
    };
    retriesOf.set(failure, retry);
    return retry;
  }

  function failureOf({ passing, message, retryAfter }: NetworkFailure): UntrustedCertificate | UpstreamUnavailable {
    return passing ? new UpstreamUnavailable(message, retryAfter) : new UntrustedCertificate();
  }

  function noteTrouble(error: ChatOperationsError): void {
    trouble = { error, at: clock() };
  }

  /** Waits before the next attempt after a failure. Throws UpstreamUnavailable when there is to be none. */
  async function backOff(
    failure: NetworkFailure,
    failures: number,
    { signal, deadline, priority, onWait }: RequestContext,
  ): Promise<void> {
    // What is read ahead has time, and takes no retry from those who have not.
    if (priority === 'ahead') throw failureOf(failure);
    const { wait, isGranted } = retryOf(failure, failures);
    const isLate = deadline !== undefined && clock() + wait * 1000 > deadline;
    if (!failure.passing || failures === MAX_FAILURES || isLate || !isGranted) throw failureOf(failure);
    counts.retries += 1;
    if (failure.retryAfter !== undefined) onWait?.(failure.retryAfter);
    await delay(wait * 1000, signal);
    signal.throwIfAborted();
    refuseWhileDown();
  }

  /** Awaits the same request that is under way, else one of its own when its turn has come. */
  async function ask(endpoint: Endpoint, address: URL, context: RequestContext): Promise<Sent> {
    const { priority = 'person', signal, onRequest, claim } = context;
    const key = address.href;
    return (
      underWay.get(key)?.wait(signal) ??
      gate.pass({ ...context, endpoint, priority, claim: claim?.key }, async (pass) => {
        // Others went on while this one waited: they may have got the same, in whichever process, be asking for it, or
        // have found that nobody answers. Looked for with the claim in hand: what comes after it waits for this one.
        const isNeeded = await isStillNeeded(claim, pass);
        const joined = isNeeded ? underWay.get(key)?.wait(signal) : Promise.reject(new AskedElsewhere());
        const wait = breaker.openFor();
        if (joined === undefined && wait === 0 && !signal.aborted) {
          const request = new SharedTask(async (shared) => {
            counts.requests += 1;
            onRequest?.();
            const at = clock();
            pass.leaves();
            return { answer: await attempt(address, shared, priority, pass), at };
          });
          return underWay.add(key, request).wait(signal);
        }
        // A place that cannot be given back is lost for a minute, and nothing else.
        const [sent] = await Promise.allSettled([joined ?? Promise.reject(outage(wait)), pass.unused()]);
        signal.throwIfAborted();
        if (sent.status === 'rejected') throw sent.reason;
        return sent.value;
      })
    );
  }

  async function isStillNeeded(claim: ClaimedWork | undefined, pass: Pass): Promise<boolean> {
    try {
      return claim === undefined || (await claim.isStillNeeded());
    } catch (error) {
      await pass.unused();
      throw error;
    }
  }

  async function persist(endpoint: Endpoint, address: URL, context: RequestContext): Promise<Answer> {
    let failures = 0;
    let refusals = 0;
    refuseWhileDown();
    for (;;) {
      try {
        const { answer, at } = await ask(endpoint, address, context);
        context.onAnswer?.(at);
        // After a 429 the gate is closed for a while: it keeps the next attempt back, or refuses it.
        if (answer.status !== 429) return answer;
        if (context.claim !== undefined) gate.claims.releaseFailed(context.claim.key);
        refusals += 1;
        counts.refusals += 1;
        if (refusals === MAX_REFUSALS) throw new RateLimited((await gate.budget()).pausedFor);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
        if (context.claim !== undefined) gate.claims.releaseFailed(context.claim.key);
        failures += 1;
        await backOff(error, failures, context);
      }
    }
  }

  return {
    get: (endpoint, address, context) =>
      persist(endpoint, address, { ...context, signal: AbortSignal.any([context.signal, closing.signal]) }),
    budget: async () => ({
      ...(await gate.budget()),
      here: { ...counts, waiting: gate.waiting() },
      ...omitUndefined({
        trouble: trouble ?? ((await gate.isLoginRefused()) ? { error: new WrongCredentials() } : undefined),
      }),
    }),
    timeFor: gate.timeFor,
    claims: gate.claims,
    isLoginRefused: gate.isLoginRefused,
    async close() {
      const reason = (): Error => new UpstreamUnavailable('the connection was closed');
      gate.close(reason);
      closing.abort(reason());
      await transport.close();
    },
  };
}
