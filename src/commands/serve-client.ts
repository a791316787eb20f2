import type { McpServerFactory, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { hasSeveral } from '../mcp/accounts/account-argument.ts';
import type { Served } from '../answers/desk.ts';
import { CallRate } from '../mcp/call-rate.ts';
import { sentByEntry } from '../answers/protocol-errors.ts';
import { createServer } from '../mcp/server.ts';
import { CallerChanges } from '../mcp/subscriptions/caller-changes.ts';
import { ConnectionChanges } from '../mcp/subscriptions/connection-changes.ts';
import { withTextArguments } from './lenient-prompts.ts';

/** A client that is served, until `close`. */
export interface ServedClient {
  readonly close: () => Promise<void>;
}

/** The limit of one client's calls, and what to do with a message that is not the protocol. */
export interface ServingOptions {
  readonly callsPerMinute: number;
  readonly onerror: (error: Error) => void;
}

/** Serves one client over a transport, in either era of the protocol. */
export function serveClient(
  transport: Transport,
  served: Served,
  { callsPerMinute, onerror }: ServingOptions,
): ServedClient {
  const callRate = new CallRate(callsPerMinute);
  const changes = new ConnectionChanges(new CallerChanges(served), hasSeveral(served));
  const factory: McpServerFactory = ({ era }) => {
    const server = createServer({ ...served, callRate }, undefined, changes.subscriptions);
    changes.serverMade(server, era);
    return server;
  };
  const send = transport.send.bind(transport);
  transport.send = (message, ...more) =>
    send('error' in message ? { ...message, error: sentByEntry(message.error) } : message, ...more);
  const connection = serveStdio(factory, { transport, onerror });
  const { onmessage } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's transports are no event targets
  transport.onmessage = (message, ...more) => {
    if ('method' in message) changes.received(message);
    onmessage?.(withTextArguments(message), ...more);
  };
  return {
    close: async () => {
      changes.close();
      callRate.close();
      await connection.close();
    },
  };
}
