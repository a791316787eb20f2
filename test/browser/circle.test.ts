import { expect, test } from 'vitest';
import type { HandOverRequest } from '../../src/sandbox/shop/hand-over.ts';
import { appears, pictureOf, startCircle } from './circle.ts';
import { first } from '../sandbox/desk.ts';

test('the whole circle: a guest logs in, the shop hands the customer over, and staff answer about an order', async () => {
  await using circle = await startCircle({ context: { viewport: { width: 1280, height: 860 } } });
  const { visitor, shop, bot } = circle;
  const maya = first(shop.customers);
  const order = first(maya.orders);

  await visitor.picture('01 shop with bubble');
  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  await visitor.picture('02 chat of a guest');

  await visitor.logIn(maya);
  // The conversation is still open on the next page, and has not taken the focus of the page.
  await visitor.newest('Log in on this page, then tell me.');
  expect(await visitor.page.evaluate('document.activeElement.tagName')).toBe('BODY');
  await visitor.choose('I have logged in');
  // These news go by themselves.
  await appears(visitor.page.getByText('The chat knows your account now.'));
  await appears(visitor.messages.filter({ hasText: `Welcome back, ${maya.name}. You are a ${maya.plan} customer.` }));
  await visitor.newest('What can I do for you?');
  await visitor.picture('03 greeting');
  const session = await visitor.sessionId();
  expect(circle.sandbox.sessions.variables(session)).toMatchObject({
    logged_in: true,
    customer: { name: maya.name, plan: maya.plan, customer_number: maya.customerNumber },
  });

  // The second click of a double one is not for the way on, which comes where the choice was.
  const choice = await visitor.panel.getByRole('button', { name: 'Where is my order?' }).boundingBox();
  const [x, y] = [(choice?.x ?? 0) + 40, (choice?.y ?? 0) + 20];
  await visitor.page.mouse.click(x, y);
  await appears(visitor.panel.getByRole('button', { name: 'Never mind' }));
  await visitor.page.mouse.down({ clickCount: 2 });
  await visitor.page.mouse.up({ clickCount: 2 });
  await appears(visitor.panel.getByText('One moment, somebody is looking it up.'));
  await visitor.picture('04 waiting');
  await visitor.choose('Never mind');
  await visitor.choose('Where is my order?');
  await appears(visitor.panel.getByText('One moment, somebody is looking it up.'));

  const staff = await circle.context.newPage();
  await staff.goto(`${shop.url}/back-office`);
  const sentence = staff.getByText(`number":"${order.number}"`);
  expect(await sentence.textContent()).toBe(
    `Use send_chatbot_webhook: bot "${bot.name}", endpoint "order-status", session_id "${session}", ` +
      `data ${JSON.stringify({ number: order.number, state: order.state, expected: order.expected })}`,
  );

  await pictureOf(staff, '19 back office');
  await circle.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
  await staff.getByRole('button', { name: 'Copy' }).first().click();
  await appears(staff.getByRole('status').filter({ hasText: 'The sentence is copied.' }));
  expect(await staff.evaluate('navigator.clipboard.readText()')).toBe(await sentence.textContent());

  const answer = await circle.deliver('order-status', session, { number: order.number, state: order.state });
  expect(answer.status).toBe(200);
  await appears(visitor.messages.filter({ hasText: `Order ${order.number}: ${order.state}.` }));
  await visitor.picture('05 delivered');
  await visitor.page.emulateMedia({ colorScheme: 'dark' });
  await visitor.picture('20 dark');
  await visitor.page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await visitor.picture('21 forced colours');
  await visitor.page.emulateMedia({ forcedColors: 'none' });
  await visitor.choose('That is all');
  await appears(visitor.panel.getByText('This chat has ended.'));
  await visitor.picture('06 ended');
  await staff.getByRole('link', { name: 'Look again' }).click();
  await appears(staff.getByRole('heading', { name: 'Nobody is in a chat yet' }));
  expect(circle.sandbox.deliveries.map(({ endpoint, sessionId }) => ({ endpoint, sessionId }))).toEqual([
    { endpoint: 'customer-data', sessionId: session },
    { endpoint: 'order-status', sessionId: session },
  ]);
});

