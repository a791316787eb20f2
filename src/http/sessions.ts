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
import { Places, type Caller, type Limits, type Place } from './caller-places.ts';
import { errorResponse, isStream, tellEnd } from './responses.ts';

/** Hosts keep one session each. A caller with more than that forgets to end them, or stands for many. */
const MAX_SESSIONS: Limits = { each: 100, all: 1000 };
/** A session without a request for the first time may end where others have no room; after the second it ends in any case. */
const LEFT_BEHIND_MILLIS = 5 * 60_000;
const IDLE_MILLIS = 30 * 60_000;

const HEADER = 'mcp-session-id';

/**
 * Sessions of clients that speak a revision of the protocol from 2025: between two requests of theirs the server knows
 * them, so that it can ask the person in front of them, and a cancelled call ends.
 */
export interface Sessions {
  /**
   * Answers a request that begins a session, or belongs to one. Nothing for any other: of a later revision, or of a
   * client from 2025 that does without a session. `body` is that of a POST, parsed; `caller` who sends it.
   */
  answer(request: Request, body: unknown, caller: Caller): Promise<Response | undefined>;
  /** Returns the id of the session that a request belongs to, if there is one. */
  idIn(request: Request): string | undefined;
  /** Ends every session: its open streams, and the calls under way. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly limits?: Limits | undefined;
  readonly onDisturbance: (error: unknown) => void;
}

interface Session {
  readonly id: string;
  /** The caller who began it. */
  readonly caller: Caller;
  readonly place: Place;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that are being answered, the stream for the server's own messages among them. */
  open: number;
  idle: NodeJS.Timeout | undefined;
  isLeftBehind: boolean;
  /** Requests with a stream of their own. In a batch, others wait for an answer on the same one. */
  readonly streamed: Set<string | number>;
}

/**
 * Keeps one server a session, from the same factory as the later revision's. Where a caller has too many, the one of
 * theirs that is idle longest ends; a client learns that by 404, and initializes again. Where all callers together have, only
 * one that was left behind does, and where none was, no other begins: nobody who comes takes the place of somebody who is there.
 */
export function createSessions(
  factory: () => McpServer,
  { limits = MAX_SESSIONS, onDisturbance }: SessionOptions,
): Sessions {
  /** Those last used come last. */
  const sessions = new Map<string, Session>();
  const places = new Places(limits);
  let isClosed = false;

  const forget = (session: Session): void => {
    clearTimeout(session.idle);
    sessions.delete(session.id);
    session.place.leave?.();
  };
  const end = async (session: Session): Promise<void> => {
    forget(session);
    await session.server.close().catch(onDisturbance);
  };
  const use = (session: Session): void => {
    clearTimeout(session.idle);
    session.isLeftBehind = false;
    session.open += 1;
  };
  const release = (session: Session): void => {
    session.open -= 1;
    if (session.open > 0 || !sessions.delete(session.id)) return;
    sessions.set(session.id, session);
    session.idle = setTimeout(() => {
      session.isLeftBehind = true;
      session.idle = setTimeout(() => void end(session), IDLE_MILLIS - LEFT_BEHIND_MILLIS).unref();
    }, LEFT_BEHIND_MILLIS).unref();
  };

  const placeFor = (caller: Caller): Place => {
    const place = places.take(caller, 1);
    if (place.full === undefined) return place;
    const makesRoom = (session: Session) =>
      place.full === 'own' ? session.caller === caller && session.open === 0 : session.isLeftBehind;
    const longestIdle = [...sessions.values()].find(makesRoom);
    if (longestIdle === undefined) return place;
    void end(longestIdle);
    return places.take(caller, 1);
  };

  const answered = async (session: Session, request: Request, body: unknown): Promise<Response> => {
    use(session);
    try {
      const response = await session.transport.handleRequest(request, { parsedBody: body });
      endCancelled(session, body);
      const { streamed } = session;
      const id = isStream(response) && isJSONRPCRequest(body) ? body.id : undefined;
      if (id !== undefined) streamed.add(id);
      return tellEnd(response, () => {
        if (id !== undefined) streamed.delete(id);
        release(session);
      });
    } catch (error) {
      release(session);
      throw error;
    }
  };

  const opened = async (caller: Caller, place: Place): Promise<Session> => {
    try {
      const id = randomUUID();
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
      const server = factory();
      const state = { open: 0, idle: undefined, isLeftBehind: false, streamed: new Set<string | number>() };
      const session: Session = { id, caller, place, server, transport, ...state };
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the protocol's servers are no event targets
      server.server.onerror = onDisturbance;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nor here
      server.server.onclose = () => forget(session);
      await server.connect(transport);
      return session;
    } catch (error) {
      place.leave?.();
      throw error;
    }
  };

  const begin = async (request: Request, body: unknown, caller: Caller): Promise<Response> => {
    const place: Place = isClosed ? { full: 'all' } : placeFor(caller);
    if (place.full !== undefined) return errorResponse(...FULL[place.full]);
    const session = await opened(caller, place);
    sessions.set(session.id, session);
    const response = await answered(session, request, body);
    if (!response.ok || isClosed) await end(session);
    return response;
  };

  const answer: Sessions['answer'] = async (request, body, caller) => {
    const id = request.headers.get(HEADER);
    if (id === null && !isInitializeRequest(body)) return undefined;
    if (!(await isLegacyRequest(request, body))) return undefined;
    if (id === null) return begin(request, body, caller);
    const session = sessions.get(id);
    if (session !== undefined) return answered(session, request, body);
    return errorResponse(
      404,
      -32_001,
      'This session does not exist, or has ended. Initialize again, without a session id.',
    );
  };

  return {
    answer: async (request, body, caller) => {
      try {
        return await answer(request, body, caller);
      } catch (error) {
        onDisturbance(error);
        return errorResponse(500, -32_603, 'Internal error.');
      }
    },
    idIn: ({ headers }) => sessions.get(headers.get(HEADER) ?? '')?.id,
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

const FULL: Readonly<Record<'own' | 'all', Parameters<typeof errorResponse>>> = {
  own: [429, -32_000, 'All sessions that one caller may have are in use. End one of the clients, or try again later.'],
  all: [503, -32_000, 'This server has no room for another session. End one of the clients, or try again later.'],
};
