import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { discardUnread, jsonBody } from '../bodies.ts';
import type { ChatEvent } from '../script/script.ts';
import type { Shop } from '../world/world-records.ts';
import type { ChatSessions } from './sessions.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

const Answer = z.object({ step: z.int(), text: z.string().max(4000).regex(/\S/, 'is empty') });
/** The outcome of a custom script; `failed` completes "A step of this chat did not work: ". */
const ScriptOutcome = z.object({
  step: z.int(),
  variables: z.record(z.string(), z.unknown()).default({}),
  failed: z.string().max(400).optional(),
});

/** The routes by which a page holds a conversation: the id of a session is the visitor's key to it, and nothing else is asked for. */
export function chatRoutes(world: Shop, sessions: ChatSessions, refreshToken: (botId: string) => string): Hono {
  const routes = new Hono({ strict: false });
  routes.use('/chatbot/*', discardUnread, onlyOwnPages);
  routes.post('/chatbot/sessions/:id/answer', async (context) => {
    const body = await read(context, Answer);
    return body instanceof Response ? body : happened(context, sessions, { kind: 'answer', ...body });
  });
  routes.post('/chatbot/sessions/:id/script-outcome', async (context) => {
    const body = await read(context, ScriptOutcome);
    if (body instanceof Response) return body;
    const { failed, ...ran } = body;
    return happened(context, sessions, { kind: 'script', ...ran, ...(failed !== undefined && { failed }) });
  });
  routes.get(
    '/chatbot/sessions/:id/events',
    (context) => sessionEvents(sessions, context.req.param('id')) ?? noSuchSession(context),
  );
  routes.get('/chatbot/sessions/:id', (context) => {
    const view = sessions.view(context.req.param('id'));
    return view ? context.json(view) : noSuchSession(context);
  });
  routes.use('/chatbot/:botId/*', async (context, next) => {
    const { botId } = context.req.param();
    return world.bots.some((bot) => bot.botId === botId) ? next() : context.json({ error: 'No such chatbot' }, 404);
  });
  routes.post('/chatbot/:botId/sessions', (context) => context.json(sessions.begin(context.req.param('botId')), 201));
  routes.post('/chatbot/:botId/token', (context) => context.json({ token: refreshToken(context.req.param('botId')) }));
  return routes;
}

/**
 * Answers only those who asked this machine by a name that is always its own, and nothing that a page of somebody else
 * sends: a site whose name was made to point here (DNS rebinding) could otherwise read and press everything.
 */
const onlyOwnPages: MiddlewareHandler = async (context, next) => {
  const { hostname, origin } = new URL(context.req.url);
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (isLoopback && (context.req.header('Origin') ?? origin) === origin) return next();
  return context.json({ error: 'Only for pages of this sandbox, on localhost or 127.0.0.1' }, 403);
};

/** The body, or the answer to one that is not as it should be. */
async function read<T>(context: Context, schema: z.ZodType<T>): Promise<T | Response> {
  const body = await jsonBody(context.req.raw, BODY_LIMIT_BYTES);
  if (body.kind === 'too_large')
    return context.json({ error: `The body is larger than ${BODY_LIMIT_BYTES} bytes` }, 413);
  if (body.kind === 'no_json') return context.json({ error: 'The body is no JSON' }, 400);
  const { success, data, error } = schema.safeParse(body.value);
  return success ? data : context.json({ error: `Invalid body: ${z.prettifyError(error)}` }, 400);
}

function happened(context: Context, sessions: ChatSessions, event: ChatEvent): Response {
  const reaction = sessions.happen(context.req.param('id') ?? '', event);
  switch (reaction?.result) {
    case undefined:
      return noSuchSession(context);
    case 'taken':
      return context.json(reaction?.view);
    case 'stale':
      // A script that the webhook has overtaken is the ordinary course of a hand-over, and no error.
      return context.json(reaction?.view, event.kind === 'script' ? 200 : 409);
    case 'not_a_choice':
      return context.json({ error: 'The text must be one of the choices' }, 400);
    case 'too_large':
      return context.json({ error: 'The session cannot hold any more' }, 400);
  }
}

function noSuchSession(context: Context): Response {
  return context.json({ error: 'No such session' }, 404);
}

/** A session's views as server-sent events: the present one, and one at each change, until the session is forgotten. */
function sessionEvents(sessions: ChatSessions, sessionId: string): Response | undefined {
  const present = sessions.view(sessionId);
  if (present === undefined) return undefined;
  let stop: (() => void) | undefined;
  const events = new ReadableStream<string>({
    start: (controller) => {
      const send = (view: unknown): void => controller.enqueue(`data: ${JSON.stringify(view)}\n\n`);
      send(present);
      stop = sessions.follow(sessionId, { changed: send, closed: () => controller.close() });
    },
    cancel: () => stop?.(),
  });
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
  return new Response(events.pipeThrough(new TextEncoderStream()), { headers });
}
