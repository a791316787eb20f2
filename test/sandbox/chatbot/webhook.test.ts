import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DIMENSIONS } from '../../../src/sandbox/dialects.ts';
import { like } from '../../support/matchers.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Answer, type Desk, first, NOW, openDesk, openServedDesk } from '../desk.ts';

interface Delivery {
  webhook?: string;
  endpoint?: string;
  authorization?: string | null;
  type?: string | null;
  method?: string;
  body?: unknown;
}

const pathOf = (webhook: string, endpoint: string): string =>
  `/chat-websocket/api/webhook/v1/chatbot/${webhook}/${endpoint}`;

const ErrorList = z.strictObject({
  error: z.array(z.strictObject({ code: z.int(), message: z.string().min(1) })).min(1),
});

/** Sends what the specification's section 4.5 asks for, except as told. */
async function deliver({ sandbox, send }: Desk, changes: Delivery = {}): Promise<Answer> {
  const bot = first(sandbox.world.bots);
  const {
    webhook = bot.webhookId,
    endpoint = 'customer-data',
    authorization = `Bearer ${bot.token}`,
    type = 'application/json',
    method = 'POST',
  } = changes;
  const body = 'body' in changes ? changes.body : goodBody({ sandbox });
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return send(pathOf(webhook, endpoint), {
    method,
    headers: { ...(type !== null && { 'Content-Type': type }), ...(authorization !== null && { authorization }) },
    ...(method !== 'GET' && { body: bytes }),
  });
}

function goodBody({ sandbox }: Pick<Desk, 'sandbox'>) {
  const bot = first(sandbox.world.bots);
  return { sessionId: first(bot.sessions), botId: bot.botId, data: { plan: 'gold', orders: [1, { two: null }] } };
}

const variablesOf = ({ sandbox }: Desk) => sandbox.sessions.variables(first(first(sandbox.world.bots).sessions));

/** Ends the session of the world. */
async function endSession(desk: Desk): Promise<void> {
  const { sandbox } = desk;
  const bot = first(sandbox.world.bots);
  bot.endpoints.push({ name: 'end', attribute: 'last', node: 'goodbye' });
  expect((await deliver(desk, { endpoint: 'end' })).status).toBe(200);
  expect(sandbox.sessions.view(first(bot.sessions))?.now).toEqual({ kind: 'ended' });
}

test('data for a running session is accepted and kept as it came', async () => {
  const desk = await openDesk();
  const answer = await deliver(desk);
  expect(answer).toMatchObject({ status: 200, json: { status: 'ok' } });
  const { webhookId } = first(desk.sandbox.world.bots);
  expect(desk.sandbox.deliveries).toEqual([{ at: NOW, webhookId, endpoint: 'customer-data', ...goodBody(desk) }]);
  expect(desk.sandbox.requests).toHaveLength(1);
  expect(variablesOf(desk)).toEqual({ customer: goodBody(desk).data });
});

test('every endpoint of the bot takes data, for its own attribute and at its own node', async () => {
  const desk = await openDesk();
  const { data } = goodBody(desk);
  for (const endpoint of ['customer-data', 'order-status'])
    expect((await deliver(desk, { endpoint })).status).toBe(200);
  expect(desk.sandbox.deliveries.map(({ endpoint }) => endpoint)).toEqual(['customer-data', 'order-status']);
  expect(variablesOf(desk)).toEqual({ customer: data, order_status: data });
  const view = desk.sandbox.sessions.view(goodBody(desk).sessionId);
  expect(view?.messages.map(({ text }) => text)).toEqual([
    'Welcome back, . You are a gold customer.',
    'What can I do for you?',
    'Order : .',
    'What can I do for you?',
  ]);
});

describe('a refreshed token', () => {
  test('makes the old one invalid at once', async () => {
    const desk = await openDesk();
    const bot = first(desk.sandbox.world.bots);
    const old = bot.token;
    const fresh = desk.sandbox.refreshToken(bot.botId);
    expect((await deliver(desk, { authorization: `Bearer ${old}` })).status).toBe(401);
    expect((await deliver(desk, { authorization: `Bearer ${fresh}` })).status).toBe(200);
    expect(fresh).not.toBe(old);
    expect(bot.token).toBe(fresh);
    expect(desk.sandbox.deliveries).toHaveLength(1);
  });

  test('is for a bot that exists', async () => {
    const { sandbox } = await openDesk();
    expect(() => sandbox.refreshToken('other')).toThrow('There is no bot other');
  });
});

