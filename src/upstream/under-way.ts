/** Requests for the same thing at the same time, which are one request. */
export interface JoinedRequests<Answer> {
  has(key: string): boolean;
  /**
   * Joins the request of that key, or starts it. It is cancelled when all who joined it are: `start` gets a signal for
   * that. Throws the signal's reason when it is aborted, and what the request throws.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
}

interface Running<Answer> {
  readonly answer: Promise<Answer>;
  readonly cancel: AbortController;
  waiting: number;
}

/** Starts with no request running. */
export function joinRequests<Answer>(): JoinedRequests<Answer> {
  const running = new Map<string, Running<Answer>>();

  function begin(key: string, start: (signal: AbortSignal) => Promise<Answer>): Running<Answer> {
    const cancel = new AbortController();
    const forget = (): void => {
      if (running.get(key) === request) running.delete(key);
    };
    const request: Running<Answer> = { answer: start(cancel.signal).finally(forget), cancel, waiting: 0 };
    // Who has left is not told how it ended.
    request.answer.catch(() => undefined);
    cancel.signal.addEventListener('abort', forget);
    running.set(key, request);
    return request;
  }

  return {
    has: (key) => running.has(key),
    async join(key, signal, start) {
      signal.throwIfAborted();
      const request = running.get(key) ?? begin(key, start);
      request.waiting += 1;
      const left = Promise.withResolvers<never>();
      const leave = (): void => left.reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([request.answer, left.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
        request.waiting -= 1;
        if (request.waiting === 0 && running.get(key) === request) request.cancel.abort(signal.reason);
      }
    },
  };
}
