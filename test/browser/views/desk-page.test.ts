import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openAccount, type Account } from '../../../src/commands/account.ts';
import { readSettings, theOnly } from '../../../src/config/read.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { startHttpServer, type HttpOptions, type HttpServer } from '../../../src/http/http-server.ts';
import type { Identities } from '../../../src/http/identity/identities.ts';
import { alreadyOpen } from '../../../src/answers/desk.ts';
import { viewPage } from '../../../src/mcp/view-pages.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { AccountName, type Caller } from '../../../src/model/caller.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { ANYBODY, callerNamed, identitiesOf } from '../../http/known-callers.ts';
import { smallWorld, startService, type ServiceInProcess } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { sharedBrowser } from '../browser.ts';
import { pictureOf } from '../circle.ts';
import { cardsOf } from './desk-numbers.ts';

// The desk as the page that `http` serves at `/`, in a browser that keeps to the page's policy.

let service: ServiceInProcess;
let desk: Account;
beforeAll(async () => {
  service = startService(smallWorld());
  const settings = theOnly(readSettings({ flags: { sandbox: true }, environment: {} }));
  desk = await openAccount(
    { ...settings, ...sandboxAccount(service), archive: 'memory', read_ahead_days: 0, requests_per_minute: 1_000_000 },
    () => epochMillis(service.clock.now),
    { transport: service.transport },
  );
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

const TOKEN = 'a-token-that-opens-the-desk';
const WEEK = { from: '2026-11-11', to: '2026-11-17' };
const ann = callerNamed('ann');

interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly url: string;
  /** Requests beyond the server, console errors, broken policies. */
  readonly trouble: readonly string[];
  /** What was sent, with the header that says who sends it. */
  readonly sent: readonly {
    readonly url: string;
    readonly method: string;
    readonly authorization: string | undefined;
  }[];
  readonly server: HttpServer;
  readonly findings: () => Promise<readonly string[]>;
}

interface Opening {
  readonly identities?: Identities;
  readonly accounts?: readonly string[];
  readonly width?: number;
  readonly options?: Partial<HttpOptions>;
}

async function open({
  identities = identitiesOf(new Map([[TOKEN, ann]])),
  accounts = ['the only'],
  width = 1000,
  options = {},
}: Opening = {}): Promise<Opened> {
  const [first = AccountName.parse('the only'), ...others] = accounts.map((name) => AccountName.parse(name));
  const accountOf = (name: AccountName, caller: Caller) => alreadyOpen(name, desk.deskFor(caller));
  const server = await startHttpServer(
    (caller, method) =>
      createServer(
        { caller, accounts: [accountOf(first, caller), ...others.map((name) => accountOf(name, caller))] },
        method,
      ),
    {
      host: '127.0.0.1',
      port: 0,
      identities,
      readPage: () => viewPage('desk'),
      onDisturbance: () => {},
      ...options,
    },
  );
  const url = new URL('/', server.url).href;
  const context = await (await sharedBrowser()).newContext({ viewport: { width, height: 900 } });
  const trouble: string[] = [];
  const sent: { url: string; method: string; authorization: string | undefined }[] = [];
  context.on('request', (request) => {
    const { authorization } = request.headers();
    if (!request.url().startsWith('data:image/'))
      sent.push({ url: request.url(), method: request.method(), authorization });
    if (!request.url().startsWith(url) && !request.url().startsWith('data:image/')) trouble.push(request.url());
  });
  context.on('weberror', (thrown) => trouble.push(String(thrown.error())));
  context.on('console', (message) => {
    // A browser tells of each answer that is a refusal.
    if (message.type() === 'error' && !/status of (401|403|429|503)/.test(message.text())) trouble.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(url);
  return {
    page,
    url,
    trouble,
    sent,
    server,
    findings: async () => {
      await context.newCDPSession(page).then(async (session) => session.send('Page.setBypassCSP', { enabled: true }));
      await page.evaluate(axe.source);
      return Findings.parse(await page.evaluate('axe.run().then(({ violations }) => violations)')).flatMap(
        ({ id, impact }) => (impact === 'serious' || impact === 'critical' ? [id] : []),
      );
    },
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await server.close();
    },
  };
}

const Asked = z.object({ id: z.number(), method: z.string() });

const Findings = z.array(z.object({ id: z.string(), impact: z.string().nullable() }));

async function signIn(page: Page, token = TOKEN): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
}

/** Resolves when every question of the desk is answered. */
const isQuiet = async (page: Page): Promise<void> =>
  expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);

