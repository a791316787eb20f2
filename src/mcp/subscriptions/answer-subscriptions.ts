import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import type { Subscriptions } from './subscriptions.ts';

/**
 * Has a server take the subscriptions of a client that speaks a revision of the protocol from 2025. They are kept where the connection stays:
 * one request alone has nothing to be told on. Later revisions listen instead, which is answered before a server is asked.
 * Each waits for its `turn`: where other processes go on with a session, what it subscribes to is written to the archive.
 */
export function answerSubscriptions(
  { server }: McpServer,
  subscriptions: Subscriptions | undefined,
  turn: (signal: AbortSignal) => Promise<void>,
): void {
  server.registerCapabilities({ resources: { subscribe: true, listChanged: true } });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, { mcpReq }) => {
    await turn(mcpReq.signal);
    if (subscriptions === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, NO_SESSION);
    await subscriptions.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }, { mcpReq }) => {
    await turn(mcpReq.signal);
    await subscriptions?.remove(uri);
    return {};
  });
}

const NO_SESSION = 'Changes are sent to clients that have a session. Initialize first, and open a stream with GET.';
