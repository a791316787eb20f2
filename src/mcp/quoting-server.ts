import { McpServer, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { sentError } from '../answers/protocol-errors.ts';

/** A server of the SDK of which no error repeats what a client sent as it was. */
export class QuotingServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withSentError(message), options);
    await super.connect(transport);
  }
}

function withSentError(message: JSONRPCMessage): JSONRPCMessage {
  return 'error' in message ? { ...message, error: sentError(message.error) } : message;
}
