// What http.ts measures ours against: the SDK's handler behind the same adapter as ours, and nothing else.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { twelveTools } from './twelve-tools.ts';

const handler = createMcpHandler(twelveTools);
const listener = getRequestListener((request) => handler.fetch(request));
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stderr.write(`Listening on http://127.0.0.1:${port}/mcp\n`);
});
