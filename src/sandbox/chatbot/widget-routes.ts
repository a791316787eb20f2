import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import { discardUnread, jsonBody } from '../bodies.ts';
import { onlyLoopback } from '../loopback.ts';
import type { Shop } from '../world/world-records.ts';
import { ScriptOutcome } from './script-outcome.ts';
import type { ChatSessions, Reaction, SessionView } from './chat-sessions.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAXIMUM_ANSWER_CHARACTERS = 4000;

const Step = z.object({ step: z.int() });
const Answer = Step.extend({ text: z.string().max(MAXIMUM_ANSWER_CHARACTERS).regex(/\S/, 'is empty') });
const Outcome = z.intersection(Step, ScriptOutcome);

/**
 * The routes that the widget talks to, from the pages of any site: the id of a session is the visitor's key to it, and nothing else
 * is asked for.
 */
export function widgetApiRoutes(world: Shop, sessions: ChatSessions): Hono {
  const routes = new Hono({ strict: false });
  routes.use('/chatbot/*', discardUnread, onlyLoopback, cors({ origin: '*', allowMethods: ['GET', 'POST'] }));
  routes.post('/chatbot/sessions/:id/answer', async (context) => {
    const body = await read(context, Answer);
    if (body instanceof Response) return body;
    return reacted(context, sessions.answer(context.req.param('id'), body.step, body.text));
  });
  routes.post('/chatbot/sessions/:id/script-outcome', async (context) => {
    const body = await read(context, Outcome);
    if (body instanceof Response) return body;
    return reacted(context, sessions.scriptOutcome(context.req.param('id'), body.step, body));
  });
  routes.post('/chatbot/sessions/:id/end', (context) => {
    const view = sessions.leave(context.req.param('id'));
    return view ? context.json(view) : noSuchSession(context);
  });
  routes.get(
    '/chatbot/sessions/:id/events',
    (context) => sessionEvents(sessions, context.req.param('id')) ?? noSuchSession(context),
  );
  routes.get('/chatbot/sessions/:id', (context) => {
    const view = sessions.view(context.req.param('id'));
    return view ? context.json(view) : noSuchSession(context);
  });
  routes.post('/chatbot/:botId/sessions', (context) => {
    const { botId } = context.req.param();
    if (!world.bots.some((bot) => bot.botId === botId)) return context.json({ error: 'No such chatbot' }, 404);
    return context.json(sessions.begin(botId), 201);
  });
  return routes;
}

/** The body, or the answer to one that is not as it should be. */
async function read<T>(context: Context, schema: z.ZodType<T>): Promise<T | Response> {
  const body = await jsonBody(context.req.raw, BODY_LIMIT_BYTES);
  if (body.kind === 'too_large')
    return context.json({ error: `The body is larger than ${BODY_LIMIT_BYTES} bytes` }, 413);
  if (body.kind === 'no_json') return context.json({ error: 'The body is no JSON' }, 400);
  const { success, data, error } = schema.safeParse(body.value);
  return success ? data : context.json({ error: `Invalid body: ${z.prettifyError(error)}` }, 400);
}

function reacted(context: Context, reaction: Reaction | undefined): Response {
  switch (reaction?.result) {
    case undefined:
      return noSuchSession(context);
    case 'taken':
      return context.json(reaction?.view);
    case 'stale':
      return context.json(reaction?.view, 409);
    case 'not_a_choice':
      return context.json({ error: 'The text is none of the choices' }, 400);
    case 'too_large':
      return context.json({ error: 'The session cannot hold any more' }, 400);
  }
}

function noSuchSession(context: Context): Response {
  return context.json({ error: 'No such session' }, 404);
}

/**
 * A session's views as server-sent events: the present one, and one at each change. Who reads slowly misses views,
 * never the newest. It ends when the session is forgotten or too many follow it; undefined when there is no such session.
 */
function sessionEvents(sessions: ChatSessions, sessionId: string): Response | undefined {
  // What has still to be sent.
  let newest: SessionView | undefined = sessions.view(sessionId);
  if (newest === undefined) return undefined;
  let stop: (() => void) | undefined;

  const send = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (newest === undefined || (controller.desiredSize ?? 0) <= 0) return;
    const event = `data: ${JSON.stringify(newest)}\n\n`;
    // Before it is handed on: a reader who waits for it asks for the next one at once.
    newest = undefined;
    controller.enqueue(new TextEncoder().encode(event));
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stop = sessions.subscribe(sessionId, {
        changed: (view) => {
          newest = view;
          send(controller);
        },
        closed: () => controller.close(),
      });
    },
    pull: send,
    cancel: () => stop?.(),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } });
}
