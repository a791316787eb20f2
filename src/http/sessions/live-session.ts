import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { Place, PlaceOwner } from '../bounds/caller-places.ts';
import type { KeptSessions } from './kept-sessions.ts';
import { isStream, tellEnd } from '../responses.ts';
import type { CallerKey } from '../sender.ts';
import type { SessionSubscriptions } from './session-subscriptions.ts';
import { cancelledBy, type SessionTransport } from './session-transport.ts';

type MessageId = string | number;

export interface LiveSessionOptions {
  readonly id: string;
  /** The caller who began it. */
  readonly key: CallerKey;
  readonly owner: PlaceOwner;
  readonly place: Place;
  readonly server: McpServer;
  readonly transport: SessionTransport;
  readonly subscriptions: SessionSubscriptions;
  /** Absent where no other process can go on with it. */
  readonly kept: KeptSessions | undefined;
}

/** A session as one process serves it. */
export class LiveSession {
  readonly id: string;
  readonly key: CallerKey;
  readonly owner: PlaceOwner;
  readonly place: Place;
  readonly server: McpServer;
  readonly subscriptions: SessionSubscriptions;
  /** Requests that are being answered, the stream for the server's own messages among them. */
  open = 0;
  idle: NodeJS.Timeout | undefined;
  /** The next try to keep it, where it could not be. */
  keptAgain: NodeJS.Timeout | undefined;
  isLeftBehind = false;
  /** Whether it was used since that was looked at last. */
  isUsed = true;
  readonly #transport: SessionTransport;
  readonly #kept: KeptSessions | undefined;
  /** Requests with an open stream, and whether it is theirs alone: in a batch, others wait for an answer on the same one. */
  readonly #underWay = new Map<MessageId, boolean>();
  /** The last of the messages that were left for it here. */
  #seen = 0;

  constructor({ transport, kept, ...options }: LiveSessionOptions) {
    ({ id: this.id, key: this.key, owner: this.owner, place: this.place, server: this.server } = options);
    this.subscriptions = options.subscriptions;
    this.#transport = transport;
    this.#kept = kept;
  }

  /** Answers a request; `body` is that of a POST. What is for a call or a question of another process is left for it. */
  async answer(request: Request, body: unknown): Promise<Response> {
    const kept = this.#kept;
    const messages = [body].flat();
    const elsewhere = kept === undefined ? [] : messages.filter((message) => this.#isElsewhere(message));
    for (const message of elsewhere) await kept?.leave(this.id, message);
    if (elsewhere.length > 0 && elsewhere.length === messages.length) return new Response(null, { status: 202 });
    const own = messages.filter((message) => !elsewhere.includes(message)).map((message) => this.#own(message));
    const parsedBody = Array.isArray(body) ? own : own[0];
    const response = await this.#transport.handleRequest(request, { parsedBody });
    for (const message of own) this.#endCancelled(message);
    if (!isStream(response)) return response;
    const ids = own.filter(isJSONRPCRequest).map(({ id }) => id);
    for (const id of ids) this.#underWay.set(id, !Array.isArray(body));
    return tellEnd(response, () => {
      for (const id of ids) this.#underWay.delete(id);
    });
  }

  /** Takes the messages of its client that came to other processes, as far as this one waits for them. Throws ArchiveUnusable. */
  async takeLeft(): Promise<void> {
    for (const { number, message } of (await this.#kept?.left(this.id, this.#seen)) ?? []) {
      if (number <= this.#seen) continue;
      this.#seen = number;
      const own = this.#isElsewhere(message) ? undefined : this.#transport.own(parseJSONRPCMessage(message));
      if (own === undefined) continue;
      this.#transport.onmessage?.(own);
      this.#endCancelled(own);
    }
  }

  /** Whether a message is of no use here: a reply to a question that another process has asked, or the end of a call that is not here. */
  #isElsewhere(message: unknown): boolean {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) return !this.#underWay.has(cancelled);
    return isReply(message) && this.#transport.own(message) === undefined;
  }

  #own(message: unknown): unknown {
    return isReply(message) ? (this.#transport.own(message) ?? message) : message;
  }

  /** A cancelled request gets no answer, and the transport would keep its stream open for one. */
  #endCancelled(message: unknown): void {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined && this.#underWay.get(cancelled) === true) this.#transport.closeSSEStream(cancelled);
  }
}

function isReply(message: unknown): message is JSONRPCMessage {
  return isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
}
