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
import { HOUR, NOW, smallWorld, startService, type ServiceInProcess } from '../../mcp/desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { sharedBrowser } from '../browser.ts';
import { pictureOf } from '../circle.ts';
import { cellsOf } from './desk-numbers.ts';

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
  // The first page loads all that the others find in the archive.
  page.setDefaultTimeout(120_000);
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

const Call = z.object({
  id: z.number(),
  method: z.string(),
  params: z.object({ name: z.string().default(''), arguments: z.record(z.string(), z.unknown()).default({}) }),
});

const Findings = z.array(z.object({ id: z.string(), impact: z.string().nullable() }));

async function signIn(page: Page, token = TOKEN): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
}

/** Resolves when every question of the desk is answered. */
const isQuiet = async (page: Page): Promise<void> =>
  // The first page reads the whole account.
  expect.poll(() => page.locator('[aria-busy=true], .spinner').count(), { timeout: 120_000 }).toBe(0);

const part = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);

/** The chats of the last seven days, as the page counts them. */
const chatsShown = async (page: Page): Promise<string | undefined> => {
  await part(page, 'All figures').locator('[data-row=chats]').waitFor();
  return (await cellsOf(page.mainFrame(), 'All figures'))['chats now'];
};

const chatsOf = (days: { readonly from: string; readonly to: string }) => chatsOn(service.world.chats, days, 'UTC');

