/** The retries that may be made at once, and the answered requests that allow another one. */
const MAX_RETRIES = 10;
const ANSWERS_PER_RETRY = 10;

/** Bounds how much retrying adds to the load of a service in trouble: to a tenth, after a few that are free. */
export interface RetryBudget {
  noteAnswer(): void;
  /** Takes a retry out of the budget; false when there is none. */
  take(): boolean;
}

/** A budget that is full. */
export function createRetryBudget(): RetryBudget {
  let tenths = MAX_RETRIES * ANSWERS_PER_RETRY;
  return {
    noteAnswer() {
      tenths = Math.min(MAX_RETRIES * ANSWERS_PER_RETRY, tenths + 1);
    },
    take() {
      if (tenths < ANSWERS_PER_RETRY) return false;
      tenths -= ANSWERS_PER_RETRY;
      return true;
    },
  };
}
