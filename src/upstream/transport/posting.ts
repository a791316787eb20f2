import type { Dispatcher } from 'undici';
import { trusted } from '../../model/text/trusted-text.ts';
import { NetworkFailure } from './network-failure.ts';

export type HeaderFields = Readonly<Record<string, string>>;

/** Signals that a request which has begun is not wanted any more. */
export interface Stops {
  /** Ends it at any time: once it has left, it may have arrived all the same. */
  readonly signal: AbortSignal;
  /** Ends it until it leaves; later it is left to arrive, because cutting it would only hide what became of it. */
  readonly withdrawn?: AbortSignal | undefined;
}

/**
 * Sends one request over a connection of its own, never twice, and resolves with the status as soon as it is known. Throws a
 * NetworkFailure that was never sent when it is stopped while there is no connection yet, and else what the connection
 * meets.
 */
export function postOnce(
  dispatcher: Dispatcher,
  address: URL,
  { headers, body }: { readonly headers: HeaderFields; readonly body: string },
  { signal, withdrawn }: Stops,
): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    const isStopped = () => signal.aborted || withdrawn?.aborted === true;
    const stop = () => {
      if (!isStopped()) return;
      reject(new NetworkFailure(trusted`it was stopped before it left`, { neverSent: true, passing: true }));
    };
    for (const each of [signal, withdrawn]) each?.addEventListener('abort', stop, { once: true });
    const unwatched = () => {
      for (const each of [signal, withdrawn]) each?.removeEventListener('abort', stop);
    };
    stop();
    if (isStopped()) {
      unwatched();
      return;
    }
    dispatcher.dispatch(
      // Closed after it: a connection that is kept may be closed by the other side just as the next request leaves.
      { origin: address.origin, path: address.pathname + address.search, method: 'POST', headers, body, reset: true },
      {
        // The connection is there, and its bytes are written right after this.
        onRequestStart: (controller) => {
          unwatched();
          if (isStopped()) {
            controller.abort(new Error('stopped'));
            return;
          }
          signal.addEventListener('abort', () => controller.abort(new Error('stopped')), { once: true });
        },
        onResponseStart: (controller, status) => {
          if (status < 200) return;
          resolve(status);
          controller.abort(new Error('the status is all that is read'));
        },
        onResponseData: () => undefined,
        onResponseEnd: () => undefined,
        onResponseError: (_, error) => {
          unwatched();
          reject(error);
        },
      },
    );
  });
}
