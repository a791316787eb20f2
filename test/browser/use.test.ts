import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Flow } from '../../src/sandbox/flow/flow.ts';
import { webhookAddress } from '../../src/sandbox/chatbot/webhook.ts';
import { first } from '../sandbox/desk.ts';
import { appears, isFocused, startCircle } from './circle.ts';

const PHONE = { width: 320, height: 568 };

/** The place of something on a page. */
interface Box {
  readonly width: number;
  readonly height: number;
  readonly right: number;
}

/** Free text, choices, waiting and an end. */
const ALL_KINDS = Flow.parse({
  start: 'ask',
  nodes: {
    ask: { type: 'question', text: 'What is your name?', variable: 'name', next: 'choose' },
    choose: {
      type: 'question',
      text: 'Tea or coffee?',
      variable: 'drink',
      choices: ['Tea', 'Coffee, please, with a lot of milk and an unusually long name for one choice'],
      next: 'wait',
    },
    wait: { type: 'wait_for_webhook', text: 'Looking for a cup.', otherwise: { text: 'No cup, then', next: 'wait' } },
    greeting: { type: 'message', text: '{{customer.name}}', next: 'wait' },
    'order status': { type: 'end' },
  },
});

/** Goes on with Tab until the focus is there, as soon as there is something to go to: what a page loads by itself may come later than the page. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await appears(target);
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus never came there');
}

/** Whether something of the page is wider than its window. */
const scrollsSideways = async (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth');

/** Evaluates an expression of the element that holds the conversation, `log`. */
const inLog = async (page: Page, expression: string): Promise<unknown> =>
  page.evaluate(
    `(() => { const log = document.querySelector('chat-widget').shadowRoot.querySelector('[role=log]'); return ${expression}; })()`,
  );

test('with the keyboard alone, from the page to the end of the conversation', async () => {
  await using circle = await startCircle();
  const { visitor, shop } = circle;
  const { page, panel, bubble } = visitor;
  const maya = first(shop.customers);

  await tabTo(page, page.getByRole('link', { name: 'Log in' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(maya.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(maya.password);
  await page.keyboard.press('Enter');
  await appears(page.getByRole('button', { name: 'Log out' }));

  await tabTo(page, bubble);
  await page.keyboard.press('Space');
  // The focus is in the panel at once, and is at the first choice when there is one.
  await isFocused(panel.getByRole('button', { name: 'Where is my order?' }));
  await visitor.closeChat();
  expect(await panel.count()).toBe(0);
  await page.keyboard.press('Enter');
  await isFocused(panel.getByRole('button', { name: 'Where is my order?' }));

  await page.keyboard.press('Enter');
  await appears(panel.getByText('One moment, somebody is looking it up.'));
  await isFocused(panel.getByRole('button', { name: 'Never mind' }));
  await circle.deliver('order-status', await visitor.sessionId(), { number: 1, state: 'sailing' });
  await isFocused(panel.getByRole('button', { name: 'Where is my order?' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isFocused(panel.getByText('This chat has ended.').locator('..').getByRole('button', { name: 'Start again' }));
  await page.keyboard.press('Enter');
  await isFocused(panel.getByRole('button', { name: 'Where is my order?' }));

  // Backwards: the conversation, which can be scrolled, then the buttons of the header.
  await page.keyboard.press('Shift+Tab');
  await isFocused(panel.getByRole('log'));
  await page.keyboard.press('Shift+Tab');
  await isFocused(panel.getByRole('button', { name: 'Close the chat' }));
  await page.keyboard.press('Shift+Tab');
  await isFocused(panel.getByRole('button', { name: 'Start again' }).first());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isFocused(bubble);
});

test('roles, names and what is read out', async () => {
  await using circle = await startCircle({ flow: ALL_KINDS });
  const { visitor, bot } = circle;
  const { page, panel, bubble } = visitor;
  expect(await bubble.getAttribute('aria-label')).toBe('Open the chat');
  expect(await bubble.getAttribute('aria-haspopup')).toBe('dialog');
  await visitor.openChat();
  await appears(page.getByRole('dialog', { name: bot.name }));
  await appears(panel.getByRole('heading', { name: bot.name }));
  const log = panel.getByRole('log', { name: 'Conversation' });
  expect(await log.getAttribute('aria-live')).toBe('polite');
  await isFocused(panel.getByRole('textbox', { name: 'Your answer' }));
  await page.keyboard.type('Ann');
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Tea' }).click();
  await appears(panel.getByRole('status').filter({ hasText: 'Looking for a cup.' }));
  expect(await log.innerText()).toMatch(
    /Shop assistant:\s+What is your name\?\s+You:\s+Ann\s+Shop assistant:\s+Tea or coffee\?\s+You:\s+Tea/,
  );
});

test('what is typed stays: lines, a view that arrives, a closed panel', async () => {
  await using circle = await startCircle({ flow: ALL_KINDS });
  const { visitor } = circle;
  const { panel } = visitor;
  await visitor.openChat();
  const text = panel.getByRole('textbox');
  await text.fill('   ');
  await text.press('Enter');
  expect(await visitor.messages.count()).toBe(1);
  await text.fill('Ann');
  await text.press('Shift+Enter');
  await text.pressSequentially('of the lake');
  expect(await text.inputValue()).toBe('Ann\nof the lake');
  await circle.deliver('customer-data', await visitor.sessionId(), { name: 'News from elsewhere' });
  await visitor.newest('News from elsewhere');
  await isFocused(text);
  await visitor.closeChat();
  await visitor.openChat();
  expect(await text.inputValue()).toBe('Ann\nof the lake');
  // Nobody asks at the moment.
  await text.press('Enter');
  expect(await visitor.messages.count()).toBe(2);
});

test('what came while the panel was closed is counted, also on the next page', async () => {
  await using circle = await startCircle({ flow: ALL_KINDS });
  const { visitor, shop } = circle;
  const { page, bubble } = visitor;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const session = await visitor.sessionId();
  await visitor.closeChat();
  expect(await bubble.getAttribute('aria-label')).toBe('Open the chat');
  await circle.deliver('customer-data', session, { name: 'one' });
  await appears(page.getByRole('button', { name: 'Open the chat, 1 new message', exact: true }));
  await circle.deliver('customer-data', session, { name: 'two' });
  await appears(page.getByRole('button', { name: 'Open the chat, 2 new messages', exact: true }));
  await appears(page.getByRole('status').filter({ hasText: '2 new messages' }));
  await visitor.picture('10 bubble with news');
  await page.goto(`${shop.url}/login`);
  await page.getByRole('button', { name: 'Open the chat, 2 new messages', exact: true }).click();
  await visitor.newest('two');
  await visitor.closeChat();
  await appears(page.getByRole('button', { name: 'Open the chat', exact: true }));
});

const HOSTILE = [
  '<img src="http://127.0.0.1:9/x" onerror="alert(1)"><script>alert(2)</script><b>bold</b>',
  '{{customer.name}} &lt;i&gt; &amp; javascript:alert(1)',
  'שלום, ההזמנה שלך בדרך (70418)!',
  '\u202Egnirts desrever a\u202C and \u2066isolated',
  '👩‍👩‍👧‍👦 🫖 e\u0301 \uD83D and Z\u0351\u0310\u0313',
  'x'.repeat(10_000),
  'https://example.com/'.concat('a-long-path/'.repeat(40)),
  'three\nlines\n  and two spaces',
];

test('text from the webhook is text, whatever is in it, and breaks nothing', async () => {
  await using circle = await startCircle({ flow: ALL_KINDS, context: { viewport: PHONE } });
  const { visitor, deliver } = circle;
  const { page, panel } = visitor;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const session = await visitor.sessionId();
  for (const [index, name] of HOSTILE.entries()) {
    await deliver('customer-data', session, { name });
    await expect.poll(async () => visitor.messages.count(), { interval: 10 }).toBe(index + 2);
    expect((await visitor.messages.last().textContent())?.toWellFormed()).toBe(name.toWellFormed());
    expect(await scrollsSideways(page)).toBe(false);
    if (index === 4) await visitor.picture('11 hostile texts on a phone');
    const box = await visitor.messages.last().boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= PHONE.width).toBe(true);
  }
  expect(dialogs).toEqual([]);
  expect(await panel.locator('img, script, b, i').count()).toBe(0);
  expect(await inLog(page, `getComputedStyle(log.querySelectorAll('p')[3]).direction`)).toBe('rtl');
});

test('a narrow screen: the panel fills it, is all there is, and nothing is too small or sticks out', async () => {
  await using circle = await startCircle({
    flow: ALL_KINDS,
    context: { viewport: PHONE, hasTouch: true, colorScheme: 'dark' },
  });
  const { visitor } = circle;
  const { page, panel, bubble } = visitor;
  expect(await scrollsSideways(page)).toBe(false);
  await visitor.picture('12 shop on a phone');
  await bubble.tap();
  await visitor.newest('What is your name?');
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
  await isFocused(panel.getByRole('textbox'));
  await page.keyboard.type('Ann');
  await panel.getByRole('button', { name: 'Send' }).tap();
  await visitor.newest('Tea or coffee?');
  await appears(panel.getByRole('button', { name: 'Tea', exact: true }));
  // All at once: what the name was typed into goes away when choices come.
  const boxes = await panel.getByRole('button').evaluateAll((buttons: { getBoundingClientRect(): Box }[]) =>
    buttons.map((button) => {
      const { width, height, right } = button.getBoundingClientRect();
      return { width, height, right };
    }),
  );
  expect(boxes.length).toBeGreaterThan(1);
  for (const { width, height, right } of boxes) {
    expect(width).toBeGreaterThanOrEqual(44);
    expect(height).toBeGreaterThanOrEqual(44);
    expect(right).toBeLessThanOrEqual(PHONE.width);
  }
  await visitor.picture('13 choices on a phone, dark');
  // What is behind is out of reach.
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab');
  expect(await page.locator('main :focus, header :focus').count()).toBe(0);
  // Turned into a wide one, it is a panel beside the page, and the other way round.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await panel.boundingBox())?.width, { interval: 10 }).toBe(384);
  await panel.getByRole('button', { name: 'Tea', exact: true }).click();
  await appears(panel.getByText('Looking for a cup.'));
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await panel.boundingBox())?.width, { interval: 10 }).toBe(PHONE.width);
  await page.reload();
  // It would cover the page that was asked for.
  await appears(bubble);
  expect(await panel.count()).toBe(0);
});

/** Texts and controls of the page that reach as far to the right as this. */
const rightOf = async (page: Page, x: number): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('a, button, input, code, h1, h2, p, li')].flatMap((one) =>
    one.checkVisibility() && one.getBoundingClientRect().right > ${x} ? [one.outerHTML] : [])`);

test('beside the open chat, the page has room of its own', async () => {
  await using circle = await startCircle({ context: { viewport: { width: 1100, height: 750 } } });
  const { visitor, shop } = circle;
  const { page, panel } = visitor;
  await visitor.openChat();
  for (const path of ['', 'login']) {
    if (path !== '') await page.goto(`${shop.url}/${path}`);
    await visitor.newest('Log in on this page, then tell me.');
    for (const [width, height] of [
      [1280, 720],
      [1024, 700],
      [744, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await panel.boundingBox();
      expect(box?.width).toBe(384);
      expect(await rightOf(page, box?.x ?? 0)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await visitor.picture(`26 open at ${width} ${path}`);
    }
  }
});

test('news of the shop go by themselves, but not from under the pointer or the focus', async () => {
  await using circle = await startCircle({ context: { viewport: PHONE } });
  const { visitor, shop } = circle;
  const { page } = visitor;
  const news = page.getByText('The chat knows your account now.');
  await visitor.logIn(first(shop.customers));
  // From now on the page's clock stands still, but for what is added to it.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(Date.now());
  await page.reload();
  await visitor.openChat();
  await visitor.newest('What can I do for you?');
  await visitor.closeChat();
  await appears(news);
  await visitor.picture('25 news on a phone');
  await page.clock.fastForward(9999);
  expect(await news.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Close', exact: true }).focus();
  await page.clock.fastForward(30_000);
  expect(await news.isVisible()).toBe(true);
  await visitor.bubble.focus();
  await page.clock.fastForward(10_000);
  expect(await news.isVisible()).toBe(false);
});

test('half the window, as at 200 % zoom: everything can be reached', async () => {
  await using circle = await startCircle({
    flow: ALL_KINDS,
    context: { viewport: { width: 640, height: 360 } },
  });
  const { visitor } = circle;
  await visitor.openChat();
  await visitor.panel.getByRole('textbox').fill('Ann');
  await visitor.page.keyboard.press('Enter');
  await visitor.choose('Tea');
  await appears(visitor.panel.getByText('Looking for a cup.'));
  expect(await scrollsSideways(visitor.page)).toBe(false);
});

test('it scrolls to the newest, but not away from what somebody reads', async () => {
  await using circle = await startCircle({ flow: ALL_KINDS });
  const { visitor, deliver } = circle;
  const { page, panel } = visitor;
  const toEnd = async (): Promise<unknown> => inLog(page, 'log.scrollHeight - log.scrollTop - log.clientHeight');
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const session = await visitor.sessionId();
  await deliver('customer-data', session, { name: 'line\n'.repeat(100) });
  await expect.poll(async () => visitor.messages.count(), { interval: 10 }).toBe(2);
  // Although what can be done now takes more room than before.
  expect(await toEnd()).toBeLessThan(2);
  await inLog(page, 'log.scrollTop = 0');
  await deliver('customer-data', session, { name: 'the newest' });
  const jump = panel.getByRole('button', { name: 'New messages' });
  await appears(jump);
  expect(await inLog(page, 'log.scrollTop')).toBe(0);
  await visitor.picture('14 new messages below');
  await jump.click();
  expect(await toEnd()).toBeLessThan(2);
  await jump.waitFor({ state: 'hidden' });
});

test('a site whose styles are rude', async () => {
  await using circle = await startCircle({ flow: ALL_KINDS });
  const { visitor, context } = circle;
  await context.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { font: 40px fantasy !important; color: red !important; letter-spacing: 1em; direction: rtl } chat-widget, button { display: none !important; opacity: 0 !important; }');
    document.adoptedStyleSheets.push(sheet);
  })`);
  await visitor.page.reload();
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const style = `getComputedStyle(log.querySelector('p'))`;
  expect(await inLog(visitor.page, `[${style}.fontSize, ${style}.letterSpacing, ${style}.direction]`)).toEqual([
    '15px',
    'normal',
    'ltr',
  ]);
});

test('the page of the widget alone, and the other pages', async () => {
  await using circle = await startCircle();
  const { visitor, sandbox, shop, bot } = circle;
  await visitor.page.goto(`${sandbox.url}/widget`);
  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  await visitor.picture('15 widget alone');
  await visitor.page.goto(`${shop.url}/login`);
  await visitor.picture('16 login');
  await visitor.page.goto(`${shop.url}/back-office`);
  await appears(visitor.page.getByRole('heading', { name: 'Nobody is in a chat yet' }));
  await visitor.picture('17 back office, empty');
  await visitor.page.goto(`${sandbox.url}/settings`);
  await visitor.picture('18 settings');
  await circle.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox.url });
  await visitor.page.getByRole('button', { name: 'Copy: Webhook link' }).click();
  await appears(visitor.page.getByText('Copied.'));
  expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe(webhookAddress(sandbox.url, bot));
  await visitor.page.setViewportSize(PHONE);
  expect(await scrollsSideways(visitor.page)).toBe(false);
  await visitor.picture('18 settings on a phone');
});

test('a script element without the id of a bot says so, once', async () => {
  await using circle = await startCircle();
  const { visitor, context, sandbox } = circle;
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${sandbox.url}/widget/`);
  await page.locator('chat-widget').waitFor({ state: 'attached' });
  await page.setContent(`<script type="module" src="${sandbox.url}/widget/widget.js?again"></script>`);
  await expect
    .poll(() => errors, { interval: 10 })
    .toEqual(['Chat widget: the script element needs the attribute data-chatbot-id with the id of the bot.']);
  expect(await visitor.panel.count()).toBe(0);
});
