import { Headers } from 'undici';
import type { Answer } from '../../../src/upstream/answers/answer-content.ts';
import type { Transport } from '../../../src/upstream/transport/transport.ts';

const MINUTE = 60_000;

/** A request as it arrived at a simulated service. */
export interface Arrival {
  readonly at: number;
  readonly url: string;
  readonly status: number;
}

export interface SimulatedService {
  readonly transport: Transport;
  readonly arrivals: readonly Arrival[];
}

interface SimulatedOptions {
  /** How many requests it takes in any minute, given those that it took before. */
  readonly limit: (accepted: number) => number;
  /** How long a request is on its way, there and back together. */
  readonly latencyMillis?: number;
  /** Whether a refusal says how long to wait. */
  readonly tells?: boolean;
  /** Each endpoint has the limit for itself. */
  readonly byEndpoint?: boolean;
  readonly body?: (url: URL) => string;
}

/** A service on the clock of the timers, which a test or a measurement moves. */
export function simulateService({
  limit,
  latencyMillis = 200,
  tells = true,
  byEndpoint = false,
  body = () => '[]',
}: SimulatedOptions): SimulatedService {
  const arrivals: Arrival[] = [];
  /** When the requests of the last minute were accepted, by what they count against. */
  const accepted = new Map<string, number[]>();
  let total = 0;

  function answer(url: URL): Answer {
    const at = Date.now();
    const scope = byEndpoint ? url.pathname.replace(/\d+$/, '') : 'all';
    const recent = (accepted.get(scope) ?? []).filter((before) => before > at - MINUTE);
    accepted.set(scope, recent);
    const [oldest = at] = recent.slice(-limit(total));
    const isRefused = recent.length >= limit(total);
    arrivals.push({ at, url: url.pathname + url.search, status: isRefused ? 429 : 200 });
    if (isRefused) {
      const wait = Math.max(1, Math.ceil((oldest + MINUTE - at) / 1000));
      const headers = new Headers(tells ? { 'retry-after': String(wait) } : {});
      return { status: 429, headers, text: '' };
    }
    recent.push(at);
    total += 1;
    return { status: 200, headers: new Headers(), content: { value: JSON.parse(body(url)) }, text: '' };
  }

  return {
    arrivals,
    transport: {
      get: (address, _headers, signal) =>
        new Promise((resolve, reject) => {
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          setTimeout(() => {
            const answered = answer(address);
            setTimeout(() => resolve(answered), latencyMillis / 2);
          }, latencyMillis / 2);
        }),
      post: () => Promise.reject(new Error('read only')),
      close: () => Promise.resolve(),
    },
  };
}
