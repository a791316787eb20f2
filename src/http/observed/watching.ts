import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'hono';
import type { CallEnd, ObservedCall, Observer } from '../../answers/observer.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { WhenOver } from '../bounds/connections.ts';
import { requestWords, type Bound, type Exchange } from '../exchange.ts';
import { isStream } from '../responses.ts';

/** A call, and how it ended. */
export interface EndedCall {
  readonly call: ObservedCall;
  readonly end: CallEnd;
}

/** Told of the requests that a server answers. */
export interface Watcher {
  /** An answer goes on for as long as there is something to tell. */
  streamBegan(): void;
  streamEnded(): void;
  /** The answer to a request is over, or its connection. */
  answered(exchange: Exchange, calls: readonly EndedCall[]): void;
}

/** Answers a request by `answer`, and tells of it. */
export type Watching = (
  context: Context<Bound, string>,
  answer: () => Response | Promise<Response>,
  whenOver: WhenOver,
) => Promise<Response>;

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

/** Makes what goes around the answering of each request, and tells the watchers of it; of its calls where somebody wants them. */
export function watchingFor(watchers: readonly Watcher[], calls?: CallsOfRequests): Watching {
  return async (context, answer, whenOver) => {
    const began = performance.now();
    // The connection may answer many requests, one after the other.
    const { socket } = context.env.incoming;
    const sentBefore = socket.bytesWritten;
    const ended: EndedCall[] = [];
    let response: Response | undefined;
    try {
      response = await (calls === undefined ? answer() : calls.within(ended, answer));
      return response;
    } finally {
      const streams = response !== undefined && isStream(response);
      // What is thrown is answered so.
      const status = response?.status ?? 500;
      if (streams) for (const watcher of watchers) watcher.streamBegan();
      whenOver(() => {
        const exchange: Exchange = {
          ...requestWords(context.req.path, context.req.method),
          status,
          ...omitUndefined({ caller: context.get('caller') }),
          milliseconds: performance.now() - began,
          bytes: socket.bytesWritten - sentBefore,
        };
        for (const watcher of watchers) {
          if (streams) watcher.streamEnded();
          watcher.answered(exchange, ended);
        }
      });
    }
  };
}
