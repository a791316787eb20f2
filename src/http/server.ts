import { createServer as createNodeServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type McpServer,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { InvalidConfiguration } from '../model/errors.ts';

/** Answers of tools are small, and so are their arguments: the webhook's data is the largest. */
const MOST_BODY_BYTES = 256 * 1024;

const TOO_LARGE = 413;

export interface HttpServer {
  /** The address of the protocol's endpoint. */
  readonly url: string;
  /** Ends open connections at once. */
  close(): Promise<void>;
}

/**
 * Serves the protocol over Streamable HTTP on this machine, both eras from one factory. A request with a wrong Host or
 * a wrong Origin is refused, so that a web page cannot reach it through the browser. Throws InvalidConfiguration for an
 * address beyond loopback, because callers are not identified, and for a port that is in use.
 */
export async function startHttpServer(
  factory: () => McpServer,
  {
    host,
    port,
    onDisturbance,
  }: { readonly host: string; readonly port: number; readonly onDisturbance: (error: unknown) => void },
): Promise<HttpServer> {
  if (!/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)) {
    throw new InvalidConfiguration(
      'Over HTTP callers are not identified, so the server listens on this machine only.',
      'Use --host 127.0.0.1, or put it behind a proxy on this machine that identifies callers.',
    );
  }
  const handler = createMcpHandler(factory, { maxRequestBodySize: MOST_BODY_BYTES, onerror: onDisturbance });
  const authority = host.includes(':') ? `[${host}]` : host;
  const app = new Hono();
  app.all('/mcp', async ({ req: { raw } }) => {
    const refusal =
      hostHeaderValidationResponse(raw, [...localhostAllowedHostnames(), authority]) ??
      originValidationResponse(raw, localhostAllowedOrigins());
    const response = refusal ?? (await handler.fetch(raw));
    // The rest of its body is not read, and the connection cut: the client must not send its next request there.
    if (response === refusal || response.status === TOO_LARGE) response.headers.set('connection', 'close');
    return response;
  });
  app.notFound((context) => context.text('The protocol is spoken at /mcp.\n', 404));

  const listener = getRequestListener(app.fetch);
  const server = createNodeServer((incoming, outgoing) => void listener(incoming, outgoing));
  await listen(server, host, port);
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${authority}:${actualPort}/mcp`,
    close: async () => {
      await handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isInUse = 'code' in error && error.code === 'EADDRINUSE';
      reject(
        new InvalidConfiguration(
          isInUse ? `Port ${port} is in use.` : `The server cannot listen on ${host}, port ${port}.`,
          'Choose another one with --port; 0 takes any that is free.',
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}
