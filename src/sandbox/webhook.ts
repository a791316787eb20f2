import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Dialect } from './dialects.ts';
import { methodNotAllowed } from './rest/errors.ts';
import type { Shop } from './world/types.ts';

/** What a website server handed to a running chatbot session. */
export interface Delivery {
  /** Epoch ms. */
  at: number;
  webhookId: string;
  endpoint: string;
  sessionId: string;
  botId: string;
  /** The caller's data, just as it came. */
  data: Record<string, unknown>;
}

const BODY_LIMIT_BYTES = 64 * 1024;

const bodySchema = z.object({
  sessionId: z.string().min(1),
  botId: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
});

const TAKEN: Readonly<Record<Dialect['webhook_answer'], () => Response>> = {
  json: () => Response.json({ status: 'ok' }),
  accepted: () => new Response(null, { status: 202 }),
  no_content: () => new Response(null, { status: 204 }),
  text: () => new Response('OK'),
};

/** The chatbot webhook (specification, section 4.5). Accepted data goes to `deliver`. */
export function webhookRoutes(
  world: Shop,
  { webhook_answer: answer }: Pick<Dialect, 'webhook_answer'>,
  clock: () => number,
  deliver: (delivery: Delivery) => void,
): Hono {
  const routes = new Hono({ strict: false });
  const limit = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: (context) => context.json({ error: `The body is larger than ${BODY_LIMIT_BYTES} bytes` }, 413),
  });

  routes.all('/chat-websocket/api/webhook/v1/chatbot/:webhookId/:endpoint', limit, async (context) => {
    if (context.req.method !== 'POST') return methodNotAllowed(context, 'POST');
    const { webhookId, endpoint } = context.req.param();
    const bot = world.bots.find((bot) => bot.webhookId === webhookId);
    if (!bot) return context.json({ error: 'Unknown webhook' }, 404);
    if (context.req.header('Authorization') !== `Bearer ${bot.token}`) {
      return context.json({ error: 'Invalid webhook token' }, 401, { 'WWW-Authenticate': 'Bearer' });
    }
    if (!bot.endpoints.some(({ name }) => name === endpoint)) return context.json({ error: 'Unknown endpoint' }, 404);

    const json: unknown = await context.req.json().catch(() => undefined);
    const body = bodySchema.safeParse(json);
    if (!body.success) return context.json({ error: `Invalid body: ${z.prettifyError(body.error)}` }, 400);
    const { sessionId, botId, data } = body.data;
    if (botId !== bot.botId) return context.json({ error: 'This webhook belongs to another bot' }, 400);
    if (!bot.sessions.includes(sessionId)) return context.json({ error: 'No such session is running' }, 404);

    deliver({ at: clock(), webhookId, endpoint, sessionId, botId, data });
    return TAKEN[answer]();
  });
  return routes;
}
