import { createServer, type RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { certificate, key } from './certificate.ts';
import { isSocketFault } from './faults/faults.ts';
import { closeServer, listen } from './listening.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';
import { breakOff } from './faults/socket-faults.ts';
import type { AnyWorld, World } from './world/world-records.ts';

export interface SandboxOptions<W extends AnyWorld = World> extends ServiceOptions<W> {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  /** Serves HTTPS, with the certificate of `certificate.ts`, which no authority has signed. */
  tls?: boolean;
  /** Milliseconds between the bytes of the fault `slow_drip`. */
  dripInterval?: number;
}

/** A running stand-in for the service. */
export interface Sandbox<W extends AnyWorld = World> extends Omit<Service<W>, 'fetch' | 'answer'> {
  /** Base address of the REST API and of the webhook. */
  url: string;
  /** Stops at once; connections that are open are cut. */
  close: () => Promise<void>;
}

/** Serves a world over HTTP: the service behind a socket. */
export async function startSandbox<W extends AnyWorld = World>({
  port = 0,
  host = '127.0.0.1',
  tls = false,
  dripInterval = 1000,
  ...options
}: SandboxOptions<W>): Promise<Sandbox<W>> {
  const { answer, fetch: _, ...service } = createService(options);
  const listener = getRequestListener(async (request, { outgoing }) => {
    const { response, fault } = await answer(request);
    if (!fault || !isSocketFault(fault) || !(outgoing instanceof ServerResponse)) return response;
    await breakOff(fault, response, outgoing, dripInterval);
    // Nothing more is to be sent. Hono's sign for that is lost where another listener has replaced the global Response before.
    return Promise.withResolvers<Response>().promise;
  });
  const answerer: RequestListener = (incoming, outgoing) => void listener(incoming, outgoing);
  const server = tls ? createSecureServer({ key, cert: certificate }, answerer) : createServer(answerer);
  const authority = await listen(server, port, host);
  return { ...service, url: `${tls ? 'https' : 'http'}://${authority}`, close: async () => closeServer(server) };
}
