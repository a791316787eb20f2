import { createServer as createNodeServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Values } from '../config/settings.ts';
import { MAX_MESSAGE_BYTES } from '../mcp/message-bounds.ts';
import type { Caller } from '../model/caller.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import { DeskText, trusted } from '../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../model/time/units.ts';
import type { AnsweringOptions } from './answering.ts';
import { createApp, MAX_HEADERS } from './app.ts';
import { Connections, refuseConnection } from './bounds/connections.ts';
import { Places, type Limits } from './bounds/places.ts';
import { deskPage } from './desk-page.ts';
import { Endpoints, type Serve } from './endpoints.ts';
import type { Watching } from './observed/watching.ts';
import type { Identities } from './identity/identities.ts';
import { LastingStreams } from './identity/lasting-streams.ts';
import type { ReachSettings } from './reach/hosts.ts';
import { Reach } from './reach/reach.ts';
import { Readiness } from './readiness.ts';
import type { CallerChanges } from '../mcp/subscriptions/caller-changes.ts';
import { Sessions } from './sessions/sessions.ts';

/** Hosts ask a few things at once. */
const MAX_REQUESTS: Limits = { each: 32, all: 1000 };
/** And listen on one stream; an identity may stand for many of them. */
const MAX_STREAMS: Limits = { each: 100, all: 1000 };
/** Each takes memory until it has come; nobody who sends them as fast as they go has many under way. */
const MAX_BODIES: Limits = { each: 64, all: 1000 };

/** Each takes a file handle, of which a process has only some. */
const MAX_CONNECTIONS = 2000;

/** Nobody takes longer for 256 KiB. */
const RECEIVE_WITHIN = seconds(30);
const RECEIVE_HEADERS_WITHIN = seconds(10);
const MILLIS_BETWEEN_CHECKS = 1000;

const MAX_HEADER_BYTES = 16 * 1024;

/** Proxies keep idle connections for a minute, and expect to be the first to end one. */
const IDLE_MILLIS = 75_000;

/**
 * A proxy may be sending a request over an idle connection while this ends it, and cannot know whether it was answered. So idle ones
 * are kept for a moment after nobody listens any more: by then the proxy sends elsewhere.
 */
const LINGERS_FOR = seconds(2);

/** Beyond the time that a tool may take: then nobody answers any more, or the client has stopped to read. Streams send something more often. */
const STALLED_AFTER = seconds(60);

export interface HttpOptions extends Pick<Values, 'port'>, ReachSettings {
  readonly identities: Identities;
  /** Rejects where the archive cannot be reached. */
  readonly checkArchive?: () => Promise<unknown>;
  /** Answers `/metrics`, for whoever may read it. */
  readonly metrics?: () => Promise<Response>;
  /** Reads the page that shows the desk at `/`; absent where none is shown. */
  readonly readPage?: () => Promise<string>;
  /** Goes around the answering of each request. */
  readonly watching?: Watching;
  /** Tells of what changes, for each caller; absent where nobody is told. */
  readonly changesFor?: (caller: Caller) => CallerChanges;
  /** Told of each request that is refused for want of a scope. */
  readonly onRefused?: AnsweringOptions['onRefused'];
  /** Told of what a client sent that is not the protocol. */
  readonly onDisturbance: (error: unknown) => void;
  /** Told of what this server's own code throws; absent where that is told with the rest. */
  readonly onFailure?: (error: unknown) => void;
  readonly sessions?: Limits;
  /** Requests that are answered at once. */
  readonly requests?: Limits;
  /** Open streams. */
  readonly streams?: Limits;
  /** The time that a tool may take. */
  readonly answerWithin?: Seconds;
  /** The time that a request may take to come. */
  readonly receiveWithin?: Seconds;
  /** The time beyond `answerWithin` for which nothing may move on a connection while a request is answered there. */
  readonly stalledAfter?: Seconds;
}

