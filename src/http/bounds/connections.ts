import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody } from '../responses.ts';
import type { PlaceOwner } from './places.ts';

/** A request of Node.js, and its answer. */
interface NodeBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A connection: its name, and what is to be done at the end of each answer that has not gone out over it. */
interface Connection {
  readonly name: PlaceOwner;
  readonly answers: Map<ServerResponse, (() => void)[]>;
}

/** Calls back when an answer has gone out whole, or its connection has ended; at once where that is so already. */
export type WhenOver = (over: () => void) => void;

/** No client of the protocol sends more than one before the answer. Many small ones come at once, and would all be begun in one turn of the event loop. */
const MAX_WAITING = 64;

/** The connections of a server, and the answers that go out over them. */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #streams = new Set<ServerResponse>();
  /** What has begun to come and is not answered, but for streams. */
  readonly #unanswered = new Set<ServerResponse>();
  #whenAnswered = Promise.withResolvers<void>();

  /** Counts a request until it is answered. Ends its connection where too many wait there, and then returns false: nobody answers it. */
  begin(bindings: NodeBindings): boolean {
    const { socket } = bindings.incoming;
    const { outgoing } = bindings;
    const { answers } = this.#of(socket);
    if (answers.size >= MAX_WAITING) {
      socket.destroy();
      return false;
    }
    answers.set(outgoing, []);
    outgoing.once('close', () => over(answers, outgoing));
    this.#unanswered.add(outgoing);
    this.whenOver(bindings, () => this.#answered(outgoing));
    return true;
  }

  /** Names a connection: where callers have no identities, nothing else tells them apart. */
  nameOf({ socket }: IncomingMessage): PlaceOwner {
    return this.#of(socket).name;
  }

  /**
   * Calls back at the end of an answer: until then it takes memory, and a client that does not read it keeps what is held for it.
   */
  whenOver({ incoming: { socket }, outgoing }: NodeBindings, callBack: () => void): void {
    const waiting = this.#of(socket).answers.get(outgoing);
    if (waiting === undefined) callBack();
    else waiting.push(callBack);
  }

  /** An answer goes on for as long as there may be something to tell: nobody waits for its end, and `endStreams` ends it. */
  goesOn(bindings: NodeBindings): void {
    const { outgoing } = bindings;
    this.#streams.add(outgoing);
    this.#answered(outgoing);
    this.whenOver(bindings, () => this.#streams.delete(outgoing));
  }

  /** Ends every stream as at its end: their clients begin another one, elsewhere. */
  endStreams(): void {
    for (const stream of this.#streams) stream.end();
  }

  /** Resolves when no request waits for its answer. */
  async allAnswered(): Promise<void> {
    while (this.#unanswered.size > 0) await this.#whenAnswered.promise;
  }

  #answered(outgoing: ServerResponse): void {
    if (!this.#unanswered.delete(outgoing) || this.#unanswered.size > 0) return;
    this.#whenAnswered.resolve();
    this.#whenAnswered = Promise.withResolvers();
  }

  #of(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { name: randomUUID(), answers: new Map() };
    this.#connections.set(socket, connection);
    // An answer that waits for those before it on its connection never hears that this has ended: the connection does.
    socket.once('close', () => {
      for (const outgoing of connection.answers.keys()) over(connection.answers, outgoing);
    });
    return connection;
  }
}

function over(answers: Connection['answers'], outgoing: ServerResponse): void {
  const waiting = answers.get(outgoing) ?? [];
  answers.delete(outgoing);
  for (const callBack of waiting) callBack();
}

/** What is refused before there is a request: by the code of Node.js, its status and our words. */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request came too slowly.'],
};

const NOT_HTTP = [400, 'This is not a request of HTTP/1.1.'] as const;

/** Refuses what no request can be made of, in the same form as all else, and ends the connection. */
export function refuseConnection(error: Error, socket: Duplex): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = REFUSALS[code] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody(-32_000, message));
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n\r\n${body}`);
}
