import { networkFailure, NetworkFailure } from '../../src/upstream/transport/network-failure.ts';
import type { Transport } from '../../src/upstream/transport/transport.ts';
import { trusted } from '../../src/model/text/trusted-text.ts';
import { answered } from './answered.ts';

/** Answers a request in this process, as a `fetch` handler does. What it throws, the client sees as an error of the network. */
export type Handler = (request: Request) => Promise<Response>;

/** The error that a handler throws where nobody listens: the request was never sent. */
export function connectionRefused(): Error {
  return Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
}

/** Returns a transport that has no network: a handler answers its requests. An aborted request ends at once. */
export function transportTo(handler: Handler): Transport {
  const send = async (request: Request, signal: AbortSignal): Promise<Response> => {
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([handler(request), aborted.promise]);
    } catch (error) {
      signal.throwIfAborted();
      throw networkFailure(error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  return {
    get: async (address, headers, signal) => answered(await send(new Request(address, { headers }), signal)),
    post: async (address, headers, body, { signal, withdrawn }) => {
      if (signal.aborted || withdrawn?.aborted === true) {
        throw new NetworkFailure(trusted`it was stopped before it left`, { neverSent: true, passing: true });
      }
      const { status } = await send(new Request(address, { method: 'POST', headers, body }), signal);
      return status;
    },
    close: () => Promise.resolve(),
  };
}