export interface HttpServer {
  /** The address of the protocol's endpoint. */
  readonly url: string;
  /** Returns the number of sessions that are open. */
  readonly sessions: () => number;
  /**
   * Stops listening, begins no stream and no session, and ends those streams that are open, so
   * that their clients go elsewhere. What comes over open connections is answered, and each ends with its answer. Resolves when none
   * is open, or when a moment has passed and what is being answered has been; after so much time at the latest.
   */
  readonly drain: (within: Seconds) => Promise<void>;
  /** Ends open connections at once. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the protocol over Streamable HTTP, both eras from one factory: one server a request, but one a session for clients
 * from 2025 that initialize. Those that just post are served without one. A request with a wrong Host or a wrong Origin is
 * refused, so that a web page cannot reach it through the browser; one that comes too slowly is cut, and one too many, of a
 * caller or of all, is refused. Throws InvalidConfiguration for an address on which it cannot listen.
 */
export async function startHttpServer(
  serve: Serve,
  {
    host,
    port,
    onDisturbance,
    onFailure = onDisturbance,
    receiveWithin = RECEIVE_WITHIN,
    answerWithin = seconds(25),
    stalledAfter = STALLED_AFTER,
    ...options
  }: HttpOptions,
): Promise<HttpServer> {
  const { identities, metrics, watching, checkArchive: check = () => Promise.resolve() } = options;
  const { changesFor, readPage } = options;
  const endpoints = new Endpoints(serve, { maxBodyBytes: MAX_MESSAGE_BYTES, changesFor, onDisturbance });
  const sessions = new Sessions((caller, subscriptions) => serve(caller, undefined, subscriptions), {
    limits: options.sessions,
    changesFor,
    onDisturbance,
    onFailure,
  });
  const connections = new Connections();
  const lasting = new LastingStreams(onFailure);
  const readiness = new Readiness({ check });
  const app = createApp({
    connections,
    lasting,
    readiness,
    reach: new Reach({ ...options, host }),
    identities,
    metrics,
    page: readPage && deskPage(readPage),
    watching,
    endpoints,
    sessions,
    onRefused: options.onRefused,
    places: {
      bodies: new Places(MAX_BODIES),
      requests: new Places(options.requests ?? MAX_REQUESTS),
      streams: new Places(options.streams ?? MAX_STREAMS),
    },
    onFailure,
  });
  const listener = getRequestListener(app.fetch);
  const receiveMillis = receiveWithin * 1000;
  const server = createNodeServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(receiveMillis, RECEIVE_HEADERS_WITHIN * 1000),
      requestTimeout: receiveMillis,
      connectionsCheckingInterval: Math.min(receiveMillis, MILLIS_BETWEEN_CHECKS),
      keepAliveTimeout: IDLE_MILLIS,
    },
    (incoming, outgoing) => {
      if (connections.begin({ incoming, outgoing })) void listener(incoming, outgoing);
    },
  );
  // One more, so that it shows where there are more: they would be left out without a word.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.maxConnections = MAX_CONNECTIONS;
  // Who is not asking anything makes room for who comes.
  server.on('drop', () => server.closeIdleConnections());
  server.setTimeout((answerWithin + stalledAfter) * 1000);
  server.on('clientError', refuseConnection);
  const url = await listen(server, host, port);
  return {
    url,
    sessions: () => sessions.count,
    drain: async (within) => {
      readiness.end();
      connections.endStreams();
      const waiting = new AbortController();
      const passed = (time: Seconds): Promise<void> => setTimeout(time * 1000, undefined, { signal: waiting.signal });
      const isQuiet = passed(LINGERS_FOR).then(() => connections.allAnswered());
      await Promise.race([noneIsOpen(server), isQuiet, passed(within)]);
      waiting.abort();
    },
    close: async () => {
      lasting.close();
      await Promise.all([sessions.close(), endpoints.close()]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Stops to listen. Resolves when the last connection has ended. */
function noneIsOpen(server: NetServer): Promise<void> {
  // That of an HTTP server would end idle connections with it.
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

/** Listens, and returns the address of the protocol's endpoint. Throws InvalidConfiguration, and says what is in the way. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/mcp`;
}

function refusal(error: Error, host: string, port: number): InvalidConfiguration {
  const address = DeskText.parse(host);
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new InvalidConfiguration(
        trusted`Port ${port} is in use.`,
        'Choose another one with --port; 0 takes any that is free.',
      );
    case 'EACCES':
      return new InvalidConfiguration(
        trusted`This user may not listen on port ${port}.`,
        'Choose a port from 1024 with --port, and let a reverse proxy listen on the other one.',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InvalidConfiguration(
        trusted`This machine has no address ${address}.`,
        'Give an address of this machine with --host: 127.0.0.1 for this machine only, 0.0.0.0 or :: for all of its addresses.',
      );
    default:
      return new InvalidConfiguration(
        trusted`The server cannot listen on ${address}, port ${port}.`,
        'Choose another address with --host, or another port with --port; 0 takes any that is free.',
      );
  }
}
