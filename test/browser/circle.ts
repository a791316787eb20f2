import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import type { Customer } from '../../src/sandbox/shop/customers.ts';
import { type HandOver, handOverByWebhook } from '../../src/sandbox/shop/hand-over.ts';
import { type Shop, startShop } from '../../src/sandbox/shop/shop.ts';
import { createWorld, type World } from '../../src/sandbox/world/world.ts';
import { sharedBrowser } from './browser.ts';

/** The time, in ms, after which something counts as never coming. */
const WAIT_MS = 30_000;

/** The time that a script of the bot has. Too long to go by on the clock: where a test waits for its end, it moves the page's. */
export const SCRIPT_SECONDS = 300;

type Flow = World['bots'][number]['flow'];

export interface CircleOptions {
  /** The bot's flow; the shop's own, unless given. */
  readonly flow?: Flow;
  /** Hands over from the shop's backend; by the webhook, unless given. */
  readonly handOver?: HandOver;
  /** The token that the shop has; the bot's, as it is at that moment, unless given. */
  readonly token?: () => string;
  readonly context?: BrowserContextOptions;
}

/** The whole circle on this machine: the service, the shop, and a visitor's browser that is in the shop. */
export interface Circle extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly bot: World['bots'][number];
  readonly shop: Shop;
  readonly context: BrowserContext;
  /** The visitor, in the shop. */
  readonly visitor: Visitor;
  /** Another tab of the same browser, in the shop. */
  openTab: () => Promise<Visitor>;
  /** Another visitor, who has a browser of their own. */
  openBrowserOfAnother: () => Promise<Visitor>;
  /** Hands data to the session of a visitor, as whoever has the bot's token can. */
  deliver: (endpoint: string, sessionId: string, data: Record<string, unknown>) => Promise<Response>;
}

/** A visitor's tab, and what they see of the chat there. */
export interface Visitor {
  readonly page: Page;
  readonly bubble: Locator;
  readonly panel: Locator;
  /** The texts of the bot, the visitor and notices. */
  readonly messages: Locator;
  openChat: () => Promise<void>;
  /** With Escape; resolves when the focus is back on the bubble. */
  closeChat: () => Promise<void>;
  /** Resolves when the newest message is this one. */
  newest: (text: string | RegExp) => Promise<void>;
  choose: (choice: string) => Promise<void>;
  logIn: (customer: Customer) => Promise<void>;
  /** The chat's session. */
  sessionId: () => Promise<string>;
  /** With SCREENSHOTS=DIR, a picture of the page. */
  picture: (name: string) => Promise<void>;
}

/** Starts it all; it ends, and is looked over, with the block that holds it. */
export async function startCircle({
  flow,
  handOver,
  token,
  context: contextOptions = {},
}: CircleOptions = {}): Promise<Circle> {
  /** The closers of everything that was opened, the newest first. */
  const open: (() => Promise<void>)[] = [];
  const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
  const [bot] = world.bots;
  if (!bot) throw new Error('The world has no bot');
  if (flow) bot.flow = flow;
  const sandbox = await startSandbox({ world, scriptSeconds: SCRIPT_SECONDS });
  open.unshift(sandbox.close);
  const addressOf = (endpoint: string): string =>
    `${sandbox.url}/chat-websocket/api/webhook/v1/chatbot/${bot.webhookId}/${endpoint}`;
  const shop = await startShop({
    widget: { serviceUrl: sandbox.url, chatbotId: bot.botId, botName: bot.name },
    handOver: handOver ?? handOverByWebhook({ address: addressOf('customer-data'), token: token ?? (() => bot.token) }),
  });
  open.unshift(shop.close);
  const browser = await sharedBrowser();
  const strays: string[] = [];
  const openContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...contextOptions });
    open.unshift(async () => context.close());
    watch(context, [sandbox.url, shop.url], (stray) => strays.push(stray));
    return context;
  };
  const enter = async (context: BrowserContext): Promise<Visitor> => {
    const page = await context.newPage();
    await page.goto(shop.url);
    return visitorOn(page, shop.url);
  };
  const context = await openContext();
  const deliver = async (endpoint: string, sessionId: string, data: Record<string, unknown>): Promise<Response> =>
    fetch(addressOf(endpoint), {
      method: 'POST',
      headers: { Authorization: `Bearer ${bot.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ sessionId, botId: bot.botId, data }),
    });
  const visitor = await enter(context);
  return {
    sandbox,
    bot,
    shop,
    context,
    visitor,
    openTab: async () => enter(context),
    openBrowserOfAnother: async () => enter(await openContext()),
    deliver,
    [Symbol.asyncDispose]: async () => {
      for (const close of open) await close();
      expect(strays).toEqual([]);
    },
  };
}

/** Tells what no page may do: ask elsewhere, break its policy, or let an error go. */
function watch(context: BrowserContext, origins: readonly string[], tell: (stray: string) => void): void {
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'blob:' && !origins.includes(origin)) tell(`asked ${origin}`);
  });
  context.on('weberror', (error) => tell(String(error.error())));
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) tell(message.text());
  });
}

/** Resolves when this is seen, in hooks as well. Playwright's own wait asks ever more seldom, in the end twice a second. */
export async function appears(locator: Locator): Promise<void> {
  const look = async (): Promise<void> => expect(await locator.isVisible(), `${locator.toString()} is seen`).toBe(true);
  await vi.waitFor(look, { interval: 10, timeout: WAIT_MS });
}

/** Resolves when this has the focus. */
export async function isFocused(locator: Locator): Promise<void> {
  await appears(locator.and(locator.page().locator(':focus')));
}

/** Clicks as soon as this is seen. */
async function click(locator: Locator): Promise<void> {
  await appears(locator);
  await locator.click();
}

/** A tab that shows a page with the widget. */
function visitorOn(page: Page, shopUrl: string): Visitor {
  const bubble = page.getByRole('button', { name: /^Open the chat/ });
  const panel = page.getByRole('dialog');
  const messages = panel.getByRole('log').locator('p');
  page.setDefaultTimeout(WAIT_MS);
  return {
    page,
    bubble,
    panel,
    messages,
    openChat: async () => click(bubble),
    closeChat: async () => {
      await page.keyboard.press('Escape');
      await isFocused(bubble);
    },
    newest: async (text) => appears(messages.and(page.locator(':last-child > p')).filter({ hasText: text })),
    choose: async (choice) => click(panel.getByRole('button', { name: choice, exact: true })),
    logIn: async ({ email, password }) => {
      await page.goto(`${shopUrl}/login`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await appears(page.getByRole('button', { name: 'Log out' }));
    },
    sessionId: async () => {
      const kept = await page.evaluate<unknown>(
        'Object.entries(localStorage).filter(([key]) => key.startsWith("chat-widget:")).map(([, text]) => JSON.parse(text).sessionId)[0]',
      );
      if (typeof kept !== 'string') throw new Error('The browser remembers no chat');
      return kept;
    },
    picture: async (name) => pictureOf(page, name),
  };
}

/** With SCREENSHOTS=DIR, a picture of what a page shows. */
export async function pictureOf(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
