/** Requests that are under way, each of which may be awaited by several who want the same. */
export interface UnderWay<Answer> {
  /** Awaits the request of that key; undefined when there is none. */
  join(key: string, signal: AbortSignal): Promise<Answer> | undefined;
  /**
   * Starts the request of that key, and awaits it. It is cancelled when all who await it are: its own signal tells. Both
   * throw the signal's reason when it is aborted, and what the request throws.
   */
  start(key: string, signal: AbortSignal, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
}

interface Request<Answer> {
  readonly answer: Promise<Answer>;
  readonly cancel: AbortController;
  waiting: number;
}

/** Starts with no request under way. */
export function sharedRequests<Answer>(): UnderWay<Answer> {
  const requests = new Map<string, Request<Answer>>();

  function begin(key: string, send: (signal: AbortSignal) => Promise<Answer>): Request<Answer> {
    const cancel = new AbortController();
    const forget = (): void => {
      if (requests.get(key) === request) requests.delete(key);
    };
    const request: Request<Answer> = { answer: send(cancel.signal).finally(forget), cancel, waiting: 0 };
    // Who has left is not told how it ended.
    request.answer.catch(() => undefined);
    cancel.signal.addEventListener('abort', forget, { once: true });
    requests.set(key, request);
    return request;
  }

  async function attend(request: Request<Answer>, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    request.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      request.waiting -= 1;
      if (request.waiting === 0) request.cancel.abort(signal.reason);
      left.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([request.answer, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  return {
    join(key, signal) {
      const request = requests.get(key);
      return request && attend(request, signal);
    },
    start(key, signal, send) {
      signal.throwIfAborted();
      return attend(begin(key, send), signal);
    },
  };
}
