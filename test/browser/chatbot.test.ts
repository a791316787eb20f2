import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../src/commands/sandbox/sandbox-configuration.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { startSession } from '../support/session.ts';
import { appears, isFocused, startCircle } from './circle.ts';

// The circle of docs/chatbot.md, and what section 6 of the specification promises a chatbot's scripts.

test('the site hands over its customer, and an assistant tells where the order is', async () => {
  await using circle = await startCircle({ context: { viewport: { width: 1280, height: 800 } } });
  const { visitor, sandbox, bot } = circle;
  await visitor.choose('Yes, please');
  await appears(visitor.messages.filter({ hasText: 'Welcome back, Maya Lindqvist. You are a Gold customer.' }));
  const customer = { name: 'Maya Lindqvist', plan: 'Gold', customer_number: 'C-1042' };
  const sessionId = visitor.sessionId();
  expect(sandbox.deliveries).toMatchObject([
    { endpoint: 'customer-data', sessionId, botId: bot.botId, data: customer },
  ]);
  await visitor.choose('Where is my order?');
  await visitor.told('One moment, somebody is looking it up.');
  expect(await visitor.page.getByText(sessionId).isVisible()).toBe(true);
  await visitor.picture('chatbot waits');

  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = join(folder, 'settings.json');
  await writeFile(config, JSON.stringify(sandboxConfiguration(sandbox)), { mode: 0o600 });
  await using assistant = await startSession(['--config', config, '--archive', 'memory'], {
    [TOKEN_VARIABLE]: bot.token,
  });
  const data = { number: '70418', state: 'on its way' };
  const call = { bot: bot.name, endpoint: 'order-status', session_id: sessionId, data };
  expect(await assistant.call('send_chatbot_webhook', call)).toMatchObject({ data: { outcome: 'accepted' } });
  await assistant.finish();
  await appears(visitor.messages.filter({ hasText: 'Order 70418: on its way.' }));
  await visitor.choose('That is all');
  await visitor.told('This chat has ended.');
  expect(sandbox.sessions.variables(sessionId)).toMatchObject({ customer, order_status: data });
});

test('a webhook that refuses the site: the chat says so, and goes on', async () => {
  await using circle = await startCircle();
  const { visitor, bot } = circle;
  // A bot without this endpoint answers 404.
  bot.endpoints.shift();
  await visitor.choose('Yes, please');
  await appears(visitor.messages.filter({ hasText: 'it failed (the site could not hand over who you are).' }));
  await visitor.newest('What would you like to know?');
});

/** Functions that a site can have, put there by a script of its own. */
const SITE = `
  window.shop = {
    words: 'not a function',
    keep(ids) { this.ids = ids; },
    refuse() { throw new Error('The site is closed'); },
    async reject() { throw new Error('The site is asleep'); },
    async never() { this.isWaiting = true; await new Promise(() => {}); },
  };
  window.plain = (ids) => { window.plainIds = ids; };
`;

/** A circle whose bot runs one script, and says where it came out. */
async function startScripts() {
  const circle = await startCircle({ site: SITE, script: { start: [] } });
  const { visitor, bot, sandbox } = circle;
  await visitor.page.clock.install();
  /** The texts of the conversation when a visitor starts again with this script; meanwhile, something may happen. */
  const saidBy = async (script: string, meanwhile?: () => Promise<unknown>): Promise<string[]> => {
    const before = visitor.sessionId();
    bot.script = {
      start: [
        { run_script: script, on_error: 'failed' },
        { go: 'good', when: { variable: 'mood.of_the_day', equals: 'good' } },
        { say: 'Another day.' },
      ],
      good: [{ say: 'A good day.' }],
      failed: [{ say: 'On along the way for errors.' }],
    };
    const happened = meanwhile?.();
    await visitor.choose('Start again');
    await expect.poll(() => visitor.sessionId(), { interval: 10 }).not.toBe(before);
    if (happened !== undefined) {
      await happened;
      await visitor.page.clock.fastForward(5000);
    }
    await visitor.told('This chat has ended.');
    return visitor.messages.allTextContents();
  };
  return { ...circle, saidBy, variables: () => sandbox.sessions.variables(visitor.sessionId()) };
}

