import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallEnd, ObservedCall, Observer } from '../../answers/observer.ts';

/** A call, and how it ended. */
export interface EndedCall {
  readonly call: ObservedCall;
  readonly end: CallEnd;
}

/** A batch of 2025 may hold many calls: those behind the first are counted elsewhere. */
const MAX_CALLS = 20;

/** Tells which calls belong to which request. */
export class CallsOfRequests implements Observer {
  readonly #storage = new AsyncLocalStorage<EndedCall[]>();

  ended(call: ObservedCall, end: CallEnd): void {
    const calls = this.#storage.getStore();
    if (calls !== undefined && calls.length < MAX_CALLS) calls.push({ call, end });
  }

  /** Answers a request. The calls that end meanwhile, and until its answer is over, come into `calls`. */
  within<T>(calls: EndedCall[], answer: () => T): T {
    return this.#storage.run(calls, answer);
  }
}
