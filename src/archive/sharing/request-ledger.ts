import { NO_HISTORY, RequestHistory, type Ledger } from '../../upstream/requests/request-history.ts';
import type { SharedTime } from './shared-time.ts';
import { statement } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

const HISTORY = statement((tables) => tables.requestHistories().select('history'));

/** The ledger of a desk's requests, shared by all processes that have its archive open, and kept when they end. */
export function requestLedger(tables: AccountTables, time: Pick<SharedTime, 'adjust'>): Ledger {
  return {
    update: (step) =>
      tables.transaction(async (tables) => {
        await time.adjust(tables);
        const before = await historyOf(tables);
        const history = step(before);
        if (history !== before) {
          await tables.upsert('request_histories', [{ account: tables.account, history: JSON.stringify(history) }]);
        }
        return history;
      }),
    read: () => historyOf(tables),
  };
}

async function historyOf(tables: Tables): Promise<RequestHistory> {
  const [row] = await HISTORY(tables, {});
  // Another version wrote what this one cannot read: the gate of each process still knows what that process did.
  return row === undefined ? NO_HISTORY : RequestHistory.catch(NO_HISTORY).parse(parsed(row.history));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
