import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PlaceOwner } from './caller-places.ts';

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
export type WhenOver = (bindings: NodeBindings, over: () => void) => void;

/** No client of the protocol sends more than one before the answer. Many small ones come at once, and would all be begun in one turn of the event loop. */
const MAX_WAITING = 64;

/** A request is answered and over; a stream goes on for as long as there may be something to tell. */
export type AnswerKind = 'request' | 'stream';

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

  /** Calls back at the end of an answer. */
  readonly whenOver: WhenOver = ({ incoming: { socket }, outgoing }, callBack) => {
    const waiting = this.#of(socket).answers.get(outgoing);
    if (waiting === undefined) callBack();
    else waiting.push(callBack);
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
