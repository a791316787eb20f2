import { expect, test } from 'vitest';
import { Flow } from '../../src/sandbox/flow/flow.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { first } from '../sandbox/desk.ts';
import { appears, startCircle } from './circle.ts';

/** Asks for a name, then waits for the webhook, then ends. */
const NAMES = Flow.parse({
  start: 'ask',
  nodes: {
    ask: { type: 'question', text: 'What is your name?', variable: 'name', next: 'wait' },
    wait: { type: 'wait_for_webhook', text: 'I am asking around.' },
    greeting: { type: 'message', text: '{{name}} is known as {{customer.name}}.', next: 'end' },
    'order status': { type: 'end' },
    end: { type: 'end' },
  },
});

test('after a reload it goes on: during a question, while it waits for the webhook, after its end', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const session = await visitor.sessionId();
  await visitor.page.reload();
  await visitor.newest('What is your name?');
  await visitor.panel.getByRole('textbox').fill('Ann');
  await visitor.page.keyboard.press('Enter');
  await appears(visitor.panel.getByText('I am asking around.'));
  await visitor.page.reload();
  await appears(visitor.panel.getByText('I am asking around.'));
  await circle.deliver('customer-data', session, { name: 'Anna the Great' });
  await visitor.newest('Ann is known as Anna the Great.');
  await visitor.page.reload();
  await appears(visitor.panel.getByText('This chat has ended.'));
  expect(await visitor.messages.allTextContents()).toEqual([
    'What is your name?',
    'Ann',
    'Ann is known as Anna the Great.',
  ]);
  expect(await visitor.sessionId()).toBe(session);
});

test('a reload in the middle of a script runs it again', async () => {
  const flow = Flow.parse({
    start: 'script',
    nodes: {
      script: {
        type: 'run_script',
        script: `async () => ({ type: 'run_script', script: 'site.slow()' })`,
        next: 'ran',
        on_error: 'failed',
      },
      ran: { type: 'end', text: 'It ran.' },
      failed: { type: 'end', text: 'It failed.' },
      greeting: { type: 'end' },
      'order status': { type: 'end' },
    },
  });
  await using circle = await startCircle({ flow });
  const { visitor, context } = circle;
  const { page } = visitor;
  let calls = 0;
  await context.exposeFunction('called', () => {
    calls += 1;
  });
  await context.addInitScript(
    `window.site = { slow: async () => {
      const isFirst = !sessionStorage.again;
      sessionStorage.again = 'yes';
      await called();
      if (isFirst) await new Promise(() => {});
    } };`,
  );
  await page.reload();
  await visitor.openChat();
  await expect.poll(() => calls, { interval: 10 }).toBe(1);
  await page.reload();
  await visitor.newest('It ran.');
  expect(calls).toBe(2);
});

test('two tabs on one session: both see everything, the first outcome of a script counts, and a new start is for both', async () => {
  await using circle = await startCircle();
  const { visitor, sandbox } = circle;
  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  const before = await visitor.sessionId();
  const other = await circle.openTab();
  await other.openChat();
  await other.newest('Log in on this page, then tell me.');
  await visitor.choose('I have logged in');
  for (const { messages } of [visitor, other]) await expect.poll(() => messages.count(), { interval: 10 }).toBe(4);
  expect(await other.messages.allTextContents()).toEqual(await visitor.messages.allTextContents());

  await other.choose('Go on without');
  await visitor.newest('What can I do for you?');
  await other.panel.getByRole('button', { name: 'Start again' }).click();
  await visitor.newest('Log in on this page, then tell me.');
  expect(await visitor.sessionId()).toBe(await other.sessionId());
  expect(await visitor.messages.count()).toBe(2);
  // Nobody will go on with the old one.
  await expect.poll(() => sandbox.sessions.view(before)?.now, { interval: 10 }).toEqual({ kind: 'ended' });
});

test('an answer to a question that was answered elsewhere is not taken, and stays with its writer', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor, sandbox } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const session = await visitor.sessionId();
  // Just before it arrives, the other answer does.
  await visitor.page.route('**/answer', async (route) => {
    sandbox.sessions.answer(session, sandbox.sessions.view(session)?.step ?? 0, 'Bea');
    await route.continue();
  });
  const text = visitor.panel.getByRole('textbox');
  await text.fill('Ann');
  await text.press('Enter');
  await visitor.newest('Bea');
  await appears(visitor.panel.getByText('Your answer was not taken'));
  await appears(visitor.panel.getByText('I am asking around.'));
  expect(await text.inputValue()).toBe('Ann');
  expect(await visitor.messages.allTextContents()).toEqual(['What is your name?', 'Bea']);
});

