import { describe, expect, test } from 'vitest';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { InvalidArgument, InvalidConfiguration, WebhookUnreachable } from '../../../src/model/errors.ts';
import { Secret } from '../../../src/model/text/secret.ts';
import { seconds } from '../../../src/model/time/units.ts';
import type { Stops } from '../../../src/upstream/transport/posting.ts';
import {
  createWebhook,
  type RecordCall,
  type Webhook,
  type WebhookBot,
} from '../../../src/upstream/webhook/webhook.ts';
import { startRawServer } from '../raw-server.ts';
import { json, startSecureService, startService, type Answerer } from '../service.ts';
import { heldTimeLimit } from '../time-limit.ts';

const bot: WebhookBot = {
  name: 'shop',
  botId: 'bot-1',
  webhookId: 'w/7?#',
  readToken: () => new Secret('canary-token-0815'),
  endpoints: ['order placed', '..%2f'],
};
const call = {
  bot: 'shop',
  endpoint: 'order placed',
  sessionId: 's-1',
  data: { b: 1, a: ['ü'] },
  caller: LOCAL_CALLER.id,
};
const unrecorded: RecordCall = () => Promise.resolve(() => Promise.resolve());
const nobodyCancels = (): AbortSignal => new AbortController().signal;

function webhookOf(baseUrl: URL): Webhook & AsyncDisposable {
  const webhook = createWebhook({ baseUrl, bots: [bot], record: unrecorded, answerWithin: seconds(10) });
  return { ...webhook, [Symbol.asyncDispose]: () => webhook.close() };
}

test('E1: a call is the one of the specification, with the token in its header only', async () => {
  await using service = await startService((response) => json(response, 200, {}));
  await using webhook = webhookOf(service.baseUrl);
  expect(await webhook.prepare(call).send({ signal: nobodyCancels() })).toStrictEqual({
    outcome: 'accepted',
    status: 200,
  });
  await webhook.prepare({ ...call, endpoint: '..%2f' }).send({ signal: nobodyCancels() });
  const link = '/reporting/chat-websocket/api/webhook/v1/chatbot/w%2F7%3F%23';
  const sent = {
    method: 'POST',
    authorization: 'Bearer canary-token-0815',
    contentType: 'application/json',
    body: '{"sessionId":"s-1","botId":"bot-1","data":{"b":1,"a":["ü"]}}',
  };
  expect(service.asked).toStrictEqual([
    { ...sent, url: `${link}/order%20placed` },
    { ...sent, url: `${link}/..%252f` },
  ]);
});

const silence: Answerer = () => {};
const hangUp: Answerer = (response) => response.destroy();
const endless: Answerer = (response) => response.writeHead(200).write('{');
const status =
  (status: number): Answerer =>
  (response) => {
    response.writeHead(status, status < 400 && status >= 300 ? { location: '/elsewhere' } : {}).end();
  };

test.each([
  ['201', status(201), { outcome: 'accepted', status: 201 }],
  ['204', status(204), { outcome: 'accepted', status: 204 }],
  ['a body that never ends', endless, { outcome: 'accepted', status: 200 }],
  ['301', status(301), { outcome: 'unknown', status: 301 }],
  ['302', status(302), { outcome: 'unknown', status: 302 }],
  ['303', status(303), { outcome: 'unknown', status: 303 }],
  ['307', status(307), { outcome: 'refused', status: 307 }],
  ['308', status(308), { outcome: 'refused', status: 308 }],
  ['401', status(401), { outcome: 'refused', status: 401 }],
  ['404', status(404), { outcome: 'refused', status: 404 }],
  ['408', status(408), { outcome: 'unknown', status: 408 }],
  ['421', status(421), { outcome: 'refused', status: 421 }],
  ['429', status(429), { outcome: 'refused', status: 429 }],
  ['500', status(500), { outcome: 'unknown', status: 500 }],
  ['503', status(503), { outcome: 'unknown', status: 503 }],
  ['a hang-up', hangUp, { outcome: 'unknown' }],
] as const)('%s is an outcome, and the call was sent once', async (_name, answer, outcome) => {
  await using service = await startService(answer);
  await using webhook = webhookOf(service.baseUrl);
  expect(await webhook.prepare(call).send({ signal: nobodyCancels() })).toStrictEqual(outcome);
  expect(service.asked).toHaveLength(1);
});

test('silence leaves the outcome unknown', async () => {
  const limit = heldTimeLimit();
  await using service = await startService(limit.isOver);
  await using webhook = webhookOf(service.baseUrl);
  expect(await webhook.prepare(call).send({ signal: nobodyCancels() })).toStrictEqual({ outcome: 'unknown' });
  expect(service.asked).toHaveLength(1);
});

