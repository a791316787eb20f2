/** Refuses a request before it can be told whose answer that would be: a JSON-RPC error without an id. */
export function errorResponse(status: number, code: number, message: string): Response {
  // Places become free as answers go out: the same request may be answered in a moment.
  const headers = status === 429 || status === 503 ? { 'retry-after': '1' } : {};
  return Response.json(errorBody(code, message), { status, headers });
}

/** A JSON-RPC error without an id. */
export function errorBody(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

/**
 * Whether an answer goes on for as long as there is something to tell. Its body is looked at last: one that nobody has asked
 * for is sent as the text that it is, without a stream around it.
 */
export function isStream(response: Response): boolean {
  return response.headers.get('content-type') === 'text/event-stream' && response.body !== null;
}