test('a visitor whose browser keeps nothing for the site', async () => {
  await using circle = await startCircle();
  const { visitor, context, shop } = circle;
  await context.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('Not here', 'SecurityError'); } });
  `);
  await visitor.page.reload();
  await visitor.openChat();
  await visitor.choose('Go on without');
  await visitor.newest('What can I do for you?');
  await visitor.closeChat();
  await visitor.openChat();
  await visitor.newest('What can I do for you?');
  await visitor.logIn(first(shop.customers));
  await visitor.openChat();
  await appears(visitor.messages.filter({ hasText: 'Welcome back' }));
});

test('a session that no longer exists begins anew, with a word about it', async () => {
  await using circle = await startCircle();
  const { visitor } = circle;
  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  const old = await visitor.sessionId();
  await visitor.page.evaluate(
    `Object.keys(localStorage).forEach((key) => localStorage.setItem(key, '{"sessionId":"session-of-yesterday","seen":3}'))`,
  );
  await visitor.page.reload();
  await visitor.newest('Log in on this page, then tell me.');
  expect(await visitor.messages.allTextContents()).toEqual([
    'Your earlier chat no longer exists. This is a new one.',
    'Hello! I am the assistant of this shop.',
    expect.stringMatching(/^Log in on this page, then tell me\./),
  ]);
  expect([old, 'session-of-yesterday']).not.toContain(await visitor.sessionId());
});

test('a session that no longer exists begins anew only once somebody opens the chat', async () => {
  await using circle = await startCircle();
  const { visitor, bot } = circle;
  const { page } = visitor;
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') begun.push(request.url());
  });
  await page.evaluate(`localStorage.setItem('chat-widget:${bot.botId}:session', '{"sessionId":"gone","seen":0}')`);
  await page.reload();
  await expect.poll(async () => page.evaluate('localStorage.length'), { interval: 10 }).toBe(0);
  expect(begun).toEqual([]);
  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  expect(await visitor.messages.first().textContent()).toBe('Your earlier chat no longer exists. This is a new one.');
});

test('what is read in one tab is no news in another', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  await visitor.closeChat();
  const other = await circle.openTab();
  await circle.deliver('customer-data', await visitor.sessionId(), { name: 'Anna' });
  for (const { page } of [visitor, other]) await appears(page.getByRole('button', { name: 'Open the chat, 1 new' }));
  await other.openChat();
  await appears(visitor.page.getByRole('button', { name: 'Open the chat', exact: true }));
});

test('what the memory of a browser holds does not break the chat', async () => {
  await using circle = await startCircle();
  const { visitor, bot } = circle;
  for (const kept of ['nonsense', 'null', '{"sessionId":7,"seen":"x"}', '[]']) {
    await visitor.page.evaluate(
      `localStorage.setItem('chat-widget:${bot.botId}:session', ${JSON.stringify(kept)}), sessionStorage.clear()`,
    );
    await visitor.page.reload();
    await visitor.openChat();
    await visitor.newest('Log in on this page, then tell me.');
  }
});

test('a connection that is lost and comes back', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor, context } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  // It ends at once, and the browser would wait for ten minutes: it must not come back by itself before the button is pressed.
  await context.route('**/events', async (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      headers: { 'access-control-allow-origin': '*' },
      body: 'retry: 600000\n\n',
    }),
  );
  await visitor.page.reload();
  await appears(visitor.panel.getByText('The connection is lost. Trying again …'));
  await visitor.picture('08 connection lost');
  await context.unroute('**/events');
  await visitor.panel.getByRole('button', { name: 'Try again' }).click();
  await visitor.newest('What is your name?');
  await visitor.panel.getByText('The connection is lost. Trying again …').waitFor({ state: 'hidden' });
});

test('a network that is away and comes back: what was said of it goes by itself', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor, context } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const text = visitor.panel.getByRole('textbox');
  await text.fill('Ann');
  await context.setOffline(true);
  await text.press('Enter');
  await appears(visitor.panel.getByText('your answer was not sent'));
  expect(await visitor.panel.getByText(/reached|lost|not sent/).count()).toBe(1);
  await context.setOffline(false);
  await visitor.panel.getByText(/reached|lost|not sent/).waitFor({ state: 'hidden' });
  await text.press('Enter');
  await visitor.newest('Ann');
});

test('a network that is said to be back before a request gets through: it is tried again without a click', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor, context } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  await visitor.panel.getByRole('textbox').fill('Ann');
  await context.setOffline(true);
  await visitor.page.keyboard.press('Enter');
  await appears(visitor.panel.getByText('your answer was not sent'));
  const failed = visitor.page.waitForEvent('requestfailed');
  await context.route('**/sessions/**', async (route) => route.abort('internetdisconnected'), { times: 1 });
  await context.setOffline(false);
  await failed;
  await visitor.panel.getByText(/reached|lost|not sent/).waitFor({ state: 'hidden' });
});

test('a service that is away: clear words, an answer that is kept, and a way back', async () => {
  await using circle = await startCircle({ flow: NAMES });
  const { visitor, sandbox } = circle;
  await visitor.openChat();
  await visitor.newest('What is your name?');
  const text = visitor.panel.getByRole('textbox');
  await text.fill('Ann');
  await sandbox.close();
  await appears(visitor.panel.getByText('The connection is lost. Trying again …'));
  await text.press('Enter');
  await appears(visitor.panel.getByText('The chat cannot be reached right now: your answer was not sent.'));
  expect(await text.inputValue()).toBe('Ann');
  // The service is not back before this has failed.
  const failed = visitor.page.waitForEvent('requestfailed', (request) => !request.url().endsWith('/events'));
  await visitor.panel.getByRole('button', { name: 'Try again' }).click();
  await failed;
  // It is said once.
  expect(await visitor.panel.getByText(/reached|lost|not sent/).count()).toBe(1);
  await visitor.picture('09 unreachable');

  // It is back, and has forgotten its sessions.
  const again = await startSandbox({ world: sandbox.world, port: Number(new URL(sandbox.url).port) });
  try {
    await visitor.panel.getByRole('button', { name: 'Try again' }).click();
    await appears(visitor.page.getByText('Your earlier chat no longer exists. This is a new one.'));
    await visitor.newest('What is your name?');
    expect(await text.inputValue()).toBe('Ann');
  } finally {
    await again.close();
  }
});
