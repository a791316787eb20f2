import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Confirmation = z.object({ confirm: z.boolean() });
export const text = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** What happened in the servers of a test. */
export interface Seen {
  made: number;
  readonly begun: PromiseWithResolvers<void>;
  readonly aborted: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** Servers with a tool that asks the person, one that only ends when it is cancelled, and one that ends when it may. */
export function serversOf(seen: Seen): () => McpServer {
  return () => {
    seen.made += 1;
    const server = new McpServer({ name: 'asking', version: '1' });
    server.registerTool('ask', { inputSchema: z.strictObject({}) }, (_args, { mcpReq }) => {
      if (mcpReq.inputResponses === undefined) {
        const ask = inputRequired.elicit({ message: 'Really?', requestedSchema: Confirmation });
        return inputRequired({ inputRequests: { ask } });
      }
      const answer = acceptedContent(mcpReq.inputResponses, 'ask', Confirmation);
      return text(`answered ${answer?.confirm ?? 'nothing'}`);
    });
    server.registerTool('wait', { inputSchema: z.strictObject({}) }, async (_args, { mcpReq: { signal } }) => {
      seen.begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen.aborted.resolve();
      return text('cancelled');
    });
    server.registerTool('finish', { inputSchema: z.strictObject({}) }, async () => {
      await seen.released.promise;
      return text('finished');
    });
    return server;
  };
}

export function unseen(): Seen {
  return {
    made: 0,
    begun: Promise.withResolvers(),
    aborted: Promise.withResolvers(),
    released: Promise.withResolvers(),
  };
}
