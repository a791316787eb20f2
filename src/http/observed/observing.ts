import type { Observer } from '../../answers/observer.ts';
import { CallsOfRequests } from './calls-of-requests.ts';
import { createMetrics, type MetricSources } from './metrics.ts';
import { requestLog, type LogRequest } from './request-log.ts';
import { watchingFor, type Watching } from './watching.ts';

export interface ObservingOptions extends MetricSources {
  /** Takes a line of each request; absent where nobody wants them. */
  readonly log: LogRequest | undefined;
  /** The key of the sums by which the log tells callers apart whose names may be personal. */
  readonly key: Uint8Array;
  /** Told of every call, too: the audit. */
  readonly audit: Observer;
}

/** What is known of a server from outside. */
export interface Observing {
  readonly observer: Observer;
  readonly watching: Watching;
  readonly metrics: () => Promise<Response>;
}

/** Begins to count what a server does, and to tell of it. */
export function observing({ log, key, audit, ...sources }: ObservingOptions): Observing {
  const metrics = createMetrics(sources);
  // To tell which calls are whose costs every request something: it is left out where nobody reads it.
  const calls = log === undefined ? undefined : new CallsOfRequests();
  const observers = [metrics, audit, ...(calls === undefined ? [] : [calls])];
  return {
    observer: {
      ended: (call, end) => {
        for (const one of observers) one.ended(call, end);
      },
    },
    watching: watchingFor([metrics, ...(log === undefined ? [] : [requestLog(log, key)])], calls),
    metrics: metrics.answer,
  };
}
