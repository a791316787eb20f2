// What start-up.ts measures ours against: the least that the SDK makes a server of.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'minimal', version: '1.0.0' });
  for (let number = 1; number <= 12; number += 1) {
    server.registerTool(
      `tool_${number}`,
      {
        title: `Tool ${number}`,
        description: 'Answers with what it was asked.',
        inputSchema: z.object({ query: z.string(), limit: z.int().optional() }),
      },
      ({ query }) => ({ content: [{ type: 'text', text: query }] }),
    );
  }
  return server;
});
