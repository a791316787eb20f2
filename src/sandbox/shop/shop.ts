import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { closeServer, listen } from '../listening.ts';
import { onlyLoopback } from '../loopback.ts';
import { backOffice } from './back-office.ts';
import { type Conversations, createConversations } from './conversations.ts';
import { type Customer, CUSTOMERS, handedOf } from './customers.ts';
import { onlyFromOwnPages, shopHeaders } from './guard.ts';
import type { HandOver, HandOverOutcome } from './hand-over.ts';
import { createLogins, type Logins } from './logins.ts';
import { loginPage, type Markup, page, shopWindow, type Widget } from './shop-pages.ts';

export interface ShopOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** The chat widget that the shop embeds. */
  readonly widget: Widget;
  /** Hands a customer's data to the chatbot, from the shop's backend: `handOverByWebhook`, unless somebody else does it. */
  readonly handOver: HandOver;
  /** Epoch ms. */
  readonly clock?: () => number;
}

/** A running example of a site that embeds the chat widget. */
export interface Shop {
  readonly url: string;
  /** The customers who can log in. */
  readonly customers: readonly Customer[];
  /** Stops at once; connections that are open are cut. */
  readonly close: () => Promise<void>;
}

const COOKIE = 'shop_login';
const BODY_LIMIT_BYTES = 16 * 1024;

const FILES: ReadonlyMap<string, string> = new Map([
  ['shop.js', 'text/javascript; charset=utf-8'],
  ['shop.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
]);

const LoginForm = z.object({ email: z.string().max(200), password: z.string().max(200) });

/**
 * Ids as the chatbot's service makes them, and no other form: a session's stands in a sentence for an assistant, and an id of
 * letters and underscores could be an order for it.
 */
const SessionId = z.string().regex(/^session-[0-9a-f]{1,64}$/);
const ChatbotSession = z.strictObject({ session_id: SessionId, chatbot_id: z.string() });

/** Opens the shop on this machine. Throws when the port is in use. */
export async function startShop({ port = 0, host = '127.0.0.1', ...options }: ShopOptions): Promise<Shop> {
  const listener = getRequestListener(shopRoutes(options).fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const authority = await listen(server, port, host);
  return { url: `http://${authority}`, customers: CUSTOMERS, close: async () => closeServer(server) };
}

function shopRoutes({ widget, handOver, clock = Date.now }: Omit<ShopOptions, 'port' | 'host'>): Hono {
  const routes = new Hono();
  const logins = createLogins(CUSTOMERS);
  const conversations = createConversations(clock);
  const customerOf = (context: Context): Customer | undefined => logins.find(getCookie(context, COOKIE));
  const loggedOut = (login: string | undefined): void => {
    logins.end(login);
    if (login !== undefined) conversations.end(login);
  };
  const shown = async (context: Context, title: string, content: Markup, status: 200 | 401 = 200): Promise<Response> =>
    context.html(page({ title, customer: customerOf(context), widget }, content), status);

  routes.use(onlyLoopback, shopHeaders(new URL(widget.serviceUrl).origin), onlyFromOwnPages);
  routes.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (context) => context.text('That is too long.', 413) }));
  routes.use(async (context, next) => {
    await next();
    // What one customer saw is not for the next.
    context.header('Cache-Control', 'no-store');
  });

  routes.get('/shop/:file', async (context, next) => {
    const { file } = context.req.param();
    const type = FILES.get(file);
    if (type === undefined) return next();
    return context.body(await readFile(new URL(`./browser/${file}`, import.meta.url)), 200, { 'Content-Type': type });
  });
  routes.get('/', async (context) => shown(context, 'Tea', shopWindow(customerOf(context))));
  routes.get('/back-office', async (context) =>
    context.html(
      page({ title: 'Back office', customer: customerOf(context) }, backOffice(conversations.list(), widget.botName)),
    ),
  );
  routes.get('/login', async (context) => shown(context, 'Log in', loginPage(CUSTOMERS, undefined)));
  loginRoutes(routes, logins, loggedOut, async (context, email) =>
    shown(context, 'Log in', loginPage(CUSTOMERS, email), 401),
  );
  routes.get('/customer', (context) => {
    const customer = customerOf(context);
    return customer ? context.json(handedOf(customer)) : context.json({ error: 'Not logged in' }, 401);
  });

  /** Reads the session that a page of the shop tells of; answers a page that may not tell of one, or makes no sense. */
  const told = async (context: Context): Promise<ToldSession | Response> => {
    const login = getCookie(context, COOKIE);
    const customer = logins.find(login);
    if (login === undefined || !customer) return context.json({ error: 'Not logged in' }, 401);
    if (context.req.header('Content-Type')?.split(';')[0] !== 'application/json') {
      return context.json({ error: 'JSON only' }, 415);
    }
    const body = ChatbotSession.safeParse(await context.req.json<unknown>().catch(() => undefined));
    if (!body.success) return context.json({ error: 'session_id and chatbot_id are needed, and nothing else' }, 400);
    const { session_id: sessionId, chatbot_id: chatbotId } = body.data;
    if (chatbotId !== widget.chatbotId) return context.json({ error: 'This shop has another chatbot' }, 400);
    return { login, customer, sessionId, chatbotId };
  };
  routes.post('/chatbot-session', async (context) => {
    const session = await told(context);
    if (session instanceof Response) return session;
    const handed = await handedOver(session, handOver, conversations);
    return context.json(handed, handed.outcome === 'taken' ? 200 : 502);
  });
  routes.post('/chatbot-session/left', async (context) => {
    const session = await told(context);
    if (session instanceof Response) return session;
    conversations.end(session.login, session.sessionId);
    return context.json({ outcome: 'noted' });
  });
  routes.notFound((context) => context.text('The shop has no such page.', 404));
  return routes;
}

function loginRoutes(
  routes: Hono,
  logins: Logins,
  loggedOut: (login: string | undefined) => void,
  refused: (context: Context, email: string) => Promise<Response>,
): void {
  routes.post('/login', async (context) => {
    const form = LoginForm.safeParse(await context.req.parseBody());
    if (!form.success) return refused(context, '');
    const { email, password } = form.data;
    const key = logins.begin(email, password);
    if (key === undefined) return refused(context, email);
    const before = getCookie(context, COOKIE);
    const isAnother = logins.find(before) !== undefined && logins.find(before) !== logins.find(key);
    if (isAnother) forgetChat(context);
    loggedOut(before);
    setCookie(context, COOKIE, key, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return context.redirect('/', 303);
  });
  routes.post('/logout', (context) => {
    loggedOut(getCookie(context, COOKIE));
    deleteCookie(context, COOKIE, { path: '/' });
    forgetChat(context);
    return context.redirect('/', 303);
  });
}

/** The chat remembers its conversation in the browser: the next person there is not to read it. */
function forgetChat(context: Context): void {
  context.header('Clear-Site-Data', '"storage"');
}

interface ToldSession {
  /** The key of the customer's login. */
  readonly login: string;
  readonly customer: Customer;
  readonly sessionId: string;
  readonly chatbotId: string;
}

/** Hands over, and notes the outcome for the back office. */
async function handedOver(
  { login, customer, sessionId, chatbotId }: ToldSession,
  handOver: HandOver,
  conversations: Conversations,
): Promise<HandOverOutcome> {
  conversations.begin(login, { customer, sessionId, chatbotId });
  const outcome = await handOver({ sessionId, botId: chatbotId, customer: handedOf(customer) }).catch(
    () => ({ outcome: 'unknown' }) as const,
  );
  conversations.handedOver(login, sessionId, outcome);
  return outcome;
}
