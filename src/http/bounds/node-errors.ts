import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../responses.ts';

/** What is refused before there is a request: by the code of Node.js, its status and our words. */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request came too slowly.'],
};

const NOT_HTTP = [400, 'This is not a request of HTTP/1.1.'] as const;

/** Refuses what no request can be made of, in the same form as all else, and ends the connection. */
export function refuseConnection(error: Error, socket: Duplex): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const [status, message] = REFUSALS[code] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody(-32_000, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
