import { NO_HISTORY, type RequestHistory } from './request-history.ts';

/** What the next history is, if it changes, and what to make of it. */
export interface Entry<Result> {
  readonly history?: RequestHistory;
  readonly result: Result;
}

/** Where the history of a login's requests is kept, for everybody who asks in its name. */
export interface Ledger {
  /**
   * Replaces the history by what `step` makes of it, with nobody else in between, and answers its result. `step` may
   * run again when somebody was.
   */
  exchange<Result>(step: (history: RequestHistory) => Entry<Result>): Promise<Result>;
  read(): Promise<RequestHistory>;
}

/** A ledger of this process alone, which forgets with it. */
export function memoryLedger(): Ledger {
  let known = NO_HISTORY;
  return {
    exchange: (step) => {
      const { history = known, result } = step(known);
      known = history;
      return Promise.resolve(result);
    },
    read: () => Promise.resolve(known),
  };
}