test.each<[string, (body: ReturnType<typeof goodBody>, token: string) => Delivery]>([
  ['fields that nobody asked for', (body) => ({ body: { ...body, botid: 7, more: [null] } })],
  ['no fields in the data', (body) => ({ body: { ...body, data: {} } })],
  ['another form of the type', () => ({ type: 'Application/JSON;charset=utf-8' })],
  ['another form of the scheme', (_, token) => ({ authorization: `bearer  ${token}` })],
  ['names that objects have', (body) => ({ body: JSON.stringify(body).replace('"plan"', '"__proto__"') })],
  ['almost too much', (body) => ({ body: { ...body, data: { text: 'x'.repeat(65_000) } } })],
  ['almost too deep', (body) => ({ body: { ...body, data: nested(90) } })],
])('%s: taken', async (_, changes) => {
  const desk = await openDesk();
  const delivery = changes(goodBody(desk), first(desk.sandbox.world.bots).token);
  expect((await deliver(desk, delivery)).status).toBe(200);
  expect(desk.sandbox.deliveries).toHaveLength(1);
  const { body } = delivery;
  const sent: unknown = typeof body === 'string' ? JSON.parse(body) : (body ?? goodBody(desk));
  expect(sent).toMatchObject({ data: first(desk.sandbox.deliveries).data });
});

function nested(depth: number): Record<string, unknown> {
  return depth === 0 ? {} : { a: nested(depth - 1) };
}

const REFUSED: readonly [string, number, (body: ReturnType<typeof goodBody>, token: string) => Delivery][] = [
  ['no token', 401, () => ({ authorization: null })],
  ['a wrong token', 401, () => ({ authorization: 'Bearer wrong' })],
  ['a token without its scheme', 401, (_, token) => ({ authorization: token })],
  ['a token of another scheme', 401, (_, token) => ({ authorization: `Basic ${token}` })],
  ['a token and more', 401, (_, token) => ({ authorization: `Bearer ${token} ${token}` })],
  ['two tokens', 401, (_, token) => ({ authorization: `Bearer ${token}, Bearer wrong` })],
  ['the token but for its case', 401, (_, token) => ({ authorization: `Bearer ${token.toUpperCase()}` })],
  ['no token and nothing else right', 401, () => ({ authorization: null, endpoint: 'unknown', type: null, body: '{' })],
  ['an unknown webhook', 404, () => ({ webhook: 'unknown' })],
  ['an unknown endpoint', 404, () => ({ endpoint: 'unknown' })],
  ['an endpoint that every object has', 404, () => ({ endpoint: '__proto__' })],
  ['an unknown endpoint and a broken body', 404, () => ({ endpoint: 'unknown', body: '{' })],
  ['a session that is not running', 404, (body) => ({ body: { ...body, sessionId: 'gone' } })],
  ["another bot's id", 400, (body) => ({ body: { ...body, botId: 'other' } })],
  ['no type', 415, () => ({ type: null })],
  ['another type', 415, () => ({ type: 'application/x-www-form-urlencoded' })],
  ['a type that only begins so', 415, () => ({ type: 'application/jsonp' })],
  ['no body', 400, () => ({ body: '' })],
  ['no JSON', 400, () => ({ body: '{' })],
  ['a list', 400, (body) => ({ body: [body] })],
  ['null', 400, () => ({ body: null })],
  ['a missing session', 400, ({ botId, data }) => ({ body: { botId, data } })],
  ['an empty session', 400, (body) => ({ body: { ...body, sessionId: '' } })],
  ['a session that is a number', 400, (body) => ({ body: { ...body, sessionId: 7 } })],
  ['a missing bot', 400, ({ sessionId, data }) => ({ body: { sessionId, data } })],
  ['a bot that is null', 400, (body) => ({ body: { ...body, botId: null } })],
  ['missing data', 400, ({ sessionId, botId }) => ({ body: { sessionId, botId } })],
  ['data that is a list', 400, (body) => ({ body: { ...body, data: [1] } })],
  ['data that is null', 400, (body) => ({ body: { ...body, data: null } })],
  ['data that is text', 400, (body) => ({ body: { ...body, data: '{"plan":"gold"}' } })],
  ['data that is too deep', 413, (body) => ({ body: { ...body, data: nested(200) } })],
  [
    'data that is 10,000 levels deep',
    413,
    (body) => ({ body: JSON.stringify(body).replace('null', `${'['.repeat(10_000)}${']'.repeat(10_000)}`) }),
  ],
  ['a body that is too large', 413, (body) => ({ body: { ...body, data: { text: 'x'.repeat(70_000) } } })],
  ['a body of 1 MB', 413, (body) => ({ body: { ...body, data: { text: 'x'.repeat(1024 * 1024) } } })],
  ['reading', 405, () => ({ method: 'GET' })],
  ['another way of writing', 405, () => ({ method: 'PUT' })],
];

