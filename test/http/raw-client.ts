import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The bytes of a request, with a line for each of the headers. */
export function rawRequest(line: string, headers: readonly string[], body = ''): string {
  return [line, ...headers, '', body].join('\r\n');
}

/** The headers of a request of the protocol, with the length of its body. */
export const rawHeaders = (body: string, host = 'localhost'): string[] => [
  `host: ${host}`,
  'content-type: application/json',
  'accept: application/json, text/event-stream',
  `content-length: ${Buffer.byteLength(body)}`,
];

/** What came back on a connection until the server ended it. */
export interface RawAnswers {
  readonly text: string;
  /** The statuses of the answers, in order. */
  readonly statuses: readonly number[];
}

/** Sends bytes over a connection of their own, and waits until the server ends it. The last request should ask for that. */
export async function sentRaw(url: string, ...parts: readonly (string | Uint8Array)[]): Promise<RawAnswers> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  const answered = await text(socket).catch(() => '');
  const statuses = [...answered.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => Number(status));
  return { text: answered, statuses };
}