const chatsShown = async (page: Page): Promise<unknown> => {
  await page.waitForSelector('.card[data-metric=chats]');
  return (await cardsOf(page.mainFrame()))['chats'];
};

describe('the desk as a page', () => {
  test('H7: asks for a token, has it in no address, stays open when it is loaded again, and forgets it at the end', async () => {
    await using opened = await open();
    const { page, sent } = opened;
    await page.waitForSelector('#token');
    await signIn(page);
    expect(await chatsShown(page)).toBe(chatsOn(service.world.chats, WEEK, 'UTC').length);
    await page.waitForSelector('.agents');
    expect(sent.some(({ url }) => url.includes(TOKEN))).toBe(false);
    expect(page.url()).not.toContain(TOKEN);
    expect(sent.filter(({ method, authorization }) => method === 'GET' && authorization !== undefined)).toEqual([]);
    // The list of tools without a token, and with it; then a question a part.
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(6);
    expect(opened.trouble).toEqual([]);
    expect(await page.evaluate('document.cookie + localStorage.length')).toBe('0');
    await pictureOf(page, 'the page');
    await page.reload();
    await chatsShown(page);
    await page.getByText('Sign out').click();
    await page.waitForSelector('#token');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.reload();
    await page.waitForSelector('#token');
    expect(await page.locator('.card').count()).toBe(0);
  });

  test('has no serious finding of axe-core, signed in or not', async () => {
    await using opened = await open();
    await opened.page.waitForSelector('#token');
    expect(await opened.findings()).toEqual([]);
    await signIn(opened.page);
    await opened.page.waitForSelector('.agents');
    expect(await opened.findings()).toEqual([]);
  });

  test('says that a token is wrong, and that one is revoked while the desk is looked at', async () => {
    const callers = new Map([[TOKEN, ann]]);
    const words = 'The token is none of this server. Ask for another one.';
    const identities: Identities = {
      ...identitiesOf(callers),
      identify: async (request, peer) => {
        const identified = await identitiesOf(callers).identify(request, peer);
        const hasToken = request.headers.has('authorization');
        if (identified.caller !== undefined || !hasToken) return identified;
        return {
          refused: Response.json({ error: 'invalid_token', error_description: words }, { status: 401 }),
        };
      },
    };
    await using opened = await open({ identities });
    const { page } = opened;
    await signIn(page, 'wrong');
    expect(await page.getByRole('alert').innerText()).toContain(words);
    await signIn(page);
    await chatsShown(page);
    // What is still asked with it would end the desk before other days are.
    await isQuiet(page);
    callers.delete(TOKEN);
    await page.locator('select').first().selectOption('yesterday');
    await page.waitForSelector('#token');
    expect(await page.getByRole('alert').innerText()).toContain(words);
    expect(await page.locator('.card').count()).toBe(0);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('takes no token that cannot be sent, and works where a browser keeps nothing', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.addInitScript(
      'Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } })',
    );
    await page.reload();
    await signIn(page, 'a tokén');
    expect(await page.getByRole('alert').innerText()).toContain('No token has such characters');
    await signIn(page);
    await chatsShown(page);
    expect(opened.trouble).toEqual([]);
  });

  test('H4: says that a token opens too little', async () => {
    await using opened = await open({
      identities: identitiesOf(new Map([[TOKEN, callerNamed('bob', ['offline:read'])]])),
    });
    await signIn(opened.page);
    expect(await opened.page.getByRole('alert').innerText()).toContain('chats:read');
    expect(await opened.page.getByText('Sign out').count()).toBe(1);
  });

  test('lets one of several accounts be picked, and asks about that one', async () => {
    await using opened = await open({ accounts: ['north', 'south'] });
    const { page } = opened;
    await signIn(page);
    await page.getByLabel('Account').selectOption('south');
    expect(await chatsShown(page)).toBe(chatsOn(service.world.chats, WEEK, 'UTC').length);
    await page.locator('.card[data-metric=missed] .ways button').first().click();
    await page.waitForSelector('data.total');
    expect(await page.locator('data.total').getAttribute('value')).toBe(
      String(chatsOn(service.world.chats, WEEK, 'UTC').filter(({ missed }) => missed).length),
    );
    expect(opened.trouble).toEqual([]);
  });

  test('is open at once where nobody is asked for a token; says that a server is away, and opens when it is there again', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    expect(await chatsShown(page)).toBe(chatsOn(service.world.chats, WEEK, 'UTC').length);
    expect(await page.getByText('Sign out').count()).toBe(0);
    expect(opened.trouble).toEqual([]);
    await page.route(`${url}mcp`, async (route) => route.abort());
    await page.locator('select').first().selectOption('yesterday');
    await expect.poll(() => page.getByRole('alert').first().innerText()).toContain('cannot be reached');
    await page.unroute(`${url}mcp`);
    await page.getByText('Try again').first().click();
    await chatsShown(page);
  });

  test('waits as long as a busy server says, and then asks once more', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await page.clock.install();
    await page.reload();
    await chatsShown(page);
    await isQuiet(page);
    let refusals = 0;
    await page.route(`${url}mcp`, async (route) => {
      if (refusals++ === 0) await route.fulfill({ status: 429, headers: { 'retry-after': '5' }, body: '{}' });
      else await route.continue();
    });
    await page.locator('select').first().selectOption('yesterday');
    const headingLater = async (): Promise<string> => {
      // Again and again: nobody outside of the page knows when it has begun to wait.
      await page.clock.fastForward(5000);
      return page.locator('h1').innerText();
    };
    await expect.poll(headingLater).toBe('The desk 2026-11-17 (UTC)');
    await isQuiet(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('gives a question up when another one takes its place', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await chatsShown(page);
    await page.waitForSelector('.agents');
    const givenUp: string[] = [];
    page.on('requestfailed', (request) => givenUp.push(request.postData() ?? ''));
    let asked = 0;
    const isOfYesterday = (body: string | null) => body?.includes('"period":"yesterday"') === true;
    await page.route(`${url}mcp`, async (route) => {
      // Whoever asked about yesterday is never answered.
      if (isOfYesterday(route.request().postData())) asked += 1;
      else await route.continue();
    });
    await page.locator('select').first().selectOption('yesterday');
    await expect.poll(() => asked).toBe(4);
    await page.locator('select').first().selectOption('last_30_days');
    await expect.poll(() => page.locator('h1').innerText()).toContain('2026-10-19');
    await expect.poll(() => givenUp.length).toBe(4);
    expect(givenUp.every(isOfYesterday)).toBe(true);
    await isQuiet(page);
  });

  test('reads on at the pace that it is told, and not for ever where nothing comes', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await page.waitForSelector('.agents');
    const coverage = { complete: false, days_asked: 7, days_covered: 2, remaining: { requests: 9, seconds: 20 } };
    const period = { ...WEEK, timezone: 'UTC' };
    const figures = [{ metric: 'chats', words: '3', cell: '3', main: { value: 3, words: '3' } }];
    const partial = { period, figures, heads: {}, groups: [], definitions: {}, coverage };
    let asked = 0;
    await page.route(`${url}mcp`, async (route) => {
      const { id, method } = Asked.parse(JSON.parse(route.request().postData() ?? ''));
      if (method !== 'tools/call') return route.continue();
      asked += 1;
      const forView = { 'chat-operations-mcp/view': { data: partial } };
      return route.fulfill({ json: { jsonrpc: '2.0', id, result: { content: [], _meta: forView } } });
    });
    await page.clock.install({ time: 0 });
    await page.goto(url);
    await page.waitForSelector('.reading');
    await isQuiet(page);
    // However long that took: the next question is 20 seconds later.
    await page.clock.pauseAt(z.number().parse(await page.evaluate('Date.now()')) + 5000);
    asked = 0;
    await page.clock.runFor(5000);
    expect(asked).toBe(0);
    for (const expected of [4, 8, 12]) {
      // What is drawn takes its frames of the stopped clock, too.
      await page.clock.runFor(22_000);
      await expect.poll(() => asked).toBe(expected);
      await isQuiet(page);
    }
    await page.clock.runFor(600_000);
    expect(asked).toBe(12);
    expect(await page.getByLabel('by itself').isChecked()).toBe(false);
    await page.getByText('Read on now').click();
    await page.clock.runFor(1000);
    await expect.poll(() => asked).toBe(16);
  });

  test('H1: is shown in no frame of another page', async () => {
    await using opened = await open({ identities: ANYBODY });
    const context = await (await sharedBrowser()).newContext();
    const page = await context.newPage();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.setContent(`<iframe src="${opened.url}"></iframe>`);
    await refused;
    await context.close();
  });
});
