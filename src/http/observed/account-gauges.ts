import { Counter, Gauge, type Registry } from 'prom-client';
import type { Desk } from '../../answers/desk.ts';
import type { AccountName } from '../../model/caller.ts';

export type BudgetOf = Desk['budget'];
type Budget = Awaited<ReturnType<BudgetOf>>;

/** An archive that takes longer is away: what it knows of its account is left out then. */
const MILLIS_FOR_BUDGET = 2000;

/** What there is of each account, and how it is told. */
const GAUGES: readonly { readonly name: string; readonly help: string; readonly of: (budget: Budget) => number }[] = [
  {
    name: 'chat_operations_upstream_requests_per_minute',
    help: 'Requests a minute that are allowed: the setting, or what was learned from refusals.',
    of: ({ perMinute }) => perMinute,
  },
  {
    name: 'chat_operations_upstream_budget_left',
    help: 'Requests that are left in this minute, for all servers on the archive.',
    of: ({ perMinute, usedLastMinute }) => Math.max(0, perMinute - usedLastMinute),
  },
  {
    name: 'chat_operations_upstream_paused_seconds',
    help: 'Time for which nobody asks, because the service refused a request.',
    of: ({ pausedFor }) => pausedFor,
  },
  {
    name: 'chat_operations_upstream_waiting',
    help: 'Requests of this server that wait for their turn.',
    of: ({ here }) => here.waiting,
  },
];

const COUNTERS: typeof GAUGES = [
  {
    name: 'chat_operations_upstream_requests_total',
    help: 'Requests that this server sent to the chat service, retries included.',
    of: ({ here }) => here.requests,
  },
  {
    name: 'chat_operations_upstream_refused_total',
    help: 'Requests of this server that the chat service refused for being too many (HTTP 429).',
    of: ({ here }) => here.refusals,
  },
  {
    name: 'chat_operations_upstream_retries_total',
    help: 'Requests of this server that were sent again, because there was no usable answer.',
    of: ({ here }) => here.retries,
  },
];

/** Adds the figures of each account that is open to a register. They are asked for when somebody reads them. */
export function registerAccounts(register: Registry, budgets: () => ReadonlyMap<AccountName, BudgetOf>): void {
  let reading: Promise<ReadonlyMap<AccountName, Budget>> | undefined;
  /** One reading serves all figures of an answer. */
  const read = (): NonNullable<typeof reading> => {
    reading ??= budgetsNow(budgets()).finally(() => (reading = undefined));
    return reading;
  };
  const collect = async (
    metric: { reset: () => void },
    of: (budget: Budget) => number,
    tell: (labels: { readonly account: string }, value: number) => void,
  ): Promise<void> => {
    const now = await read();
    metric.reset();
    for (const [account, budget] of now) tell({ account }, of(budget));
  };
  const usual = { labelNames: ['account'], registers: [] };
  for (const { of, ...named } of GAUGES) {
    const gauge: Gauge = new Gauge({
      ...named,
      ...usual,
      collect: () => collect(gauge, of, (labels, value) => gauge.set(labels, value)),
    });
    register.registerMetric(gauge);
  }
  for (const { of, ...named } of COUNTERS) {
    const counter: Counter = new Counter({
      ...named,
      ...usual,
      collect: () => collect(counter, of, (labels, value) => counter.inc(labels, value)),
    });
    register.registerMetric(counter);
  }
}

/** The budgets that can be read, and in time. */
async function budgetsNow(budgets: ReadonlyMap<AccountName, BudgetOf>): Promise<ReadonlyMap<AccountName, Budget>> {
  const late = AbortSignal.timeout(MILLIS_FOR_BUDGET);
  const isLate = new Promise<undefined>((resolve) => {
    late.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const read = await Promise.all(
    [...budgets].map(async ([account, budgetOf]) => {
      const budget = await Promise.race([budgetOf().catch(() => undefined), isLate]);
      return budget === undefined ? [] : [[account, budget] as const];
    }),
  );
  return new Map(read.flat());
}