const failed = (why: string): string[] => [`A step of this chat did not work: ${why}.`, 'On along the way for errors.'];
const calling = (expression: string): string =>
  `async () => ({ type: 'run_script', script: ${JSON.stringify(expression)} })`;

test('a script sets variables on which the bot branches, and runs a function of the site with the two ids', async () => {
  await using circle = await startScripts();
  const { visitor, bot, saidBy, variables } = circle;
  const setting = (mood: string): string =>
    `async () => ({ type: 'set_variables', variables: { mood: { of_the_day: ${JSON.stringify(mood)} } } })`;
  expect(await saidBy(setting('good'))).toEqual(['A good day.']);
  expect(await saidBy(setting('grey'))).toEqual(['Another day.']);
  expect(variables()).toEqual({ mood: { of_the_day: 'grey' } });

  const idsNow = () => ({ session_id: visitor.sessionId(), chatbot_id: bot.botId });
  await saidBy('async (ids) => ({ type: "set_variables", variables: { ids } })');
  expect(variables()).toEqual({ ids: idsNow() });
  const calls = ['shop.keep({ session_id, chatbot_id })', ' window.shop.keep ( {chatbot_id,session_id,} ) ; '];
  for (const expression of [...calls, 'shop.keep()']) {
    expect(await saidBy(calling(expression))).toEqual(['Another day.']);
    expect(await visitor.page.evaluate('shop.ids')).toEqual(idsNow());
  }
  await saidBy(calling('plain({ session_id, chatbot_id })'));
  expect(await visitor.page.evaluate('plainIds')).toEqual(idsNow());

  // It runs in a worker: the page is out of its reach, the site's origin is not.
  const seen = `{ document: typeof document, window: typeof window, status: (await fetch(location.origin + '/api/agents/')).status }`;
  await saidBy(`async () => ({ type: 'set_variables', variables: ${seen} })`);
  expect(variables()).toEqual({ document: 'undefined', window: 'undefined', status: 401 });
});

