import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { chatRoutes } from './chatbot/routes.ts';
import { createChatSessions, type ChatSessions } from './chatbot/sessions.ts';
import { siteRoutes } from './chatbot/site.ts';
import { Dialect, type DialectOptions } from './dialects.ts';
import { createChanges } from './faults/world-changes.ts';
import { spoil } from './faults/fault-answers.ts';
import { type FaultName, type FaultPlan, isChange, isSocketFault } from './faults/faults.ts';
import { omitUndefined } from './omit-undefined.ts';
import type { Endpoint } from './rest/endpoints.ts';
import { unknownPath } from './rest/error-answers.ts';
import { createRateLimit } from './rest/rate-limit.ts';
import { restRoutes } from './rest/routes.ts';
import { type Delivery, webhookRoutes } from './chatbot/webhook.ts';
import type { AnyWorld, World } from './world/world-records.ts';

export interface ServiceOptions<W extends AnyWorld = World> {
  /** Served live: what a test changes in it is in the next answer. */
  world: W;
  /** The answers to what the specification leaves open; each is as usual unless it is given. */
  dialect?: DialectOptions;
  /** Rows a page; the same as the dialect's `page_size`, and goes before it. */
  pageSize?: number;
  /** The limit of each login in a minute. */
  requestsPerMinute?: number;
  /** Epoch ms, for the rate limit, the log and today's date; the world itself stands still. */
  clock?: () => number;
  /** The faults. One comes on top: the request is counted, checked and answered first, then spoiled. */
  faults?: FaultPlan;
  /** The address that the redirects among the faults lead to; another port of the same host, if not given. */
  redirectTo?: string;
}

/** One request of the REST API or the webhook as it was answered. */
export interface RequestLogEntry {
  /** When it came, epoch ms. */
  at: number;
  method: string;
  /** Path and query. */
  path: string;
  /** 0 for one that was never answered. */
  status: number;
  /** The fault that befell it. */
  fault?: FaultName;
}

/** An answer, and the fault that is in it or, where it is one of the socket, still has to come. */
export interface Answered {
  readonly response: Response;
  readonly fault?: FaultName;
}

/** The service without a socket. */
export interface Service<W extends AnyWorld = World> {
  /** Answers in this process. Throws where the plan has a fault that only a socket can have. */
  fetch: (request: Request) => Promise<Response>;
  /** The same for whoever has a socket to spoil. */
  answer: (request: Request) => Promise<Answered>;
  world: W;
  dialect: Dialect;
  requests: readonly RequestLogEntry[];
  deliveries: readonly Delivery[];
  /** The conversations of the chatbots. */
  sessions: ChatSessions;
  /** Gives a bot a new token, which it answers; the old one is invalid at once. Throws when there is no such bot. */
  refreshToken: (botId: string) => string;
  /** Changes the requests a minute from now on: of a login, or of one endpoint. */
  limit: (perMinute: number, endpoint?: Endpoint) => void;
}

/** Answers for a world: the REST API (specification, sections 4 to 8), the chatbot webhook (4.5) and the chatbots (6). */
export function createService<W extends AnyWorld = World>({
  world,
  dialect: options,
  pageSize,
  requestsPerMinute = 60,
  clock = Date.now,
  faults,
  redirectTo,
}: ServiceOptions<W>): Service<W> {
  const dialect = Dialect.parse({ ...options, ...omitUndefined({ page_size: pageSize }) });
  const rateLimit = createRateLimit(requestsPerMinute, dialect);
  const requests: RequestLogEntry[] = [];
  const deliveries: Delivery[] = [];
  const change = createChanges(world, clock);
  const sessions = createChatSessions(world);
  let count = 0;

  function refreshToken(botId: string): string {
    const bot = world.bots.find((bot) => bot.botId === botId);
    if (bot === undefined) throw new Error(`There is no bot ${botId}`);
    bot.token = `sandbox-webhook-${randomBytes(8).toString('hex')}`;
    return bot.token;
  }

  const app = new Hono({ strict: false });
  app.route('/', restRoutes({ world, dialect, rateLimit, clock }));
  app.route('/', webhookRoutes({ world, dialect, clock, sessions, taken: (delivery) => deliveries.push(delivery) }));
  // In this order: what guards the routes of the chat guards those of the site, too.
  app.route('/', chatRoutes(world, sessions, refreshToken));
  app.route('/', siteRoutes(world, answerHere));
  app.notFound(unknownPath);

  /** Answers the `n`-th request with a fault. It befalls the request only where there is something to spoil. */
  async function befall(fault: FaultName, request: Request, n: number, now: number): Promise<Answered> {
    const changed = isChange(fault) && change(fault, request);
    const response = await app.fetch(request);
    if (isChange(fault)) return changed ? { response, fault } : { response };
    if (isSocketFault(fault)) return { response, fault };
    const spoiled = await spoil(fault, omitUndefined({ request, n, response, now, redirectTo }));
    return spoiled ? { response: spoiled, fault } : { response };
  }

  async function answer(request: Request): Promise<Answered> {
    const at = clock();
    const { pathname, search } = new URL(request.url);
    // Only browsers ask for the chat's page: faults are for those who read the desk.
    if (pathname.startsWith('/chatbot/')) return { response: await app.fetch(request) };
    const asked = { method: request.method, path: pathname + search };
    count += 1;
    const planned = faults?.(asked, count);
    const answered = planned ? await befall(planned, request, count, at) : { response: await app.fetch(request) };
    const { response, fault } = answered;
    const status = fault === 'reset' || fault === 'hang' ? 0 : response.status;
    requests.push(omitUndefined({ at, ...asked, status, fault }));
    return answered;
  }

  async function answerHere(request: Request): Promise<Response> {
    const { response, fault } = await answer(request);
    if (fault && isSocketFault(fault)) throw new Error(`The fault ${fault} needs a socket`);
    return response;
  }

  return {
    answer,
    fetch: answerHere,
    world,
    dialect,
    requests,
    deliveries,
    sessions,
    refreshToken,
    limit: rateLimit.set,
  };
}
