import { randomUUID } from 'node:crypto';
import { createServer as createNodeServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  isJSONRPCRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  PARSE_ERROR,
  readRequestBody,
  type McpServer,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { InvalidConfiguration } from '../model/errors.ts';
import { slices } from '../model/slices.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import { Places, type Caller, type Limits } from './caller-places.ts';
import { errorResponse, tellEnd } from './responses.ts';
import { createSessions } from './sessions.ts';
import { DeskText, trusted } from '../model/text/trusted-text.ts';

/** Answers of tools are small, and so are their arguments: the webhook's data is the largest. */
const MAX_BODY_BYTES = 256 * 1024;

const CONTENT_TOO_LARGE = 413;

/** Hosts ask a few things at once, and listen on one stream. */
const MAX_REQUESTS: Limits = { each: 32, all: 1000 };

/** Each takes a file handle, of which a process has only some. */
const MAX_CONNECTIONS = 2000;

/** Nobody on this machine takes longer for 256 KiB. */
const RECEIVE_WITHIN = seconds(30);
const MILLIS_BETWEEN_CHECKS = 1000;

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly onDisturbance: (error: unknown) => void;
  readonly sessions?: Limits;
  /** Requests that are answered at once, open streams among them. */
  readonly requests?: Limits;
  /** The time that a request may take to come. */
  readonly receiveWithin?: Seconds;
}

export interface HttpServer {
  /** The address of the protocol's endpoint. */
  readonly url: string;
  /** Ends open connections at once. */
  close(): Promise<void>;
}

/**
 * Serves the protocol over Streamable HTTP on this machine, both eras from one factory: one server a request, but one a
 * session for clients from 2025 that initialize. Those that just post are served without one. A request with a wrong Host
 * or a wrong Origin is refused, so that a web page cannot reach it through the browser; one that comes too slowly is cut, and
 * one too many, of a caller or of all, is refused. Throws InvalidConfiguration for an address beyond loopback, because
 * callers are not identified, and for a port that is in use.
 */
export async function startHttpServer(
  factory: (method?: string) => McpServer,
  { host, port, onDisturbance, receiveWithin = RECEIVE_WITHIN, ...limits }: HttpOptions,
): Promise<HttpServer> {
  if (!/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)) {
    throw new InvalidConfiguration(
      'Over HTTP callers are not identified, so the server listens on this machine only.',
      'Use --host 127.0.0.1, or put it behind a proxy on this machine that identifies callers.',
    );
  }
  // In 2026-07-28 a request says in its headers, too, what it asks for, and is refused where its body says something else.
  const handler = createMcpHandler(
    ({ era, requestInfo }) =>
      factory(era === 'modern' ? (requestInfo?.headers.get('mcp-method') ?? undefined) : undefined),
    { maxRequestBodySize: MAX_BODY_BYTES, onerror: onDisturbance },
  );
  const sessions = createSessions(() => factory(), { limits: limits.sessions, onDisturbance });
  const requests = new Places(limits.requests ?? MAX_REQUESTS);
  const callers = new WeakMap<Socket, Caller>();
  /** Names the caller on a connection: nothing else tells callers apart. */
  const callerOn = (connection: Socket): Caller => {
    const caller = callers.get(connection) ?? randomUUID();
    callers.set(connection, caller);
    return caller;
  };
  const answered = async (request: Request, connection: Caller): Promise<Response> => {
    const isPost = request.method === 'POST';
    // The handler refuses it in its own words.
    if (isPost && !isJsonContentType(request.headers.get('content-type'))) return handler.fetch(request);
    const body = isPost ? await bodyOf(request) : undefined;
    if (body?.refused !== undefined) return body.refused;
    const parsedBody = body?.parsed;
    const answer = async () =>
      (await sessions.answer(request, parsedBody, connection)) ?? handler.fetch(request, { parsedBody });
    const caller = sessions.idIn(request) ?? connection;
    const { full, leave } = requests.take(caller, answersDue(request, parsedBody));
    if (full !== undefined) return errorResponse(...TOO_MANY[full]);
    try {
      // An answer from what is at hand takes no turn of the event loop: without this one, of many requests that arrive at once
      // each would be answered before the next is counted, and all of them before anybody else's is read. It is in the order in
      // which they came, and among those that have begun: else these would wait for as long as others keep coming.
      await slices.next();
      return tellEnd(await answer(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  };
  const authority = host.includes(':') ? `[${host}]` : host;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/mcp', async ({ req: { raw }, env }) => {
    const refused =
      hostHeaderValidationResponse(raw, [...localhostAllowedHostnames(), authority]) ??
      originValidationResponse(raw, localhostAllowedOrigins());
    const response = refused ?? (await answered(raw, callerOn(env.incoming.socket)));
    // The rest of its body is not read, and the connection cut: the client must not send its next request there.
    if (response === refused || response.status === CONTENT_TOO_LARGE) response.headers.set('connection', 'close');
    return response;
  });
  app.notFound((context) => context.text('The protocol is spoken at /mcp.\n', 404));

  const listener = getRequestListener(app.fetch);
  const receiveMillis = receiveWithin * 1000;
  const server = createNodeServer(
    {
      headersTimeout: receiveMillis,
      requestTimeout: receiveMillis,
      connectionsCheckingInterval: Math.min(receiveMillis, MILLIS_BETWEEN_CHECKS),
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, host, port);
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${authority}:${actualPort}/mcp`,
    close: async () => {
      await Promise.all([sessions.close(), handler.close()]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/**
 * Counts the answers that a request waits for, each of which may take a while. None where it is a cancellation, a person's reply or the
 * end of a session: those come through in any case.
 */
function answersDue({ method }: Request, body: unknown): number {
  if (method !== 'POST') return method === 'GET' ? 1 : 0;
  return [body].flat().filter(isJSONRPCRequest).length;
}

const TOO_MANY: Readonly<Record<'own' | 'all', Parameters<typeof errorResponse>>> = {
  own: [429, -32_000, 'Too many requests of this caller are being answered. Wait for one, or end a stream.'],
  all: [503, -32_000, 'Too many requests are being answered. Try again later.'],
};

/** Reads the JSON of a request, or returns its refusal. */
async function bodyOf(
  request: Request,
): Promise<
  { readonly parsed: unknown; readonly refused?: never } | { readonly parsed?: never; readonly refused: Response }
> {
  try {
    const announced = request.headers.get('content-length');
    // Node.js takes no more than was announced, and reads it without streams in between.
    const body =
      announced !== null && Number(announced) <= MAX_BODY_BYTES
        ? { tooLarge: false as const, text: await request.text() }
        : await readRequestBody(request, MAX_BODY_BYTES);
    if (!body.tooLarge) return { parsed: JSON.parse(body.text) };
  } catch {
    return { refused: errorResponse(400, PARSE_ERROR, 'The body is not JSON, or broke off.') };
  }
  return { refused: errorResponse(CONTENT_TOO_LARGE, -32_000, `The body has more than ${MAX_BODY_BYTES} bytes.`) };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isInUse = 'code' in error && error.code === 'EADDRINUSE';
      reject(
        new InvalidConfiguration(
          isInUse
            ? trusted`Port ${port} is in use.`
            : trusted`The server cannot listen on ${DeskText.parse(host)}, port ${port}.`,
          'Choose another one with --port; 0 takes any that is free.',
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}