test('the circle with somebody else who hands over', async () => {
  const asked: HandOverRequest[] = [];
  await using circle = await startCircle({
    handOver: async (request) => {
      asked.push(request);
      await circle.deliver('customer-data', request.sessionId, { name: 'Somebody else', plan: 'secret' });
      return { outcome: 'taken' };
    },
  });
  const { visitor, shop, bot } = circle;
  const maya = first(shop.customers);
  await visitor.logIn(maya);
  await visitor.openChat();
  await appears(visitor.messages.filter({ hasText: 'Welcome back, Somebody else. You are a secret customer.' }));
  expect(asked).toEqual([
    {
      sessionId: await visitor.sessionId(),
      botId: bot.botId,
      customer: { name: maya.name, plan: maya.plan, customer_number: maya.customerNumber },
    },
  ]);
});

test('a refreshed token: the old one is refused, and the shop says so; with the new one the circle goes on', async () => {
  let known = '';
  await using circle = await startCircle({ token: () => known });
  const { visitor, shop, bot, sandbox } = circle;
  known = bot.token;
  const renewed = sandbox.refreshToken(bot.botId);
  expect(renewed).not.toBe(known);
  await visitor.logIn(first(shop.customers));
  await visitor.openChat();
  await appears(visitor.page.getByText('The chat did not take your account: its service refused it.'));
  await appears(visitor.messages.filter({ hasText: 'I could not tell the shop who you are' }));
  await visitor.picture('22 token refused');
  expect(sandbox.deliveries).toEqual([]);
  const office = await circle.context.newPage();
  await office.goto(`${shop.url}/back-office`);
  await appears(office.getByText('not handed over: the webhook refused it (401)'));

  known = renewed;
  await visitor.choose('I have logged in');
  await appears(visitor.page.getByText('The chat knows your account now.'));
  await appears(visitor.messages.filter({ hasText: 'Welcome back' }));
  expect(sandbox.deliveries).toHaveLength(1);
});

test('a hand-over whose outcome nobody knows', async () => {
  await using circle = await startCircle({ handOver: async () => Promise.reject(new Error('cut')) });
  const { visitor, shop } = circle;
  await visitor.logIn(first(shop.customers));
  await visitor.openChat();
  await appears(visitor.page.getByText('Nobody can say whether the chat has your account'));
  await appears(visitor.messages.filter({ hasText: 'I could not tell the shop who you are' }));
});

test('two customers in two browsers: each has their own conversation', async () => {
  await using circle = await startCircle();
  const { visitor, shop } = circle;
  const [maya, tomas] = shop.customers;
  if (!maya || !tomas) throw new Error('The shop has too few customers');
  const other = await circle.openBrowserOfAnother();
  await Promise.all([visitor.logIn(maya), other.logIn(tomas)]);
  await Promise.all([visitor.openChat(), other.openChat()]);
  await appears(visitor.messages.filter({ hasText: `Welcome back, ${maya.name}.` }));
  await appears(other.messages.filter({ hasText: `Welcome back, ${tomas.name}.` }));
});

test('whoever uses the browser after a customer has logged out does not see their conversation', async () => {
  await using circle = await startCircle();
  const { visitor, shop } = circle;
  const maya = first(shop.customers);
  await visitor.logIn(maya);
  await visitor.openChat();
  await appears(visitor.messages.filter({ hasText: 'Welcome back' }));
  await visitor.closeChat();
  const other = await circle.openTab();
  await other.openChat();
  await appears(other.messages.filter({ hasText: 'Welcome back' }));
  await visitor.page.getByRole('button', { name: 'Log out' }).click();
  await appears(visitor.page.getByRole('link', { name: 'Log in' }));
  await visitor.openChat();
  await visitor.newest('Log in on this page, then tell me.');
  expect(await visitor.messages.count()).toBe(2);
  // Nor do they in another tab, which shows the same chat as this one, if any.
  await appears(other.page.getByRole('link', { name: 'Log in' }));
  expect(await other.page.getByText(maya.name).count()).toBe(0);
  expect(await other.messages.filter({ hasText: 'Welcome back' }).count()).toBe(0);
});
