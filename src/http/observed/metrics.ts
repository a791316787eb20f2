import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Desk } from '../../answers/desk.ts';
import type { Observer } from '../../answers/observer.ts';
import type { AccountName } from '../../model/caller.ts';
import type { Watcher } from './watching.ts';

type BudgetOf = Desk['budget'];
type Budget = Awaited<ReturnType<BudgetOf>>;

/** An archive that takes longer is away: what it knows of its account is left out then. */
const MILLIS_FOR_BUDGET = 2000;

/** From an answer at hand to one that took all the time it may. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

/** What is counted: name, help, labels. Labels are words of the program and the settings, never of a caller. */
const COUNTED = {
  calls: ['calls_total', 'Calls of tools, resources and prompts, by how they ended.', 'kind name account outcome'],
  errors: ['call_errors_total', 'Calls that failed or were refused, by the class of the error.', 'error'],
  fromArchive: ['calls_from_archive_total', 'Calls answered without an upstream request of their own.', 'name'],
  requests: ['http_requests_total', 'HTTP requests answered, by path, method and status.', 'path method status'],
  refusals: ['http_refused_total', 'HTTP requests refused, by reason.', 'reason'],
} as const;

/** What each open account is asked when somebody reads the metrics: type, name, help, value. */
const ASKED: readonly [typeof Gauge | typeof Counter, string, string, (budget: Budget) => number][] = [
  [Gauge, 'requests_per_minute', 'Requests a minute that are allowed: set, or learned.', (of) => of.perMinute],
  [Gauge, 'budget_left', 'Requests left in this minute, for all servers on the archive.', budgetLeft],
  [Gauge, 'paused_seconds', 'Time without requests, because the service refused one.', (of) => of.pausedFor],
  [Gauge, 'waiting', 'Requests of this server that wait for their turn.', (of) => of.here.waiting],
  [Counter, 'requests_total', 'Requests sent to the chat service, retries included.', (of) => of.here.requests],
  [Counter, 'refused_total', 'Requests that the chat service refused as too many (429).', (of) => of.here.refusals],
  [Counter, 'retries_total', 'Requests sent again, because there was no usable answer.', (of) => of.here.retries],
];

function budgetLeft({ perMinute, usedLastMinute }: Budget): number {
  return Math.max(0, perMinute - usedLastMinute);
}

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

interface MetricSources {
  /** The budgets of the accounts that are open. */
  readonly budgets: () => ReadonlyMap<AccountName, BudgetOf>;
  /** The sessions that are open. */
  readonly sessions: () => number;
}

/** The figures of a server, for Prometheus and its like. */
interface Metrics extends Observer, Watcher {
  /** Answers with all figures as text. */
  readonly answer: () => Promise<Response>;
}

/** Makes the figures of one server, with a register of their own. */
export function createMetrics({ budgets, sessions }: MetricSources): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const counter = ([name, help, labels]: readonly [string, string, string]): Counter =>
    new Counter({ name: `chat_operations_${name}`, help, labelNames: labels.split(' '), registers });
  const [calls, errors, fromArchive] = [counter(COUNTED.calls), counter(COUNTED.errors), counter(COUNTED.fromArchive)];
  const [requests, refusals] = [counter(COUNTED.requests), counter(COUNTED.refusals)];
  const durations = new Histogram({
    name: 'chat_operations_call_duration_seconds',
    help: 'Time from when a call came until it was answered, with the time that it waited for its turn.',
    labelNames: ['kind', 'name'],
    buckets: SECONDS,
    registers,
  });
  const streams = new Gauge({ name: 'chat_operations_streams', help: 'Streams that are open.', registers });
  const open: Gauge = new Gauge({
    name: 'chat_operations_sessions',
    help: 'Sessions of clients that are open.',
    registers,
    collect: () => open.set(sessions()),
  });
  let reading: Promise<ReadonlyMap<AccountName, Budget>> | undefined;
  for (const [Kind, name, help, valueOf] of ASKED) {
    const metric: Gauge | Counter = new Kind({
      name: `chat_operations_upstream_${name}`,
      help,
      labelNames: ['account'],
      registers,
      collect: async () => {
        // One reading serves all figures of an answer.
        reading ??= budgetsNow(budgets()).finally(() => (reading = undefined));
        const now = await reading;
        metric.reset();
        for (const [account, budget] of now) metric.inc({ account }, valueOf(budget));
      },
    });
  }
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

/** The budgets that can be read, and in time. */
async function budgetsNow(budgets: ReadonlyMap<AccountName, BudgetOf>): Promise<ReadonlyMap<AccountName, Budget>> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, MILLIS_FOR_BUDGET, undefined);
  const read = await Promise.all(
    [...budgets].map(async ([account, budgetOf]) => {
      const budget = await Promise.race([budgetOf().catch(() => undefined), late.promise]);
      return budget === undefined ? [] : [[account, budget] as const];
    }),
  );
  clearTimeout(timer);
  return new Map(read.flat());
}
