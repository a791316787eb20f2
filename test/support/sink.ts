import { createServer } from 'node:net';

/** A server that nobody may reach: it listens, and counts who connects. */
export interface Sink extends AsyncDisposable {
  readonly port: number;
  readonly arrived: () => number;
}

/** Opens a sink on a free port of an address of this machine. */
export async function startSink(host = '127.0.0.1'): Promise<Sink> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sink does not listen');
  return {
    port: address.port,
    arrived: () => connections,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
