import { createServer } from 'node:https';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LOCAL_CALLER } from '../../src/model/caller.ts';
import { InvalidArgument, UnreadableAnswer, UntrustedCertificate, WebhookUnreachable } from '../../src/model/errors.ts';
import { Secret } from '../../src/model/text/secret.ts';
import { createTransport } from '../../src/upstream/transport/transport.ts';
import { createWebhook, type RecordCall } from '../../src/upstream/webhook/webhook.ts';
import { startSink } from '../support/sink.ts';
import { authority, expired, good, leafKey, ofAnotherHost } from './authority.ts';
import { certificate, key } from '../../src/sandbox/certificate.ts';
import { clientOf, json, patient, startService, type Answerer } from './service.ts';

// A credential leaves for the one origin that it was configured for, over a connection that is what it claims to be.

const REDIRECTS = [301, 302, 303, 307, 308] as const;
/** From a service at http://127.0.0.1:own: another scheme, host or port, each written as some server does. */
const ELSEWHERE: readonly (readonly [name: string, to: (port: number, own: string) => string])[] = [
  ['another port', (port) => `http://127.0.0.1:${port}/reporting/api/agents/`],
  ['another host', (port) => `http://localhost:${port}/reporting/api/agents/`],
  ['another scheme', (port) => `https://127.0.0.1:${port}/reporting/api/agents/`],
  ['an address without a scheme', (port) => `//127.0.0.1:${port}/reporting/api/agents/`],
  ['a login in front of another host', (port, own) => `http://${own}@127.0.0.1:${port}/`],
];
const CASES = REDIRECTS.flatMap((status) => ELSEWHERE.map(([name, to]) => [status, name, to] as const));

const redirectTo =
  (status: number, location: () => string): Answerer =>
  (response) => {
    response.writeHead(status, { location: location() }).end();
  };

const unrecorded: RecordCall = () => Promise.resolve(() => Promise.resolve());
const bot = {
  name: 'shop',
  botId: 'b',
  webhookId: 'w',
  readToken: () => new Secret('canary-token-0815'),
  endpoints: ['order'],
};
const call = { bot: 'shop', endpoint: 'order', sessionId: 's', data: { a: 1 }, caller: LOCAL_CALLER.id };

test.each(CASES)(
  'E1: a GET redirected by %i to %s is an error, and nothing arrives there',
  async (status, _name, to) => {
    await using sink = await startSink();
    await using service = await startService(redirectTo(status, () => to(sink.port, service.baseUrl.host)));
    await using client = clientOf(service.baseUrl);
    const asked = client.listAgents(1, patient());
    await expect(asked).rejects.toThrow(UnreadableAnswer);
    await expect(asked).rejects.toThrow(`redirects to another address (HTTP ${status})`);
    expect(service.asked).toHaveLength(1);
    expect(sink.arrived()).toBe(0);
  },
);

test.each(CASES)(
  'E1: a webhook call redirected by %i to %s is not followed, and nothing arrives',
  async (status, _name, to) => {
    await using sink = await startSink();
    await using service = await startService(redirectTo(status, () => to(sink.port, service.baseUrl.host)));
    const webhook = createWebhook({ baseUrl: service.baseUrl, bots: [bot], record: unrecorded });
    expect(await webhook.prepare(call).send({ signal: patient().signal })).toStrictEqual({
      // The first three may follow a POST that was taken.
      outcome: status <= 303 ? 'unknown' : 'refused',
      status,
    });
    await webhook.close();
    expect(service.asked).toHaveLength(1);
    expect(sink.arrived()).toBe(0);
  },
);

test('E1: what sends a credential cannot be given an address of another origin', async () => {
  await using sink = await startSink();
  const transport = createTransport({ origin: `http://127.0.0.1:${sink.port + 1}` });
  for (const address of [
    `http://127.0.0.1:${sink.port}/`,
    `https://127.0.0.1:${sink.port + 1}/`,
    `http://localhost:${sink.port}/`,
  ]) {
    await expect(transport.get(new URL(address), {}, patient().signal)).rejects.toThrow(TypeError);
    await expect(transport.post(new URL(address), {}, '', patient())).rejects.toThrow(TypeError);
  }
  await transport.close();
  expect(sink.arrived()).toBe(0);
});

const HOSTILE_IDS = [
  '..',
  '.',
  '../agents',
  '%2e%2e%2fagents',
  '..\\agents',
  'https://evil.example',
  '//evil.example',
  '1\r\nX-Injected: 1',
  '1%0d%0aX',
  '１',
  '1?agent_id=2',
  '1#',
  '',
];

test.each(HOSTILE_IDS)('E2: %j is the name of no bot and no endpoint, and nothing leaves', async (name) => {
  await using service = await startService((response) => json(response, 200, {}));
  const webhook = createWebhook({ baseUrl: service.baseUrl, bots: [bot], record: unrecorded });
  expect(() => webhook.prepare({ ...call, bot: name })).toThrow(InvalidArgument);
  expect(() => webhook.prepare({ ...call, endpoint: name })).toThrow(InvalidArgument);
  await webhook.close();
  expect(service.asked).toStrictEqual([]);
});

test.each(HOSTILE_IDS)('E3: a session id stays in the body: %j', async (sessionId) => {
  await using service = await startService((response) => json(response, 200, {}));
  const webhook = createWebhook({ baseUrl: service.baseUrl, bots: [bot], record: unrecorded });
  await webhook.prepare({ ...call, sessionId }).send({ signal: patient().signal });
  await webhook.close();
  expect(service.asked.map(({ url, body }) => [url, body])).toStrictEqual([
    [
      '/reporting/chat-websocket/api/webhook/v1/chatbot/w/order',
      JSON.stringify({ sessionId, botId: 'b', data: { a: 1 } }),
    ],
  ]);
});

describe('E4: a certificate', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  async function askBehind(cert: string, privateKey: string, ca?: string) {
    let requests = 0;
    const server = createServer({ key: privateKey, cert }, (_request, response) => {
      requests += 1;
      json(response, 200, []);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const baseUrl = new URL(`https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    const webhook = createWebhook({ baseUrl, bots: [bot], record: unrecorded, ca });
    await using client = clientOf(baseUrl, { ca });
    const [read, sent] = await Promise.allSettled([
      client.listAgents(1, patient()),
      webhook.prepare(call).send({ signal: patient().signal }),
    ]);
    await webhook.close();
    server.closeAllConnections();
    server.close();
    return { read, sent, requests };
  }

  const refused = (asked: Awaited<ReturnType<typeof askBehind>>): void => {
    const reasons = [asked.read, asked.sent].map((one): unknown => one.status === 'rejected' && one.reason);
    expect(reasons[0]).toBeInstanceOf(UntrustedCertificate);
    expect(reasons[1]).toBeInstanceOf(WebhookUnreachable);
    expect(asked.requests).toBe(0);
  };

  test('that a configured authority signed is trusted', async () => {
    const { read, sent, requests } = await askBehind(good, leafKey, authority);
    expect(read.status).toBe('fulfilled');
    expect(sent).toMatchObject({ value: { outcome: 'accepted' } });
    expect(requests).toBe(2);
  });

  test('that the authority is not named for is refused', async () => refused(await askBehind(good, leafKey)));
  test('of another host is refused', async () => refused(await askBehind(ofAnotherHost, leafKey, authority)));
  test('that has expired is refused', async () => refused(await askBehind(expired, leafKey, authority)));
  test('that nobody signed is refused', async () => refused(await askBehind(certificate, key, authority)));

  test('is verified whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    refused(await askBehind(ofAnotherHost, leafKey, authority));
  });
});