test('a script that does not work leaves a notice, and the bot goes on along its way for errors', async () => {
  await using circle = await startScripts();
  const { saidBy } = circle;
  expect(await saidBy(`async () => { throw new Error('No milk today'); }`)).toEqual(
    failed('it failed (No milk today)'),
  );
  expect(await saidBy(`async () => { throw 'up'; }`)).toEqual(failed('it failed (up)'));
  expect((await saidBy('async () => { nothing closes this'))[0]).toMatch(/did not work: it failed \(.*SyntaxError/);
  for (const returned of [
    'undefined',
    '42',
    '[]',
    '{}',
    '{ type: "something_else" }',
    '{ type: "set_variables" }',
    '{ type: "set_variables", variables: [1] }',
    '{ type: "run_script", script: () => {} }',
  ]) {
    const said = await saidBy(`async () => (${returned})`);
    expect([returned, ...said]).toEqual([
      returned,
      ...failed('it returned something that this chat does not understand'),
    ]);
  }
  const large = '{ type: "set_variables", variables: { far: "x".repeat(70_000) } }';
  expect(await saidBy(`async () => (${large})`)).toEqual(failed('it returned something that this chat cannot hold'));

  const noCall = 'the script to run is not a call of a function of the page';
  const notOwn = (name: string): string => `the page has no function ${name} of its own`;
  for (const [expression, why] of [
    ['unknown()', notOwn('unknown')],
    ['shop.unknown.deep()', notOwn('shop.unknown.deep')],
    ['shop.words()', notOwn('shop.words')],
    ['shop.toString()', notOwn('shop.toString')],
    ['shop.keep.call()', notOwn('shop.keep.call')],
    // What the browser brings is not the site's.
    ['alert({ session_id, chatbot_id })', notOwn('alert')],
    ['location.reload()', notOwn('location.reload')],
    ['document.write()', notOwn('document.write')],
    ['shop.refuse()', 'The site is closed'],
    ['shop.reject()', 'The site is asleep'],
    ['shop.keep({ session_id: "mine" })', noCall],
    ['shop.keep(), alert(1)', noCall],
    ['(() => shop.keep())()', noCall],
    ['', noCall],
  ] as const) {
    expect(await saidBy(calling(expression))).toEqual(failed(`it failed (${why})`));
  }
});

test('a script, or a function of the site, that never ends is given up after five seconds', async () => {
  await using circle = await startScripts();
  const { visitor, saidBy } = circle;
  const tooSlow = failed('it took longer than 5 seconds');
  const begun = () => visitor.page.waitForEvent('worker');
  expect(await saidBy(`async () => new Promise(() => {})`, begun)).toEqual(tooSlow);
  expect(await saidBy(`async () => { while (true) {} }`, begun)).toEqual(tooSlow);
  const called = () => expect.poll(() => visitor.page.evaluate('shop.isWaiting'), { interval: 10 }).toBe(true);
  expect(await saidBy(calling('shop.never()'), called)).toEqual(tooSlow);
});

/** Asks for a name, lets choose, then waits for the webhook. */
const ALL_KINDS = {
  start: [
    { ask: 'What is your name?', as: 'name' },
    {
      choose: 'Tea or coffee?',
      choices: { Tea: 'wait', 'Coffee, please, with a lot of milk and a long name': 'wait' },
    },
  ],
  wait: [{ wait: 'Looking for a cup.', choices: { 'No cup, then': 'wait' } }],
  greeting: [{ say: '{{customer.name}}' }, { go: 'wait' }],
  'order status': [{ say: 'Here it is, {{name}}.' }],
};

test('a conversation goes on after a reload, and in another tab with its address', async () => {
  await using circle = await startCircle({ script: ALL_KINDS });
  const { visitor } = circle;
  const { page } = visitor;
  const session = visitor.sessionId();
  await visitor.newest('What is your name?');
  await page.reload();
  await visitor.newest('What is your name?');
  await page.getByRole('textbox').fill('Ann');
  await page.keyboard.press('Enter');
  await visitor.newest('Tea or coffee?');
  const other = await circle.openTab(page.url());
  await other.choose('Tea');
  await visitor.told('Looking for a cup.');
  await page.reload();
  await visitor.told('Looking for a cup.');
  await circle.deliver('order-status', {});
  for (const one of [visitor, other]) await one.newest('Here it is, Ann.');
  await page.reload();
  await visitor.told('This chat has ended.');
  const texts = ['What is your name?', 'Ann', 'Tea or coffee?', 'Tea', 'Here it is, Ann.'];
  expect(await visitor.messages.allTextContents()).toEqual(texts);
  expect(visitor.sessionId()).toBe(session);

  // One that no longer exists begins anew.
  const late = await circle.openTab(page.url().replace(session, 'session-of-yesterday'));
  await late.newest('What is your name?');
  expect(await late.messages.first().textContent()).toBe('Your earlier chat no longer exists. This is a new one.');
  expect([session, 'session-of-yesterday']).not.toContain(late.sessionId());
});

test('an answer that comes too late is not taken, and stays with its writer', async () => {
  await using circle = await startCircle({ script: ALL_KINDS });
  const { visitor, sandbox } = circle;
  const { page } = visitor;
  await visitor.newest('What is your name?');
  await page.route('**/answer', async (route) => {
    sandbox.sessions.happen(visitor.sessionId(), { kind: 'answer', step: 0, text: 'Bea' });
    await appears(visitor.messages.filter({ hasText: 'Bea' }));
    await route.continue();
  });
  await page.getByRole('textbox').fill('Ann');
  await page.keyboard.press('Enter');
  await visitor.told('Your answer was not taken: the chat had already continued.');
  expect(await page.locator('input').inputValue()).toBe('Ann');
  expect(await visitor.messages.allTextContents()).toEqual(['What is your name?', 'Bea', 'Tea or coffee?']);
});

test('a service that is away and comes back', async () => {
  await using circle = await startCircle({ script: ALL_KINDS });
  const { visitor, sandbox } = circle;
  const { page } = visitor;
  await visitor.newest('What is your name?');
  await sandbox.close();
  await visitor.told('The chat cannot be reached.');
  await page.getByRole('textbox').fill('Ann');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('textbox').inputValue()).toBe('Ann');
  // It has forgotten its sessions.
  const again = await startSandbox({ world: sandbox.world, port: Number(new URL(sandbox.url).port) });
  try {
    await page.reload();
    await appears(page.getByText('Your earlier chat no longer exists. This is a new one.'));
  } finally {
    await again.close();
  }
});

