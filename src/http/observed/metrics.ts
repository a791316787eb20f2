import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observer } from '../../answers/observer.ts';
import { registerAccounts, type BudgetOf } from './account-gauges.ts';
import type { AccountName } from '../../model/caller.ts';
import type { Watcher } from './watching.ts';

/** From an answer at hand to one that took all the time it may. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

/** Why requests are refused, by the status of the answer. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'not_identified',
  403: 'not_allowed',
  404: 'not_found',
  405: 'method',
  406: 'media_type',
  413: 'too_large',
  415: 'media_type',
  429: 'too_many',
  503: 'no_room',
};

export interface MetricSources {
  /** The budgets of the accounts that are open. */
  readonly budgets: () => ReadonlyMap<AccountName, BudgetOf>;
  /** The sessions that are open. */
  readonly sessions: () => number;
}

/** The figures of a server, for Prometheus and its like. Labels are words of the program and the settings, never of a caller. */
export interface Metrics extends Observer, Watcher {
  /** Answers with all figures as text. */
  readonly answer: () => Promise<Response>;
}

/** Makes the figures of one server, with a register of their own. */
export function createMetrics({ budgets, sessions }: MetricSources): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'chat_operations_calls_total',
    help: 'Calls of tools, resources and prompts, by how they ended.',
    labelNames: ['kind', 'name', 'account', 'outcome'],
    registers,
  });
  const errors = new Counter({
    name: 'chat_operations_call_errors_total',
    help: 'Calls that failed or were refused, by the class of the error.',
    labelNames: ['error'],
    registers,
  });
  const fromArchive = new Counter({
    name: 'chat_operations_calls_from_archive_total',
    help: 'Calls that were answered without an upstream request of their own.',
    labelNames: ['name'],
    registers,
  });
  const durations = new Histogram({
    name: 'chat_operations_call_duration_seconds',
    help: 'Time from when a call came until it was answered, with the time that it waited for its turn.',
    labelNames: ['kind', 'name'],
    buckets: SECONDS,
    registers,
  });
  const requests = new Counter({
    name: 'chat_operations_http_requests_total',
    help: 'HTTP requests that were answered, by path, method and status.',
    labelNames: ['path', 'method', 'status'],
    registers,
  });
  const refusals = new Counter({
    name: 'chat_operations_http_refused_total',
    help: 'HTTP requests that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const streams = new Gauge({ name: 'chat_operations_streams', help: 'Streams that are open.', registers });
  const open = new Gauge({
    name: 'chat_operations_sessions',
    help: 'Sessions of clients that are open.',
    registers: [],
    collect() {
      this.set(sessions());
    },
  });
  register.registerMetric(open);
  registerAccounts(register, budgets);
  return {
    ended: ({ kind, name, account }, { outcome, error, took, upstreamRequests }) => {
      calls.inc({ kind, name, account, outcome });
      if (error !== undefined) errors.inc({ error });
      if (outcome === 'ok' && upstreamRequests === 0) fromArchive.inc({ name });
      durations.observe({ kind, name }, took);
    },
    streamBegan: () => streams.inc(),
    streamEnded: () => streams.dec(),
    answered: ({ path, method, status }) => {
      requests.inc({ path, method, status });
      const reason = REASONS[status];
      if (reason !== undefined) refusals.inc({ reason });
    },
    answer: async () =>
      new Response(await register.metrics(), {
        headers: { 'content-type': register.contentType, 'cache-control': 'no-store' },
      }),
  };
}
