import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PlaceOwner } from './caller-places.ts';

/** A request of Node.js, and its answer. */
interface NodeBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A connection: its name, and the answers that have not gone out over it. */
interface Connection {
  readonly name: PlaceOwner;
  readonly waiting: Set<ServerResponse>;
}

/** Calls back when an answer has gone out whole, or its connection has ended; at once where that is so already. */
export type WhenOver = (bindings: NodeBindings, over: () => void) => void;

/** No client of the protocol sends more than one before the answer. Many small ones come at once, and would all be begun in one turn of the event loop. */
const MAX_WAITING = 64;

/** A request is answered and over; a stream goes on for as long as there may be something to tell. */
export type AnswerKind = 'request' | 'stream';

/** The connections of a server, and the answers that go out over them. */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>();
  /** What is to be done at the end of each answer that has not gone out. */
  readonly #callBacks = new Map<ServerResponse, (() => void)[]>();
  readonly #streams = new Set<ServerResponse>();
  /** What has begun to come and is not answered, but for streams. */
  readonly #unanswered = new Set<ServerResponse>();
  #whenAnswered = Promise.withResolvers<void>();

  /** Counts a request until it is answered. Ends its connection where too many wait there, and then returns false: nobody answers it. */
  begin({ incoming: { socket }, outgoing }: NodeBindings): boolean {
    const connection = this.#of(socket);
    if (connection.waiting.size >= MAX_WAITING) {
      socket.destroy();
      return false;
    }
    connection.waiting.add(outgoing);
    this.#callBacks.set(outgoing, [() => this.#answered(outgoing)]);
    outgoing.on('close', () => this.#over(connection, outgoing));
    this.#unanswered.add(outgoing);
    return true;
  }

  /** Names a connection: where callers have no identities, nothing else tells them apart. */
  nameOf({ socket }: IncomingMessage): PlaceOwner {
    return this.#of(socket).name;
  }

  /** Calls back at the end of an answer. */
  readonly whenOver: WhenOver = ({ outgoing }, callBack) => {
    const callBacks = this.#callBacks.get(outgoing);
    if (callBacks === undefined) callBack();
    else callBacks.push(callBack);
  };

  /**
   * Calls `release` when an answer has gone out whole, or its connection has ended: until then it takes memory, and a client that
   * does not read it keeps what is held for it.
   */
  hold(bindings: NodeBindings, kind: AnswerKind, release: () => void): void {
    const { outgoing } = bindings;
    if (kind === 'stream') {
      this.#streams.add(outgoing);
      this.#answered(outgoing);
    }
    this.whenOver(bindings, () => {
      this.#streams.delete(outgoing);
      release();
    });
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
    const connection: Connection = { name: randomUUID(), waiting: new Set() };
    this.#connections.set(socket, connection);
    // An answer that waits for those before it on its connection never hears that this has ended: the connection does.
    socket.once('close', () => {
      for (const outgoing of connection.waiting) this.#over(connection, outgoing);
    });
    return connection;
  }

  #over({ waiting }: Connection, outgoing: ServerResponse): void {
    const callBacks = this.#callBacks.get(outgoing) ?? [];
    waiting.delete(outgoing);
    this.#callBacks.delete(outgoing);
    for (const callBack of callBacks) callBack();
  }
}
