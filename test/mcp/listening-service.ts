import { createServer, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { startService, type Service } from './desk.ts';

/** Starts a service that also listens on a port, for a program or a server that opens connections of its own. */
export async function startListeningService(...options: Parameters<typeof startService>): Promise<Service> {
  const service = startService(...options);
  const listener = getRequestListener(async (request, { outgoing }) => {
    try {
      return await service.fetch(request);
    } catch (error) {
      if (!(outgoing instanceof ServerResponse)) throw error;
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  // A test that computes for seconds must not find its connection closed: that would be a request more.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const refuse = service.close;
  const close = async () => {
    await refuse();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  // The same object: what a test assigns to it, such as `gateway`, counts for both ways.
  return Object.assign(service, {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close,
    [Symbol.asyncDispose]: close,
  });
}
