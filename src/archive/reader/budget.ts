import { omitUndefined } from '../../model/omit-undefined.ts';
import { epochMillis, seconds } from '../../model/time/units.ts';
import type { Budget, Trouble } from '../../upstream/budget.ts';
import { ENDPOINTS } from '../../upstream/endpoints.ts';
import { rateOf, usedLastMinute } from '../../upstream/pace.ts';
import type { AccountTables } from '../tables/tables.ts';
import type { Asking } from './asking.ts';
import { errorOf } from './failure.ts';
import type { Reader } from './reader.ts';
import { storedState, type ReaderState } from './state.ts';

interface BudgetSources {
  readonly tables: AccountTables;
  readonly reader: Reader;
  readonly asking: Asking;
  /** The most requests a minute. */
  readonly ceiling: number;
  readonly now: () => number;
}

/** Returns the requests that the service allows, as whoever reads for the desk knows it, and those of this process. */
export async function budgetOf({ tables, reader, asking, ceiling, now }: BudgetSources): Promise<Budget> {
  const state = await storedState(tables);
  const { pace, untold } = state;
  const perMinute = rateOf(pace, 'all', ceiling);
  return omitUndefined({
    perMinute,
    source: perMinute < ceiling ? ('learned' as const) : ('setting' as const),
    usedLastMinute: usedLastMinute(pace, now()),
    pausedFor: seconds(Math.max(0, pace.pausedUntil - now()) / 1000),
    endpoints: ENDPOINTS.flatMap((endpoint) => {
      const own = rateOf(pace, endpoint, ceiling);
      return own < perMinute ? [{ endpoint, perMinute: own }] : [];
    }),
    untoldRefusal: untold === undefined ? undefined : { shape: untold },
    trouble: troubleOf(state),
    here: { ...reader.counts, waiting: asking.waiting },
  });
}

function troubleOf({ trouble }: ReaderState): Trouble | undefined {
  if (trouble === undefined || trouble.failure.kind === 'unbelieved') return undefined;
  return { error: errorOf(trouble.failure), at: epochMillis(trouble.at) };
}
