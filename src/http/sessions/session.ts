import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { OwnSubscriptions } from '../../mcp/subscriptions/subscriptions.ts';
import type { WhenOver } from '../bounds/connections.ts';
import type { PlaceOwner } from '../bounds/places.ts';
import { isStream } from '../responses.ts';
import type { CallerKey } from '../identity/identities.ts';

type MessageId = string | number;

export interface SessionBegun {
  readonly id: string;
  /** The caller who began it. */
  readonly key: CallerKey;
  readonly owner: PlaceOwner;
  /** Gives its place to another session. */
  readonly leave: () => void;
}

/** A session of one client, with a server of its own. */
export class Session {
  readonly id: string;
  readonly key: CallerKey;
  readonly owner: PlaceOwner;
  readonly leave: () => void;
  readonly subscriptions = new OwnSubscriptions();
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  /** Requests that are being answered, the stream for the server's own messages among them. */
  open = 0;
  idle: NodeJS.Timeout | undefined;
  isLeftBehind = false;
  /** Requests with an open stream, and whether it is theirs alone: in a batch, others wait for an answer on the same one. */
  readonly #underWay = new Map<MessageId, boolean>();

  constructor({ id, key, owner, leave }: SessionBegun, serve: (subscriptions: OwnSubscriptions) => McpServer) {
    this.id = id;
    this.key = key;
    this.owner = owner;
    this.leave = leave;
    this.transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    this.server = serve(this.subscriptions);
  }

  /** Answers a request; `body` is that of a POST, and `whenOver` calls back when the answer has gone out. */
  async answer(request: Request, body: unknown, whenOver: WhenOver): Promise<Response> {
    const messages = [body].flat();
    const response = await this.transport.handleRequest(request, { parsedBody: body });
    for (const message of messages) this.#endCancelled(message);
    if (!isStream(response)) return response;
    const ids = messages.filter(isJSONRPCRequest).map(({ id }) => id);
    for (const id of ids) this.#underWay.set(id, !Array.isArray(body));
    whenOver(() => {
      for (const id of ids) this.#underWay.delete(id);
    });
    return response;
  }

  /** A cancelled request gets no answer, and the transport would keep its stream open for one. */
  #endCancelled(message: unknown): void {
    if (!isJSONRPCNotification(message)) return;
    const cancelled = Cancellation.safeParse(message).data?.params.requestId;
    if (cancelled !== undefined && this.#underWay.get(cancelled) === true) this.transport.closeSSEStream(cancelled);
  }
}

const Cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});
