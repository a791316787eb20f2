import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { unknownPath } from './rest/errors.ts';
import { createRateLimit } from './rest/rate-limit.ts';
import { restRoutes } from './rest/routes.ts';
import { type Delivery, webhookRoutes } from './webhook.ts';
import type { World } from './world/types.ts';

export type { Delivery } from './webhook.ts';

export interface SandboxOptions {
  /** Served live: what a test changes in it is in the next answer. */
  world: World;
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  /** The limit of each login in any sixty seconds. */
  requestsPerMinute?: number;
  pageSize?: number;
  /** Epoch ms, for the rate limit, the log and today's date; the world itself stands still. */
  clock?: () => number;
}

/** One request as it was answered. */
export interface RequestLogEntry {
  /** Epoch ms. */
  at: number;
  method: string;
  /** Path and query. */
  path: string;
  status: number;
}

/** A running stand-in for the service. */
export interface Sandbox {
  /** Base address of the REST API and of the webhook. */
  url: string;
  world: World;
  requests: readonly RequestLogEntry[];
  deliveries: readonly Delivery[];
  /** Stops at once; connections that are open are cut. */
  close: () => Promise<void>;
}

/** Serves a world over HTTP: the REST API (specification, sections 4 to 8) and the chatbot webhook (4.5). */
export async function startSandbox({
  world,
  port = 0,
  host = '127.0.0.1',
  requestsPerMinute = 60,
  pageSize = 50,
  clock = Date.now,
}: SandboxOptions): Promise<Sandbox> {
  const requests: RequestLogEntry[] = [];
  const deliveries: Delivery[] = [];

  const app = new Hono({ strict: false });
  app.use(async (context, next) => {
    await next();
    const { pathname, search } = new URL(context.req.url);
    const { method } = context.req;
    requests.push({ at: clock(), method, path: pathname + search, status: context.res.status });
  });
  app.route('/', restRoutes({ world, rateLimit: createRateLimit(requestsPerMinute), pageSize, clock }));
  app.route(
    '/',
    webhookRoutes(world, clock, (delivery) => deliveries.push(delivery)),
  );
  app.notFound(unknownPath);

  const answer = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const address = await listen(server, port, host);
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    world,
    requests,
    deliveries,
    close: async () => close(server),
  };
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the port is in use' : error.message;
      reject(new Error(`The sandbox cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no network address');
  return address;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
