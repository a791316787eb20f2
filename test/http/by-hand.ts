import { request, type Agent, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

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

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Asks over the connections of an agent, which takes another one only where none of its own is open. */
export async function asked(agent: Agent, url: URL, { headers = {}, body }: Asked = {}) {
  const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  );
  const { connection, 'retry-after': retryAfter } = answer.headers;
  return {
    status: answer.statusCode,
    connection,
    retryAfter,
    sessionId: answer.headers['mcp-session-id']?.toString(),
    text: await text(answer),
  };
}
