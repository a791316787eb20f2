import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { pageAddress } from '../../src/sandbox/chatbot/site.ts';
import { webhookAddress } from '../../src/sandbox/chatbot/webhook.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld, type World } from '../../src/sandbox/world/world.ts';
import { first } from '../sandbox/desk.ts';
import { sharedBrowser } from './browser.ts';

/** The time, in ms, after which something counts as never coming. */
const WAIT_MS = 30_000;

type Bot = World['bots'][number];

export interface CircleOptions {
  /** The bot's script; the example, unless given. */
  readonly script?: Bot['script'];
  readonly context?: BrowserContextOptions;
  /** A script of the site, which each page runs before its own. */
  readonly site?: string;
}

/** The whole circle on this machine: the service, the site with the chat, and a visitor's browser that is there. */
export interface Circle extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly bot: Bot;
  readonly context: BrowserContext;
  readonly visitor: Visitor;
  /** Another tab of the same browser, at an address. */
  openTab: (address: string) => Promise<Visitor>;
  /** Hands data to the visitor's session, as whoever has the bot's token can. */
  deliver: (endpoint: string, data: Record<string, unknown>) => Promise<number>;
}

/** A visitor's tab, and what they see of the chat there. */
export interface Visitor {
  readonly page: Page;
  /** The texts of the bot, the visitor and notices. */
  readonly messages: Locator;
  /** Resolves when the newest message is this one. */
  newest: (text: string | RegExp) => Promise<void>;
  choose: (choice: string) => Promise<void>;
  /** Resolves when these words are under the conversation. */
  told: (words: string) => Promise<void>;
  /** The chat's session. */
  sessionId: () => string;
  /** With SCREENSHOTS=DIR, a picture of the page. */
  picture: (name: string) => Promise<void>;
}

/** Starts it all; it ends, and is looked over, with the block that holds it. */
export async function startCircle({ script, context: options = {}, site }: CircleOptions = {}): Promise<Circle> {
  await using open = new AsyncDisposableStack();
  const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
  const bot = first(world.bots);
  if (script !== undefined) bot.script = script;
  const sandbox = await startSandbox({ world });
  open.defer(sandbox.close);
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
  open.defer(async () => context.close());
  const strays: string[] = [];
  watch(context, sandbox.url, (stray) => strays.push(stray));
  if (site !== undefined) await context.addInitScript(site);
  const openTab = async (address: string): Promise<Visitor> => {
    const page = await context.newPage();
    await page.goto(address);
    return visitorOn(page);
  };
  const visitor = await openTab(pageAddress(sandbox.url, bot));
  await visitor.page.waitForURL(/#session-/);
  const opened = open.move();
  return {
    sandbox,
    bot,
    context,
    visitor,
    openTab,
    deliver: async (endpoint, data) => {
      const { status } = await fetch(`${webhookAddress(sandbox.url, bot)}/${endpoint}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bot.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ sessionId: visitor.sessionId(), botId: bot.botId, data }),
      });
      return status;
    },
    [Symbol.asyncDispose]: async () => {
      await opened.disposeAsync();
      expect(strays).toEqual([]);
    },
  };
}

/** Tells what no page may do: ask elsewhere, break its policy, or let an error go. */
function watch(context: BrowserContext, own: string, tell: (stray: string) => void): void {
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && origin !== own) tell(`asked ${origin}`);
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

function visitorOn(page: Page): Visitor {
  const messages = page.getByRole('log').locator('p');
  page.setDefaultTimeout(WAIT_MS);
  return {
    page,
    messages,
    newest: async (text) => appears(messages.and(page.locator(':last-child > p')).filter({ hasText: text })),
    choose: async (choice) => {
      const button = page.getByRole('button', { name: choice, exact: true });
      await appears(button);
      await button.click();
    },
    told: async (words) => appears(page.getByRole('status').filter({ hasText: words })),
    sessionId: () => new URL(page.url()).hash.slice(1),
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
