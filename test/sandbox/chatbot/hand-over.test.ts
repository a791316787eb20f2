import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { handOver } from '../../../src/sandbox/chatbot/hand-over.ts';
import { listening } from '../../browser/listening.ts';
import { freePort } from '../../support/free-port.ts';

const REQUEST = { sessionId: 'session-1', botId: 'bot-1', data: { name: 'Zoë', plan: 'Gold' } };
const ADDRESS = 'http://service.test/hook/customer-data';
const token = () => 'x';

test('the POST of section 4.5, with the token as it is now', async () => {
  const seen: unknown[] = [];
  const send = async (request: Request): Promise<Response> => {
    const { method, url, headers, redirect } = request;
    seen.push([method, url, headers.get('Authorization'), headers.get('Content-Type'), redirect, await request.json()]);
    return new Response(null, { status: 202 });
  };
  for (const now of ['first', 'second']) {
    expect(await handOver(REQUEST, { address: ADDRESS, token: () => now, send })).toBe('taken');
  }
  expect(seen).toEqual(
    ['first', 'second'].map((now) => ['POST', ADDRESS, `Bearer ${now}`, 'application/json', 'error', REQUEST]),
  );
});

test.each([
  [302, 'unknown'],
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('an answer with status %i is %s', async (status, outcome) => {
  const send = async (): Promise<Response> => new Response('{"error":"no"}', { status });
  expect(await handOver(REQUEST, { address: ADDRESS, token, send })).toBe(outcome);
});

test('a redirect is not followed, a cut or silent connection is unknown, and where nobody listens nothing was taken', async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    paths.push(incoming.url);
    if (incoming.url === '/redirect') outgoing.writeHead(307, { Location: '/elsewhere' }).end();
    else if (incoming.url === '/cut') incoming.socket.destroy();
  });
  const origin = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  for (const path of ['redirect', 'cut']) {
    expect(await handOver(REQUEST, { address: `${origin}${path}`, token })).toBe('unknown');
  }
  expect(await handOver(REQUEST, { address: `${origin}silent`, token, timeout: 50 })).toBe('unknown');
  expect(paths).not.toContain('/elsewhere');
  expect(await handOver(REQUEST, { address: `http://127.0.0.1:${await freePort()}/`, token })).toBe('refused');
});