test.each(REFUSED)('%s: %i, and nothing is kept', async (_, status, changes) => {
  const desk = await openDesk();
  const answer = await deliver(desk, changes(goodBody(desk), first(desk.sandbox.world.bots).token));
  expect(answer).toMatchObject({ status, json: { error: like(/./) } });
  expect(answer.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(answer.headers.get('Allow')).toBe(status === 405 ? 'POST' : null);
  expect(desk.sandbox.deliveries).toEqual([]);
  expect(variablesOf(desk)).toEqual({});
});

test('a session that has ended takes nothing', async () => {
  const desk = await openDesk();
  await endSession(desk);
  expect(await deliver(desk)).toMatchObject({ status: 404, json: { error: 'The session has ended' } });
  expect(variablesOf(desk)).toEqual({ last: goodBody(desk).data });
});

test('a session holds so much over all its data, and no more', async () => {
  const desk = await openDesk();
  const body = { ...goodBody(desk), data: { text: 'x'.repeat(40_000) } };
  expect((await deliver(desk, { body })).status).toBe(200);
  expect((await deliver(desk, { body, endpoint: 'order-status' })).status).toBe(413);
  // In place of what was there, it fits.
  expect((await deliver(desk, { body })).status).toBe(200);
  expect(Object.keys(variablesOf(desk) ?? {})).toEqual(['customer']);
});

describe('what only a socket can send', () => {
  /** The status of an answer to exactly these header lines, and a body in chunks without its length. */
  async function statusOf(
    { sandbox }: Desk<Sandbox>,
    headers: Readonly<Record<string, string | string[]>>,
    chunks: readonly string[],
  ): Promise<number | undefined> {
    const { webhookId } = first(sandbox.world.bots);
    const asked = request(sandbox.url + pathOf(webhookId, 'customer-data'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', ...headers },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      asked.once('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.once('error', reject);
    });
    for (const chunk of chunks) asked.write(chunk);
    asked.end();
    return answered;
  }

  test('a body in chunks: taken, and refused when it is too large', async () => {
    const desk = await openServedDesk();
    const headers = { Authorization: `Bearer ${first(desk.sandbox.world.bots).token}` };
    const body = JSON.stringify(goodBody(desk));
    expect(await statusOf(desk, headers, [body.slice(0, 20), body.slice(20)])).toBe(200);
    expect(
      await statusOf(
        desk,
        headers,
        Array.from({ length: 20 }, () => 'x'.repeat(10_000)),
      ),
    ).toBe(413);
    expect(desk.sandbox.deliveries).toHaveLength(1);
  });

  test.each([
    ['in the middle', (body: string) => body.slice(0, -20)],
    ['where it could be whole', (body: string) => body],
  ])('a body that is cut off %s', async (_, cut) => {
    const { sandbox } = await openServedDesk();
    const { webhookId, token } = first(sandbox.world.bots);
    const body = JSON.stringify(goodBody({ sandbox }));
    const { hostname, port } = new URL(sandbox.url);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST ${pathOf(webhookId, 'customer-data')} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length + 1}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${cut(body)}`);
    socket.on('error', () => {});
    while (sandbox.requests.length === 0) await new Promise(setImmediate);
    expect(sandbox.requests).toMatchObject([{ status: 400 }]);
    expect(sandbox.deliveries).toEqual([]);
  });

  test('two headers with a token, be it the same', async () => {
    const desk = await openServedDesk();
    const token = `Bearer ${first(desk.sandbox.world.bots).token}`;
    const body = [JSON.stringify(goodBody(desk))];
    for (const Authorization of [
      [token, 'Bearer wrong'],
      ['Bearer wrong', token],
      [token, token],
    ]) {
      expect(await statusOf(desk, { Authorization }, body)).toBe(401);
    }
    expect(desk.sandbox.deliveries).toEqual([]);
  });
});

describe('the ways to refuse', () => {
  const WAYS: Readonly<Record<string, (status: number) => number>> = {
    error: (status) => status,
    error_list: (status) => status,
    text: (status) => status,
    bad_request: () => 400,
    forbidden: (status) => (status === 401 || status === 404 ? 403 : status),
  };

  test('are all known here', () => {
    expect(DIMENSIONS.find(({ name }) => name === 'webhook_refusals')?.values).toEqual(Object.keys(WAYS));
  });

  test.each(['error', 'error_list', 'text', 'bad_request', 'forbidden'] as const)('%s', async (way) => {
    const desk = await openDesk({ dialect: { webhook_refusals: way } });
    const { token } = first(desk.sandbox.world.bots);
    for (const [name, usual, changes] of REFUSED) {
      const { status, json, text, headers } = await deliver(desk, changes(goodBody(desk), token));
      const expected = WAYS[way]?.(usual) ?? 0;
      expect([name, status]).toEqual([name, expected]);
      if (way === 'text') {
        expect(json).toBeUndefined();
        expect(text).toMatch(/^\S.*\S$/);
      } else if (way === 'error_list') {
        const { error } = ErrorList.parse(json);
        expect(error.map(({ code }) => code)).toEqual(error.map(() => usual));
      } else expect(json).toEqual({ error: like(/./) });
      expect(headers.get('WWW-Authenticate')).toBe(expected === 401 ? 'Bearer' : null);
    }
    expect(desk.sandbox.deliveries).toEqual([]);
    expect((await deliver(desk)).status).toBe(200);
  });

  test('the list has an entry for each field that is wrong', async () => {
    const desk = await openDesk({ dialect: { webhook_refusals: 'error_list' } });
    const { json } = await deliver(desk, { body: { ...goodBody(desk), sessionId: 7, data: null } });
    expect(json).toEqual({
      error: [
        { code: 400, message: like(/^sessionId: /) },
        { code: 400, message: like(/^data: /) },
      ],
    });
  });
});

test('data for a session that is not running may look as if it were taken, and nothing is kept', async () => {
  const desk = await openDesk({ dialect: { webhook_session: 'taken', webhook_answer: 'accepted' } });
  const unknown = { body: { ...goodBody(desk), sessionId: 'gone' } };
  expect((await deliver(desk, unknown)).status).toBe(202);
  expect(desk.sandbox.deliveries).toEqual([]);

  // Everything else is as it was.
  expect((await deliver(desk, { authorization: null })).status).toBe(401);
  expect((await deliver(desk, { body: { ...goodBody(desk), data: nested(200) } })).status).toBe(413);
  expect((await deliver(desk)).status).toBe(202);
  expect(variablesOf(desk)).toEqual({ customer: goodBody(desk).data });
});

test('an ended session may look as if it took data, too', async () => {
  const desk = await openDesk({ dialect: { webhook_session: 'taken', webhook_answer: 'text' } });
  await endSession(desk);
  expect(await deliver(desk)).toMatchObject({ status: 200, text: 'OK' });
  expect(variablesOf(desk)).toEqual({ last: goodBody(desk).data });
  expect(desk.sandbox.deliveries).toHaveLength(1);
});
