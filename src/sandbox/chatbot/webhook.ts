import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { discardUnread, jsonBody } from '../bodies.ts';
import type { ChatSessions } from './sessions.ts';
import type { Dialect } from '../dialects.ts';
import { errorBody } from '../rest/error-answers.ts';
import type { Bot, BotEndpoint, Shop } from '../world/world-records.ts';

/** The data that a website server handed to a running chatbot session. */
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

export interface WebhookOptions {
  readonly world: Shop;
  readonly dialect: Pick<Dialect, 'webhook_answer' | 'webhook_refusals' | 'webhook_session'>;
  readonly clock: () => number;
  /** The sessions that take the data. */
  readonly sessions: Pick<ChatSessions, 'deliver'>;
  /** Told of all data that a session took. */
  readonly taken: (delivery: Delivery) => void;
}

const BASE_PATH = '/chat-websocket/api/webhook/v1/chatbot';
const PATH = `${BASE_PATH}/:webhookId/:endpoint` as const;
const BODY_LIMIT_BYTES = 64 * 1024;

// Not a record of zod's, which leaves out what is called `__proto__`.
const JsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Invalid input: expected object',
);
const bodySchema = z.object({ sessionId: z.string().min(1), botId: z.string().min(1), data: JsonObject });

const TAKEN: Readonly<Record<Dialect['webhook_answer'], () => Response>> = {
  json: () => Response.json({ status: 'ok' }),
  accepted: () => new Response(null, { status: 202 }),
  no_content: () => new Response(null, { status: 204 }),
  text: () => new Response('OK'),
};

const NOT_DELIVERED = {
  no_such_session: { of: 'unknown', status: 404, messages: ['No such session is running'] },
  ended: { of: 'unknown', status: 404, messages: ['The session has ended'] },
  too_large: { of: 'body', status: 413, messages: ['The session cannot hold this data: it is too large or too deep'] },
} as const satisfies Record<string, Refusal>;

interface Addressed {
  Variables: { bot: Bot; endpoint: BotEndpoint };
}

/** The chatbot webhook (specification, section 4.5): checks the token, then the endpoint, and only then the body. */
export function webhookRoutes({ world, dialect, clock, sessions, taken }: WebhookOptions): Hono<Addressed> {
  const routes = new Hono<Addressed>({ strict: false });
  const refuse = createRefusals(dialect.webhook_refusals);

  const address: MiddlewareHandler<Addressed, typeof PATH> = async (context, next) => {
    if (context.req.method !== 'POST') {
      return refuse({ of: 'request', status: 405, messages: ['Use POST'] }, { Allow: 'POST' });
    }
    const { webhookId, endpoint: name } = context.req.param();
    const bot = world.bots.find((bot) => bot.webhookId === webhookId);
    if (!bot) return refuse({ of: 'unknown', status: 404, messages: ['Unknown webhook'] });
    if (tokenOf(context) !== bot.token) {
      return refuse(
        { of: 'token', status: 401, messages: ['Invalid webhook token'] },
        { 'WWW-Authenticate': 'Bearer' },
      );
    }
    const endpoint = bot.endpoints.find((endpoint) => endpoint.name === name);
    if (!endpoint) return refuse({ of: 'unknown', status: 404, messages: ['Unknown endpoint'] });
    if (!/^application\/json\s*(?:;|$)/i.test(context.req.header('Content-Type') ?? '')) {
      return refuse({ of: 'request', status: 415, messages: ['The body has to be application/json'] });
    }
    context.set('bot', bot);
    context.set('endpoint', endpoint);
    return next();
  };
  routes.all(PATH, discardUnread, address, async (context) => {
    const { bot, endpoint } = context.var;
    const received = await jsonBody(context.req.raw, BODY_LIMIT_BYTES);
    if (received.kind === 'too_large') {
      return refuse({ of: 'body', status: 413, messages: [`The body is larger than ${BODY_LIMIT_BYTES} bytes`] });
    }
    if (received.kind === 'no_json') return refuse({ of: 'body', status: 400, messages: ['The body is no JSON'] });
    const body = bodySchema.safeParse(received.value);
    if (!body.success) {
      const messages = body.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
      return refuse({ of: 'body', status: 400, messages });
    }
    const { sessionId, botId, data } = body.data;
    if (botId !== bot.botId) {
      return refuse({ of: 'body', status: 400, messages: ['This webhook belongs to another bot'] });
    }
    const result = sessions.deliver(bot, endpoint, sessionId, data);
    if (result === 'taken') {
      taken({ at: clock(), webhookId: bot.webhookId, endpoint: endpoint.name, sessionId, botId, data });
    } else if (dialect.webhook_session === 'refused' || result === 'too_large') {
      return refuse(NOT_DELIVERED[result]);
    }
    return TAKEN[dialect.webhook_answer]();
  });
  return routes;
}

/** A bot's webhook link, to which the name of an endpoint is appended. */
export function webhookAddress(serviceUrl: string, { webhookId }: Pick<Bot, 'webhookId'>): string {
  return `${serviceUrl}${BASE_PATH}/${webhookId}`;
}

/** The token of the one `Authorization` header; several are joined, and then no token. */
function tokenOf(context: Context): string | undefined {
  return /^Bearer +([^\s,]+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
}

/** The reason for which the webhook refuses a request. */
interface Refusal {
  /** The part of a request that is wrong: its token, a name in its path, the request itself, or its body. */
  readonly of: 'token' | 'unknown' | 'request' | 'body';
  readonly status: number;
  readonly messages: readonly string[];
}

/** Makes the refusals of the webhook in one of the ways of a dialect: the specification does not show any (section 7). */
function createRefusals(
  way: Dialect['webhook_refusals'],
): (refusal: Refusal, headers?: Readonly<Record<string, string>>) => Response {
  return ({ of, status: own, messages }, headers = {}) => {
    const status = statusOf(way, of, own);
    // What belongs to a status would be odd beside another one.
    const init = { status, headers: status === own ? headers : {} };
    if (way === 'text') return new Response(messages.join('; '), init);
    if (way === 'error_list') return Response.json(errorBody(status, messages), init);
    return Response.json({ error: messages.join('; ') }, init);
  };
}

function statusOf(way: Dialect['webhook_refusals'], of: Refusal['of'], own: number): number {
  if (way === 'bad_request') return 400;
  return way === 'forbidden' && (of === 'token' || of === 'unknown') ? 403 : own;
}
