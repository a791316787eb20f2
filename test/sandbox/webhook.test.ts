import { expect, test } from 'vitest';
import { type Answer, type Desk, first, NOW, openDesk } from './desk.ts';

interface Delivery {
  webhook?: string;
  endpoint?: string;
  authorization?: string | null;
  method?: string;
  body?: unknown;
}

/** Sends what the specification's section 4.5 asks for, except as told. */
async function deliver({ sandbox, send }: Desk, changes: Delivery = {}): Promise<Answer> {
  const bot = first(sandbox.world.bots);
  const {
    webhook = bot.webhookId,
    endpoint = 'customer-data',
    authorization = `Bearer ${bot.token}`,
    method = 'POST',
  } = changes;
  const body = 'body' in changes ? changes.body : goodBody({ sandbox });
  return send(`/chat-websocket/api/webhook/v1/chatbot/${webhook}/${endpoint}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(authorization !== null && { Authorization: authorization }) },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

function goodBody({ sandbox }: Pick<Desk, 'sandbox'>) {
  const bot = first(sandbox.world.bots);
  return { sessionId: first(bot.sessions), botId: bot.botId, data: { plan: 'gold', orders: [1, { two: null }] } };
}

test('data for a running session is accepted and kept as it came', async () => {
  const desk = await openDesk();
  const answer = await deliver(desk);
  expect(answer).toMatchObject({ status: 200, json: { status: 'ok' } });
  const { webhookId } = first(desk.sandbox.world.bots);
  expect(desk.sandbox.deliveries).toEqual([{ at: NOW, webhookId, endpoint: 'customer-data', ...goodBody(desk) }]);
  expect(desk.sandbox.requests).toHaveLength(1);
});

test('every endpoint of the bot takes data', async () => {
  const desk = await openDesk();
  for (const endpoint of ['customer-data', 'order-status'])
    expect((await deliver(desk, { endpoint })).status).toBe(200);
  expect(desk.sandbox.deliveries.map(({ endpoint }) => endpoint)).toEqual(['customer-data', 'order-status']);
});

test('a refreshed token makes the old one invalid at once', async () => {
  const desk = await openDesk();
  const bot = first(desk.sandbox.world.bots);
  const old = `Bearer ${bot.token}`;
  bot.token = 'fresh';
  expect((await deliver(desk, { authorization: old })).status).toBe(401);
  expect((await deliver(desk)).status).toBe(200);
});

test.each<[string, number, (body: ReturnType<typeof goodBody>) => Delivery]>([
  ['no token', 401, () => ({ authorization: null })],
  ['a wrong token', 401, () => ({ authorization: 'Bearer wrong' })],
  ['an unknown webhook', 404, () => ({ webhook: 'unknown' })],
  ['an unknown endpoint', 404, () => ({ endpoint: 'unknown' })],
  ['a session that is not running', 404, (body) => ({ body: { ...body, sessionId: 'gone' } })],
  ["another bot's id", 400, (body) => ({ body: { ...body, botId: 'other' } })],
  ['no JSON', 400, () => ({ body: '{' })],
  ['a missing session', 400, ({ botId, data }) => ({ body: { botId, data } })],
  ['a missing bot', 400, ({ sessionId, data }) => ({ body: { sessionId, data } })],
  ['missing data', 400, ({ sessionId, botId }) => ({ body: { sessionId, botId } })],
  ['data that is a list', 400, (body) => ({ body: { ...body, data: [1] } })],
  ['data that is null', 400, (body) => ({ body: { ...body, data: null } })],
  ['a body that is too large', 413, (body) => ({ body: { ...body, data: { text: 'x'.repeat(70_000) } } })],
  ['another method', 405, () => ({ method: 'GET' })],
])('%s is %i, and nothing is kept', async (_, status, changes) => {
  const desk = await openDesk();
  expect((await deliver(desk, changes(goodBody(desk)))).status).toBe(status);
  expect(desk.sandbox.deliveries).toEqual([]);
});
