import { createServer, type Socket } from 'node:net';

/** What a server does with a connection. What it leaves out, it does not do. */
export interface Behaviour {
  /** Nothing has been read. */
  readonly connected?: (socket: Socket) => void;
  /** Some bytes have been read, maybe all. */
  readonly begun?: (socket: Socket) => void;
  /** A request with all of its body has been read. */
  readonly whole?: (socket: Socket) => void;
}

/** The parts of a request, as its bytes were. */
export interface RawRequest {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A server that speaks nothing by itself: it keeps the bytes that arrive. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** For each connection what was read of it until now, and whether it is a whole request; others are partial. */
  readonly arrived: () => readonly { readonly bytes: Buffer; readonly whole?: RawRequest }[];
}

/** Listens on a free port of this machine. What still is open ends with the block that holds it. */
export async function startRawServer(behaviour: Behaviour): Promise<RawServer> {
  const read: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const index = read.push(Buffer.alloc(0)) - 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    behaviour.connected?.(socket);
    if (socket.destroyed) return;
    let isBegun = false;
    let isWhole = false;
    socket.on('data', (bytes) => {
      const all = Buffer.concat([read[index] ?? bytes, bytes]);
      read[index] = all;
      if (!isBegun) behaviour.begun?.(socket);
      isBegun = true;
      if (isWhole || requestIn(all) === undefined) return;
      isWhole = true;
      behaviour.whole?.(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return {
    port: address.port,
    arrived: () =>
      read.map((bytes) => {
        const whole = requestIn(bytes);
        return { bytes, ...(whole !== undefined && { whole }) };
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The request that these bytes are, exactly; nothing when they are not all of one, or more than one. */
function requestIn(bytes: Buffer): RawRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...headers] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const length = headers.find((header) => /^content-length:/i.test(header))?.split(':')[1] ?? '0';
  const body = bytes.subarray(end + 4);
  return body.length === Number(length) ? { line, headers, body } : undefined;
}

/** Answers and closes. */
export const answers =
  (...parts: readonly string[]) =>
  (socket: Socket): void => {
    socket.end(parts.join(''));
  };
