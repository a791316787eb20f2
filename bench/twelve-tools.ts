import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

// Once, and not for each server: over HTTP there is one a request.
const TOOLS = Array.from({ length: 12 }, (_, index) => ({
  name: `tool_${index + 1}`,
  title: `Tool ${index + 1}`,
  description: 'Answers with what it was asked.',
  inputSchema: z.object({ query: z.string(), limit: z.int().optional() }),
}));

/** The server that ours is measured against: the least that the SDK makes a server of. */
export function twelveTools(): McpServer {
  const server = new McpServer({ name: 'minimal', version: '1.0.0' });
  for (const { name, ...advertised } of TOOLS) {
    server.registerTool(name, advertised, ({ query }) => ({ content: [{ type: 'text', text: query }] }));
  }
  return server;
}
