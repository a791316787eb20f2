import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a database of the server of all tests: a test has the server gone for those alone who take this way. */
export interface WayToServer {
  /** The address of the database by this way. */
  readonly archive: string;
  /** Ends every connection and accepts none, as a server that is stopped. */
  stop: () => void;
  /** Keeps connections open and lets no byte through, as a server that is frozen, or behind a network that is cut. */
  freeze: () => void;
  /** Has the server back. */
  restore: () => void;
}

/** Opens a way to the database at an address, until the test ends. */
export async function openWay(database: string): Promise<WayToServer> {
  const address = new URL(database);
  const port = Number(address.port);
  let state: 'open' | 'stopped' | 'frozen' = 'open';
  const sockets = new Set<Socket>();
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  const way = createServer((client) => {
    if (state === 'stopped') {
      client.destroy();
      return;
    }
    const server = connect(port, '127.0.0.1');
    join(client, server);
    join(server, client);
  });
  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from
      .on('error', () => to.destroy())
      .on('close', () => {
        sockets.delete(from);
        to.destroy();
      })
      .on('data', (bytes) => {
        if (state !== 'frozen') to.write(bytes);
      });
  }
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    endAll();
    await new Promise((resolve) => way.close(resolve));
  });
  const listening = way.address();
  if (listening === null || typeof listening === 'string') throw new Error('Nobody listens');
  address.port = String(listening.port);
  return {
    archive: address.href,
    stop: () => {
      state = 'stopped';
      endAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    restore: () => {
      state = 'open';
    },
  };
}
