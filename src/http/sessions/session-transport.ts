import { randomUUID } from 'node:crypto';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const Cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

/** Returns the id of the request that a message cancels; undefined for any other message. */
export function cancelledBy(message: unknown): string | number | undefined {
  return isJSONRPCNotification(message) ? Cancellation.safeParse(message).data?.params.requestId : undefined;
}

/**
 * The transport of a session that several processes may serve at once. Each of them counts its own requests to the client from 0:
 * here they have a mark in front, so that a reply is taken for no other process's question.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #mark = `${randomUUID()}.`;

  override send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    return super.send(this.#marked(message), options);
  }

  /**
   * Returns a client's message as the server of this process takes it; undefined for a reply to somebody else's question, which
   * is to reach them.
   */
  own(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return message;
    const { id } = message;
    if (typeof id !== 'string' || !id.startsWith(this.#mark)) return undefined;
    return { ...message, id: Number(id.slice(this.#mark.length)) };
  }

  #marked(message: JSONRPCMessage): JSONRPCMessage {
    if (isJSONRPCRequest(message)) return { ...message, id: `${this.#mark}${message.id}` };
    const cancelled = cancelledBy(message);
    if (cancelled === undefined || !isJSONRPCNotification(message)) return message;
    return { ...message, params: { ...message.params, requestId: `${this.#mark}${cancelled}` } };
  }
}