describe('nothing was sent', () => {
  test('when nobody listens', async () => {
    const service = await startService(silence);
    await service[Symbol.asyncDispose]();
    await using webhook = webhookOf(service.baseUrl);
    await expect(webhook.prepare(call).send({ signal: nobodyCancels() })).rejects.toThrow(WebhookUnreachable);
  });

  test('E4: when the certificate is not trusted', async () => {
    await using service = await startSecureService(silence);
    await using webhook = webhookOf(service.baseUrl);
    await expect(webhook.prepare(call).send({ signal: nobodyCancels() })).rejects.toThrow(WebhookUnreachable);
    expect(service.asked).toStrictEqual([]);
  });

  test('E2: when the bot or the endpoint is not configured, or the call was cancelled before', async () => {
    await using service = await startService(silence);
    await using webhook = webhookOf(service.baseUrl);
    expect(() => webhook.prepare({ ...call, bot: 'https://evil.example' })).toThrow(InvalidArgument);
    expect(() => webhook.prepare({ ...call, endpoint: '../x' })).toThrow(InvalidArgument);
    await expect(webhook.prepare(call).send({ signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(service.asked).toStrictEqual([]);
  });
});

describe('while there is no connection yet, nothing has been sent', () => {
  /** Sends to a server that takes connections, and does not answer the handshake of TLS: `then` is called in the middle. */
  async function sentToSpeechless(stops: Stops, then: () => void) {
    await using server = await startRawServer({ begun: then });
    await using webhook = webhookOf(new URL(`https://127.0.0.1:${server.port}`));
    return await webhook.prepare(call).send(stops);
  }

  test('when the yes is withdrawn', async () => {
    const withdrawal = new AbortController();
    const stops = { signal: nobodyCancels(), withdrawn: withdrawal.signal };
    expect(await sentToSpeechless(stops, () => withdrawal.abort())).toStrictEqual({ outcome: 'declined' });
  });

  test('when the call is cancelled', async () => {
    const cancel = new AbortController();
    await expect(sentToSpeechless({ signal: cancel.signal }, () => cancel.abort('no'))).rejects.toBe('no');
  });

  test('when the time is up', async () => {
    const sent = sentToSpeechless({ signal: nobodyCancels() }, heldTimeLimit().isOver);
    await expect(sent).rejects.toThrow('(no connection within 10 seconds)');
  });
});

test('a yes that is withdrawn under way changes nothing: what became of it is told', async () => {
  const withdrawal = new AbortController();
  await using service = await startService((response) => {
    withdrawal.abort();
    json(response, 200, {});
  });
  await using webhook = webhookOf(service.baseUrl);
  const sent = webhook.prepare(call).send({ signal: nobodyCancels(), withdrawn: withdrawal.signal });
  expect(await sent).toStrictEqual({ outcome: 'accepted', status: 200 });
});

test('what a request shows is what leaves, whatever becomes of the data it was made of', async () => {
  await using service = await startService((response) => json(response, 200, {}));
  await using webhook = webhookOf(service.baseUrl);
  const data = { plan: 'gold' };
  const request = webhook.prepare({ ...call, data });
  const { body, digest } = request;
  data.plan = 'platinum';
  expect(Object.isFrozen(request)).toBe(true);
  await request.send({ signal: nobodyCancels() });
  expect(service.asked.map((asked) => asked.body)).toStrictEqual([body]);
  expect(webhook.prepare({ ...call, data: { plan: 'gold' } }).digest).toBe(digest);
  const others = [
    { ...call, data },
    { ...call, data: { plan: 'gold' }, endpoint: '..%2f' },
    { ...call, sessionId: 't' },
  ];
  for (const other of others) expect(webhook.prepare(other).digest).not.toBe(digest);
});

test('a call that is cancelled under way may have arrived', async () => {
  const cancel = new AbortController();
  await using service = await startService(() => cancel.abort());
  await using webhook = webhookOf(service.baseUrl);
  expect(await webhook.prepare(call).send({ signal: cancel.signal })).toStrictEqual({ outcome: 'unknown' });
});

test.each([
  { ...bot, webhookId: '..' },
  { ...bot, webhookId: '' },
  { ...bot, endpoints: ['.'] },
])('E3: a bot that has no address is refused at the start, without its token: %#', (unusable) => {
  const create = (): Webhook =>
    createWebhook({ baseUrl: new URL('https://bots.example'), bots: [unusable], record: unrecorded });
  expect(create).toThrow(InvalidConfiguration);
  expect(create).not.toThrow('canary');
});
