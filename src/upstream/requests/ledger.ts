import { NO_HISTORY, type RequestHistory } from './request-history.ts';

/** Where the history of a login's requests is kept, for everybody who asks in its name. */
export interface Ledger {
  /**
   * Replaces the history by what `step` makes of it, with nobody else in between, and answers that. `step` may run again
   * when somebody was. The same object is not written.
   */
  update(step: (history: RequestHistory) => RequestHistory): Promise<RequestHistory>;
  read(): Promise<RequestHistory>;
}

/** A ledger of this process alone, which forgets with it. */
export function memoryLedger(): Ledger {
  let known = NO_HISTORY;
  return {
    update: (step) => {
      known = step(known);
      return Promise.resolve(known);
    },
    read: () => Promise.resolve(known),
  };
}
