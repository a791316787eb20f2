import type { IncomingMessage } from 'node:http';
import { Hono, type Context } from 'hono';
import { answered, type AnsweringOptions } from './answering.ts';
import type { Connections } from './bounds/connections.ts';
import type { Bound } from './exchange.ts';
import { senderOf, type Identified, type Identities } from './identity/identities.ts';
import type { LastingStreams } from './identity/lasting-streams.ts';
import type { Watching } from './observed/watching.ts';
import { isForwarded } from './reach/proxies.ts';
import type { Reach } from './reach/reach.ts';
import type { Readiness } from './readiness.ts';
import { errorResponse, isStream } from './responses.ts';

export interface AppOptions extends Omit<AnsweringOptions, 'isEnding'> {
  readonly reach: Reach;
  readonly connections: Connections;
  readonly lasting: LastingStreams;
  readonly readiness: Readiness;
  readonly identities: Identities;
  /** Answers `/metrics`, for whoever may read it. */
  readonly metrics: (() => Promise<Response>) | undefined;
  /** Answers `/` with the page that shows the desk; absent where none is shown. */
  readonly page: ((request: Request) => Promise<Response>) | undefined;
  /** Goes around the answering of each request. */
  readonly watching: Watching | undefined;
  readonly onFailure: (error: unknown) => void;
}

type Answer = (context: Context<Bound, string>) => Response | Promise<Response>;

const HELP =
  'The protocol is spoken at /mcp. Further: / shows the desk in a browser; /healthz, /readyz and /metrics.\n';

const FORWARDED =
  'A proxy forwarded this request, and this server requires no token, so everyone who reaches the proxy would see everything. Set public_url to the address of the proxy, and make a token (command token create).';

/** The headers of a request, with those that a proxy adds; what programs send is a quarter of it. */
export const MAX_HEADERS = 100;

/** Makes the routes of a server: who may ask at all, who that is, and then the answer. */
export function createApp(options: AppOptions): Hono<Bound> {
  const { reach, connections, lasting, readiness, identities, metrics, page, watching, onFailure } = options;
  const identified = async (request: Request, incoming: IncomingMessage): Promise<Identified> => {
    const peer = reach.proxies.clientOf(request.headers, incoming.socket.remoteAddress);
    const sender = await identities.identify(request, peer);
    // Somebody else's machine is behind a proxy, and nobody has said who may ask from there.
    const isStranger = sender.caller?.isIdentified === false && isForwarded(incoming);
    return isStranger ? { refused: errorResponse(403, -32_000, FORWARDED) } : sender;
  };
  const protocol: AnsweringOptions = { ...options, isEnding: () => readiness.isEnding };

  const help: Answer = (context) => context.text(HELP, 404);
  const ready: Answer = async (context) => {
    const hindrance = await readiness.hindrance();
    return hindrance === undefined ? context.text('ready\n') : context.text(`${hindrance}\n`, 503);
  };
  const measured: Answer = async (context) => {
    if (metrics === undefined) return help(context);
    const { raw } = context.req;
    const { caller, refused } = await identified(raw, context.env.incoming);
    if (caller === undefined) return refused;
    context.set('caller', caller.id);
    return caller.scopes.has('metrics:read') ? metrics() : identities.lacking(raw, ['metrics:read']);
  };
  const spoken: Answer = async ({ req: { raw }, env, set }) => {
    const { caller, refused } = await identified(raw, env.incoming);
    if (caller === undefined) return refused;
    set('caller', caller.id);
    const sender = senderOf(caller, connections.nameOf(env.incoming));
    const response = await answered(raw, sender, protocol, {
      whenOver: (over) => connections.whenOver(env, over),
      goesOn: () => connections.goesOn(env),
    });
    if (!isStream(response)) return response;
    // The protocol's server says keep-alive whatever the client has asked for, which may be to end the connection.
    response.headers.delete('connection');
    const identify = () => identified(raw, env.incoming);
    connections.whenOver(env, lasting.add({ outgoing: env.outgoing, key: sender.key, identify }));
    return response;
  };
  // Functions in each other and no middleware: for a path with a single handler Hono takes a way that costs half as much.
  const watched = (answer: Answer): Answer =>
    watching === undefined
      ? answer
      : (context) =>
          watching(
            context,
            () => answer(context),
            (over) => connections.whenOver(context.env, over),
          );
  const guarded = (answer: Answer): Answer =>
    watched(async (context) => {
      const { incoming } = context.env;
      const refused = overburdened(incoming) ?? reach.misdirected(context.req.raw, incoming);
      const response = refused ?? (await reach.withOrigin(context, () => answer(context)));
      // Where the rest of a body is not read the client must not send its next request behind it; nor where the server is about to end.
      if (!incoming.complete || readiness.isEnding) response.headers.set('connection', 'close');
      return response;
    });
  const routes: readonly [method: 'GET' | 'ALL', path: string, answer: Answer][] = [
    // Whoever asks these two knows the server by whichever name, and learns nothing.
    ['GET', '/healthz', watched((context) => context.text('alive\n'))],
    ['GET', '/readyz', watched(ready)],
    ['GET', '/.well-known/*', guarded((context) => identities.metadata(context.req.raw) ?? help(context))],
    ['GET', '/', guarded((context) => page?.(context.req.raw) ?? help(context))],
    ['GET', '/metrics', guarded(measured)],
    ['ALL', '/mcp', guarded(spoken)],
  ];
  const app = new Hono<Bound>();
  for (const [method, path, answer] of routes) app.on(method, path, answer);
  app.notFound(guarded(help));
  app.onError((error) => {
    onFailure(error);
    return errorResponse(500, -32_603, 'Internal error.');
  });
  return app;
}

function overburdened({ rawHeaders }: IncomingMessage): Response | undefined {
  if (rawHeaders.length <= 2 * MAX_HEADERS) return undefined;
  return errorResponse(431, -32_000, `The request has more than ${MAX_HEADERS} headers.`);
}