describe('the desk as a page', () => {
  test('H7: asks for a token, has it in no address, stays open when it is loaded again, and forgets it at the end', async () => {
    await using opened = await open();
    const { page, sent } = opened;
    await page.waitForSelector('#token');
    await signIn(page);
    expect(await chatsShown(page)).toBe(String(chatsOf(WEEK).length));
    await page.getByRole('button', { name: 'Last week' }).click();
    expect(sent.some(({ url }) => url.includes(TOKEN))).toBe(false);
    expect(page.url()).not.toContain(TOKEN);
    expect(sent.filter(({ method, authorization }) => method === 'GET' && authorization !== undefined)).toEqual([]);
    expect(opened.trouble).toEqual([]);
    expect(await page.evaluate('document.cookie + localStorage.length')).toBe('0');
    await page.reload();
    await chatsShown(page);
    await page.getByText('Sign out').click();
    await page.waitForSelector('#token');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.reload();
    await page.waitForSelector('#token');
    expect(await page.locator('.card').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'at %i pixels, %s: no serious finding of axe-core, signed in or not, and nothing is too wide',
    async (width, scheme) => {
      await using opened = await open({ width });
      const { page } = opened;
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForSelector('#token');
      expect(await opened.findings()).toEqual([]);
      await signIn(page);
      await chatsShown(page);
      await isQuiet(page);
      await pictureOf(page, `page ${width}`);
      expect(await opened.findings()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await opened.findings()).toEqual([]);
      expect(opened.trouble).toEqual([]);
    },
  );

  test('says that a token is wrong, with the focus in its field, and that one is revoked while the desk is looked at', async () => {
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
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('token');
    await signIn(page);
    await chatsShown(page);
    // What is still asked with it would end the desk before other days are.
    await isQuiet(page);
    callers.delete(TOKEN);
    await page.getByRole('button', { name: 'Last week' }).click();
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
    expect(await chatsShown(page)).toBe(String(chatsOf(WEEK).length));
    await part(page, 'All figures').locator('[data-row=missed] [data-column=now] button').click();
    expect(await page.locator('data.total').getAttribute('value')).toBe(
      String(chatsOf(WEEK).filter(({ missed }) => missed).length),
    );
    expect(page.url()).toContain('account=south');
    expect(opened.trouble).toEqual([]);
  });

  test('tells of now: the day so far beside the same weekdays, the last hour, who is online, and what waits', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page } = opened;
    const now = part(page, 'Now');
    const value = (term: string) => now.locator(`[data-figure="${term}"] data`).innerText();
    await now.locator('[data-figure="Messages waiting"]').waitFor();
    await now.locator('.online').waitFor();
    const { chats, agents, offlineMessages } = service.world;
    const today = chats.filter(
      ({ requestedAt }) => new Date(requestedAt).toISOString().startsWith('2026-11-18') && requestedAt < NOW,
    );
    expect(await value('Chats today')).toBe(String(today.length));
    expect(await value('Last hour')).toBe(String(today.filter(({ requestedAt }) => requestedAt >= NOW - HOUR).length));
    expect(await value('Messages waiting')).toBe(
      String(offlineMessages.filter(({ replies }) => replies.length === 0).length),
    );
    const online = agents.filter(({ status }) => status.toLowerCase() === 'online').length;
    expect(await now.innerText()).toContain(`${online} of ${agents.length} agents online`);
    expect(await now.innerText()).toContain('mean of 4 Wednesdays until 15:30: ');
  });

  test('is asked again by itself every minute', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await page.clock.install();
    await page.reload();
    await chatsShown(page);
    await isQuiet(page);
    const asked: string[] = [];
    await page.route(`${url}mcp`, async (route) => {
      asked.push(Call.parse(JSON.parse(route.request().postData() ?? '')).params.name);
      await route.continue();
    });
    await page.clock.runFor(61_000);
    await expect
      .poll(() => asked.toSorted())
      .toEqual(['get_support_performance', 'get_support_performance', 'list_offline_messages', 'list_support_agents']);
  });

  test('has its choices in the address: Back comes back, and an address can be shared', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await chatsShown(page);
    await page.getByRole('button', { name: 'Last week' }).click();
    await page.getByLabel('Trend of').selectOption('wait');
    await part(page, 'Wait by day').waitFor();
    await isQuiet(page);
    const days = { from: '2026-11-09', to: '2026-11-15' };
    expect((await cellsOf(page.mainFrame(), 'All figures'))['chats now']).toBe(String(chatsOf(days).length));
    await part(page, 'All figures').locator('[data-row=missed] [data-column=now] button').click();
    const missed = chatsOf(days).filter((chat) => chat.missed).length;
    expect(await page.locator('data.total').getAttribute('value')).toBe(String(missed));
    const shared = page.url();
    await page.goBack();
    await expect.poll(() => page.evaluate('document.activeElement.closest("[data-row]")?.dataset.row')).toBe('missed');
    await page.goBack();
    await part(page, 'Missed by day').waitFor();
    await page.goto(shared);
    await page.locator('data.total').waitFor();
    expect(await page.locator('data.total').getAttribute('value')).toBe(String(missed));
    await page.locator('.chats button:visible').first().click();
    await page.getByRole('heading', { name: /^Chat \d+/ }).waitFor();
    await page.goBack();
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("li")?.dataset.chat !== undefined'))
      .toBe(true);
    await page.goto(url);
    expect(opened.trouble).toEqual([]);
  });

  test('gives each table as a file, in which no name is a formula', async () => {
    const { agents } = service.world;
    const [agent] = agents;
    const before = agent?.firstName ?? '';
    if (agent !== undefined) agent.firstName = '=1+1';
    await using opened = await open({ identities: ANYBODY });
    const { page } = opened;
    await chatsShown(page);
    await isQuiet(page);
    const link = part(page, 'Agents').getByRole('link', { name: 'CSV' });
    const text = decodeURIComponent(String(await link.getAttribute('href')));
    const rows = text.trim().split('\r\n');
    const cells = await cellsOf(page.mainFrame(), 'Agents');
    expect(rows.length - 1).toBe(new Set(Object.keys(cells).map((key) => key.split(' ')[0])).size);
    for (const words of Object.values(cells)) expect(text).toContain(words);
    expect(text).not.toMatch(/(?:^|,)"=/m);
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).suggestedFilename()).toBe('By-agent.csv');
    if (agent !== undefined) agent.firstName = before;
    expect(opened.trouble).toEqual([]);
  });

  test('keeps its last figures while the server is away, says of when they are, and goes on when it is there again', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    const shown = await chatsShown(page);
    await isQuiet(page);
    await page.route(`${url}mcp`, async (route) => route.abort());
    await page.getByRole('button', { name: 'Last week' }).click();
    const figures = part(page, 'All figures');
    await figures.getByText('Not refreshed: as of Wed 18 Nov 15:30.').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    expect(await page.getByRole('alert').innerText()).toContain('cannot be reached');
    expect(await figures.locator('h2').innerText()).toContain('Wed 11 – Tue 17 Nov 2026');
    expect((await cellsOf(page.mainFrame(), 'All figures'))['chats now']).toBe(shown);
    await pictureOf(page, 'page, server away');
    await page.unroute(`${url}mcp`);
    await figures.getByText('Try again').click();
    await expect.poll(() => figures.locator('h2').innerText()).toContain('Mon 9 – Sun 15 Nov 2026');
    expect(await figures.getByText('Not refreshed').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
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
    await page.getByRole('button', { name: 'Last week' }).click();
    const busyLater = async (): Promise<number> => {
      // Again and again: nobody outside of the page knows when it has begun to wait.
      await page.clock.fastForward(5000);
      return page.locator('[aria-busy=true]').count();
    };
    await expect.poll(busyLater).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('gives a question up when another one takes its place', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await chatsShown(page);
    await isQuiet(page);
    const givenUp: string[] = [];
    page.on('requestfailed', (request) => givenUp.push(request.postData() ?? ''));
    let asked = 0;
    const isOfLastWeek = (body: string | null) => body?.includes('"period":"last_week"') === true;
    await page.route(`${url}mcp`, async (route) => {
      // Whoever asked about last week is never answered.
      if (isOfLastWeek(route.request().postData())) asked += 1;
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Last week' }).click();
    await expect.poll(() => asked).toBeGreaterThan(5);
    const begun = asked;
    await page.getByRole('button', { name: '30 days' }).click();
    await expect.poll(() => givenUp.length).toBe(begun);
    expect(givenUp.every(isOfLastWeek)).toBe(true);
    await isQuiet(page);
  });

  test('loads more at the pace that it is told, and not for ever where nothing comes', async () => {
    await using opened = await open({ identities: ANYBODY });
    const { page, url } = opened;
    await chatsShown(page);
    const coverage = { complete: false, days_asked: 7, days_covered: 2, remaining: { requests: 9, seconds: 20 } };
    const figures = [
      { metric: 'chats', label: 'chats', words: '3', cell: '3', short: '3', main: { value: 3, words: '3' } },
    ];
    const partial = { period: { ...WEEK, timezone: 'UTC' }, figures, heads: {}, groups: [], definitions: {}, coverage };
    let asked = 0;
    await page.route(`${url}mcp`, async (route) => {
      const { id, method, params } = Call.parse(JSON.parse(route.request().postData() ?? ''));
      if (method !== 'tools/call' || params.arguments['metrics'] !== undefined) return route.continue();
      if (params.name !== 'get_support_performance') return route.continue();
      asked += 1;
      const forView = { 'chat-operations-mcp/view': { data: partial } };
      return route.fulfill({ json: { jsonrpc: '2.0', id, result: { content: [], _meta: forView } } });
    });
    await page.clock.install({ time: 0 });
    await page.goto(url);
    const unread = part(page, 'All figures').locator('.unread');
    await unread.waitFor();
    await isQuiet(page);
    // However long that took: the next question is 20 seconds later.
    await page.clock.pauseAt(z.number().parse(await page.evaluate('Date.now()')) + 5000);
    asked = 0;
    await page.clock.runFor(5000);
    expect(asked).toBe(0);
    for (const expected of [1, 2, 3]) {
      // What is drawn takes its frames of the stopped clock, too.
      await page.clock.runFor(22_000);
      await expect.poll(() => asked).toBe(expected);
      await isQuiet(page);
    }
    await page.clock.runFor(600_000);
    expect(asked).toBe(3);
    expect(await unread.innerText()).not.toContain('Asked again');
    await unread.getByText('Load more now').click();
    await page.clock.runFor(1000);
    await expect.poll(() => asked).toBe(4);
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
