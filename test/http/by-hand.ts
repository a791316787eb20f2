// What a client from 2025 posts, without a client.

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
};
export const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = 'application/json, text/event-stream';

export function headersOf(sessionId?: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: ACCEPT,
    ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
  };
}
