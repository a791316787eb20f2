export const CONTENT_TOO_LARGE = 413;

/** Refuses a request before it can be told whose answer that would be: a JSON-RPC error without an id. */
export function errorResponse(status: number, code: number, message: string): Response {
  return Response.json(errorBody(code, message), { status, headers: isPassing(status) ? RETRY_SOON : {} });
}

/** A JSON-RPC error without an id. */
export function errorBody(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

/** Whether the same request may be answered in a moment. */
const isPassing = (status: number): boolean => status === 429 || status === 503;

/** Places become free as answers go out. */
const RETRY_SOON = { 'retry-after': '1' };

/** Returns the same answer, and tells once when it is over: a stream when either side ends it, anything else now. */
export function tellEnd(response: Response, ended: () => void): Response {
  if (!isStream(response) || response.body === null) {
    ended();
    return response;
  }
  return new Response(watched(response.body, ended), response);
}

/**
 * Whether an answer goes on for as long as there is something to tell. Its body is looked at last: one that nobody has asked
 * for is sent as the text that it is, without a stream around it.
 */
export function isStream(response: Response): boolean {
  return response.headers.get('content-type') === 'text/event-stream' && response.body !== null;
}

function watched(stream: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      // A read under way when it was cancelled ends as well.
      if (isCancelled) return;
      if (!done) {
        controller.enqueue(value);
        return;
      }
      ended();
      controller.close();
    },
    cancel: async (reason) => {
      isCancelled = true;
      ended();
      await reader.cancel(reason);
    },
  });
}
