import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { handOverByWebhook } from '../../../src/sandbox/shop/hand-over.ts';
import { freePort } from '../../support/free-port.ts';

const REQUEST = {
  sessionId: 'session-1',
  botId: 'bot-1',
  customer: { name: 'Zoë', plan: 'Gold', customer_number: '7' },
};

/** A webhook for one test. */
async function webhook(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('No address');
  return `http://127.0.0.1:${address.port}`;
}

test('the POST of section 4.5, with the token as it is now', async () => {
  const seen: unknown[] = [];
  const origin = await webhook((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
    incoming.on('end', () => {
      const { authorization, 'content-type': type } = incoming.headers;
      seen.push([incoming.method, incoming.url, authorization, type, JSON.parse(body)]);
      outgoing.writeHead(202).end();
    });
  });
  let token = 'first';
  const handOver = handOverByWebhook({ address: `${origin}/hook/customer-data`, token: () => token });
  expect(await handOver(REQUEST)).toEqual({ outcome: 'taken' });
  token = 'second';
  await handOver(REQUEST);
  const body = { sessionId: 'session-1', botId: 'bot-1', data: REQUEST.customer };
  expect(seen).toEqual(
    ['first', 'second'].map((one) => ['POST', '/hook/customer-data', `Bearer ${one}`, 'application/json', body]),
  );
});

test.for([
  [400, { outcome: 'refused', status: 400 }],
  [401, { outcome: 'refused', status: 401 }],
  [404, { outcome: 'refused', status: 404 }],
  [500, { outcome: 'unknown' }],
  [503, { outcome: 'unknown' }],
] as const)('an answer with status %i', async ([status, outcome]) => {
  const address = await webhook((_incoming, outgoing) => void outgoing.writeHead(status).end('{"error":"no"}'));
  expect(await handOverByWebhook({ address, token: () => 'x' })(REQUEST)).toEqual(outcome);
});

test('a redirect is not followed: the token stays here', async () => {
  let elsewhere = 0;
  const other = await webhook((_incoming, outgoing) => {
    elsewhere += 1;
    outgoing.end();
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const address = await webhook((_incoming, outgoing) => void outgoing.writeHead(status, { Location: other }).end());
    expect(await handOverByWebhook({ address, token: () => 'x' })(REQUEST)).toEqual({ outcome: 'unknown' });
  }
  expect(elsewhere).toBe(0);
});

test('nobody knows: no answer in time, a connection that is cut', async () => {
  const silent = await webhook(() => {});
  expect(await handOverByWebhook({ address: silent, token: () => 'x', timeout: 50 })(REQUEST)).toEqual({
    outcome: 'unknown',
  });
  const cutting = await webhook((incoming) => void incoming.socket.destroy());
  expect(await handOverByWebhook({ address: cutting, token: () => 'x' })(REQUEST)).toEqual({ outcome: 'unknown' });
});

test('a port where nobody listens has taken nothing', async () => {
  const handOver = handOverByWebhook({ address: `http://127.0.0.1:${await freePort()}/`, token: () => 'x' });
  expect(await handOver(REQUEST)).toEqual({ outcome: 'refused', status: 503 });
});