const HOSTILE = [
  '<img src="http://127.0.0.1:9/x" onerror="alert(1)"><script>alert(2)</script><b>bold</b>',
  '{{customer.name}} &lt;i&gt; &amp; javascript:alert(1)',
  'שלום, ההזמנה שלך בדרך (70418)!',
  '👩‍👩‍👧‍👦 🫖 e\u0301 and Z\u0351\u0310\u0313',
  'x'.repeat(10_000),
  'three\nlines\n  and two spaces',
];

test('on a small phone, text from the webhook is text, whatever is in it, and nothing is too small or sticks out', async () => {
  const viewport = { width: 320, height: 568 };
  await using circle = await startCircle({ script: ALL_KINDS, context: { viewport, colorScheme: 'dark' } });
  const { visitor } = circle;
  const { page } = visitor;
  const sticksOut = async () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await visitor.newest('What is your name?');
  await page.getByRole('textbox').fill('Ann');
  await page.getByRole('button', { name: 'Send' }).click();
  await appears(page.getByRole('button', { name: 'Tea', exact: true }));
  for (const button of await page.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  for (const [index, name] of HOSTILE.entries()) {
    await circle.deliver('customer-data', { name });
    await expect.poll(async () => visitor.messages.count(), { interval: 10 }).toBe(index + 4);
    expect(await visitor.messages.last().textContent()).toBe(name);
    expect(await sticksOut()).toBe(false);
  }
  await visitor.picture('chatbot on a phone');
  const log = page.getByRole('log');
  expect(await log.locator('img, script, b, i').count()).toBe(0);
  expect(await page.evaluate('getComputedStyle(log.querySelectorAll("p")[5]).direction')).toBe('rtl');
  // The newest is before the visitor.
  expect(await page.evaluate('log.scrollHeight - log.scrollTop - log.clientHeight')).toBeLessThanOrEqual(1);
});

test('with the keyboard alone: the focus stays with what can be done', async () => {
  await using circle = await startCircle({ script: ALL_KINDS });
  const { visitor, bot } = circle;
  const { page } = visitor;
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await appears(field);
  for (const target of [
    page.getByRole('button', { name: 'Start again' }),
    page.getByRole('log', { name: 'Conversation' }),
    field,
  ]) {
    await page.keyboard.press('Tab');
    await isFocused(target);
  }
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await isFocused(page.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Tea' }));
  await page.keyboard.press('Enter');
  await isFocused(page.getByRole('button', { name: 'No cup, then' }));
  await circle.deliver('order-status', {});
  await visitor.told('This chat has ended.');
  await page.keyboard.press('Shift+Tab');
  await isFocused(page.getByRole('log'));
  expect(await visitor.messages.count()).toBe(5);
  expect(await page.getByRole('log').innerText()).toMatch(`${bot.name}:`);
});
