import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { refusal } from './refusal.ts';

/** Hosts keep one session each. Whoever begins more than that forgets to end them. */
const MOST_SESSIONS = 100;
const IDLE_MILLIS = 30 * 60_000;

const HEADER = 'mcp-session-id';

/**
 * Sessions of clients that speak a revision of the protocol from 2025: between two requests of theirs the server knows
 * them, so that it can ask the person in front of them, and a cancelled call ends.
 */
export interface Sessions {
  /**
   * Answers a request that begins a session, or belongs to one. Nothing for any other: of a later revision, or of a
   * client from 2025 that does without a session. `body` is that of a POST, parsed.
   */
  answer(request: Request, body: unknown): Promise<Response | undefined>;
  /** Ends every session: its open streams, and the calls under way. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly most?: number;
  readonly onDisturbance: (error: unknown) => void;
}

interface Session {
  readonly id: string;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that are being answered, the stream for the server's own messages among them. */
  open: number;
  idle: NodeJS.Timeout | undefined;
  /** Requests with a stream of their own. In a batch, others wait for an answer on the same one. */
  readonly streamed: Set<string | number>;
}

/**
 * Keeps one server a session, from the same factory as the later revision's. Where there are too many, the one that is
 * idle longest ends; a client learns that by 404, and initializes again.
 */
export function createSessions(
  factory: () => McpServer,
  { most = MOST_SESSIONS, onDisturbance }: SessionOptions,
): Sessions {
  /** Those last used come last. */
  const sessions = new Map<string, Session>();
  let isClosed = false;

  const forget = (session: Session): void => {
    clearTimeout(session.idle);
    sessions.delete(session.id);
  };
  const end = async (session: Session): Promise<void> => {
    forget(session);
    await session.server.close().catch(onDisturbance);
  };
  const use = (session: Session): void => {
    clearTimeout(session.idle);
    session.open += 1;
  };
  const release = (session: Session): void => {
    session.open -= 1;
    if (session.open > 0 || !sessions.delete(session.id)) return;
    sessions.set(session.id, session);
    session.idle = setTimeout(() => void end(session), IDLE_MILLIS).unref();
  };

  const makeRoom = (): boolean => {
    if (isClosed) return false;
    if (sessions.size < most) return true;
    const longestIdle = [...sessions.values()].find(({ open }) => open === 0);
    if (longestIdle === undefined) return false;
    void end(longestIdle);
    return true;
  };

  const answered = async (session: Session, request: Request, body: unknown): Promise<Response> => {
    use(session);
    let isStreaming = false;
    try {
      const response = await session.transport.handleRequest(request, { parsedBody: body });
      endCancelled(session, body);
      if (response.body === null || response.headers.get('content-type') !== 'text/event-stream') return response;
      isStreaming = true;
      const { streamed } = session;
      const id = isJSONRPCRequest(body) ? body.id : undefined;
      if (id !== undefined) streamed.add(id);
      const stream = untilEnded(response.body, () => {
        if (id !== undefined) streamed.delete(id);
        release(session);
      });
      return new Response(stream, response);
    } finally {
      if (!isStreaming) release(session);
    }
  };

  const begin = async (request: Request, body: unknown): Promise<Response> => {
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const server = factory();
    const session: Session = { id, server, transport, open: 0, idle: undefined, streamed: new Set() };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's servers are no event targets
    server.server.onerror = onDisturbance;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nor here
    server.server.onclose = () => forget(session);
    await server.connect(transport);
    if (!makeRoom()) {
      await end(session);
      return refusal(503, -32_000, `All ${most} sessions are in use. End one of the clients, or try again later.`);
    }
    sessions.set(id, session);
    const response = await answered(session, request, body);
    if (!response.ok) await end(session);
    return response;
  };

  const answer: Sessions['answer'] = async (request, body) => {
    const id = request.headers.get(HEADER);
    if (id === null && !isInitializeRequest(body)) return undefined;
    if (!(await isLegacyRequest(request, body))) return undefined;
    if (id === null) return begin(request, body);
    const session = sessions.get(id);
    if (session !== undefined) return answered(session, request, body);
    return refusal(404, -32_001, 'This session does not exist, or has ended. Initialize again, without a session id.');
  };

  return {
    answer: async (request, body) => {
      try {
        return await answer(request, body);
      } catch (error) {
        onDisturbance(error);
        return refusal(500, -32_603, 'Internal error.');
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...sessions.values()].map(end));
    },
  };
}

const Cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** A cancelled request gets no answer, and the transport would keep its stream open for one. */
function endCancelled({ transport, streamed }: Session, body: unknown): void {
  if (!isJSONRPCNotification(body)) return;
  const cancellation = Cancellation.safeParse(body);
  if (!cancellation.success) return;
  const { requestId } = cancellation.data.params;
  if (streamed.has(requestId)) transport.closeSSEStream(requestId);
}

/** The same stream. Tells once when it has ended, by either side. */
function untilEnded(stream: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      // What was being read when it was cancelled ends as well.
      if (isCancelled) return;
      if (!done) {
        controller.enqueue(value);
        return;
      }
      ended();
      controller.close();
    },
    cancel: async (reason) => {
      isCancelled = true;
      ended();
      await reader.cancel(reason);
    },
  });
}
