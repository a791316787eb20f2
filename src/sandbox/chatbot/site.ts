import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { z } from 'zod';
import { jsonBody } from '../bodies.ts';
import type { Bot, Shop } from '../world/world-records.ts';
import { handOver } from './hand-over.ts';
import { webhookAddress } from './webhook.ts';

/** The files that a browser may ask for, and no others in the folder. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['page.html', 'text/html; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
  ...['chat.js', 'custom-script.js', 'site.js'].map((name) => [name, 'text/javascript; charset=utf-8'] as const),
]);

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; worker-src blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/** The customer who is logged in to the site: the part of their data that the chatbot gets. */
const CUSTOMER = { name: 'Maya Lindqvist', plan: 'Gold', customer_number: 'C-1042' };
const ENDPOINT = 'customer-data';

const ChatbotSession = z.strictObject({ session_id: z.string().max(100), chatbot_id: z.string() });

/** The address of the page with a bot's chat. */
export function pageAddress(serviceUrl: string, { botId }: Pick<Bot, 'botId'>): string {
  return `${serviceUrl}/chatbot/${encodeURIComponent(botId)}/page.html`;
}

/**
 * A site with the chat of a bot: one page, and the backend that its function `site.handOver` asks. The backend hands the
 * customer to the webhook, which it reaches by `send`.
 */
export function siteRoutes(world: Shop, send: (request: Request) => Promise<Response>): Hono {
  const routes = new Hono({ strict: false });
  routes.post('/chatbot/:botId/hand-over', async (context) => {
    const bot = world.bots.find((bot) => bot.botId === context.req.param('botId'));
    const body = await jsonBody(context.req.raw, 1024);
    const { data } = ChatbotSession.safeParse(body.kind === 'json' ? body.value : undefined);
    if (bot === undefined || data?.chatbot_id !== bot.botId) {
      return context.json({ error: 'The ids of a session of this chatbot are needed' }, 400);
    }
    const outcome = await handOver(
      { sessionId: data.session_id, botId: bot.botId, data: CUSTOMER },
      {
        address: `${webhookAddress(new URL(context.req.url).origin, bot)}/${ENDPOINT}`,
        token: () => bot.token,
        send,
      },
    );
    return context.json({ outcome }, outcome === 'taken' ? 200 : 502);
  });
  routes.get('/chatbot/:botId/:file', async (context, next) => {
    const { file } = context.req.param();
    const type = FILES.get(file);
    if (type === undefined) return next();
    const text = await readFile(new URL(`./browser/${file}`, import.meta.url));
    return context.body(text, 200, { ...HEADERS, 'Content-Type': type });
  });
  return routes;
}
