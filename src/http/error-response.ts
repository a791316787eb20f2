/** Refuses a request before it can be told whose answer that would be: a JSON-RPC error without an id. */
export function errorResponse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
