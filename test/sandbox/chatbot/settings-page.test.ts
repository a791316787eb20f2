import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { first, openDesk, type Desk } from '../desk.ts';

const addressOf = ({ sandbox }: Desk): string => `/settings/${first(sandbox.world.bots).botId}/refresh-token`;

async function press(desk: Desk, headers: Readonly<Record<string, string>>, path = addressOf(desk)) {
  return desk.send(path, { method: 'POST', headers, redirect: 'manual' });
}

test('the page shows each bot: link, token, and where its endpoints lead', async () => {
  const desk = await openDesk();
  const { webhookId, token, botId, endpoints, name } = first(desk.sandbox.world.bots);
  const { text, status } = await desk.get('/settings/', null);
  expect(status).toBe(200);
  const link = `${desk.sandbox.url}/chat-websocket/api/webhook/v1/chatbot/${webhookId}`;
  const page = text.replaceAll('<wbr />', '');
  const shown = [
    name,
    botId,
    link,
    token,
    'name, plan',
    'number, state',
    ...endpoints.flatMap(({ name, attribute, node }) => [name, attribute, node]),
  ];
  for (const words of shown) expect(page).toContain(`>${words}<`);
  // On a narrow screen.
  expect(text).toContain(`/<wbr />chatbot/<wbr />${webhookId}`);
});

test('hostile names show as text, and nothing loads or frames the page', async () => {
  const desk = await openDesk();
  const bot = first(desk.sandbox.world.bots);
  bot.name = '"><script>alert(1)</script>';
  first(bot.endpoints).node = '<img src=x onerror=alert(1)>';
  bot.botId = 'a/b?"<';
  const { text, headers } = await desk.get('/settings', null);
  expect(text).not.toMatch(/<script(?! type="module" src="\/widget\/settings\.js"><\/script>)|<img/);
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text).toContain('action="/settings/a%2Fb%3F%22%3C/refresh-token"');
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  expect(parse(text).childNodes).toHaveLength(2);
});

describe('the button', () => {
  test.each([
    ['a browser says so', (_: Desk) => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['an older one names the origin', ({ sandbox }: Desk) => ({ Origin: sandbox.url })],
  ])('refreshes the token when %s', async (_, headers) => {
    const desk = await openDesk();
    const bot = first(desk.sandbox.world.bots);
    const { token } = bot;
    const { status, headers: answered } = await press(desk, headers(desk));
    expect({ status, to: answered.get('Location') }).toEqual({ status: 303, to: '/settings/' });
    expect(bot.token).toMatch(/^sandbox-webhook-[0-9a-f]{16}$/);
    expect(bot.token).not.toBe(token);
    expect((await desk.get('/settings/', null)).text).toContain(bot.token);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['nobody says where it comes from', {}],
    ['it comes from another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' }],
    ['it comes from another port', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' }],
    ['an older browser names another origin', { Origin: 'http://127.0.0.1:1' }],
    ['it comes from a page without an origin', { Origin: 'null' }],
  ])('does nothing when %s', async (_, headers) => {
    const desk = await openDesk();
    const { token } = first(desk.sandbox.world.bots);
    expect((await press(desk, headers)).status).toBe(403);
    expect(first(desk.sandbox.world.bots).token).toBe(token);
  });

  test('of a bot that does not exist', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    expect((await press(await openDesk(), headers, '/settings/gone/refresh-token')).status).toBe(404);
  });

  test('is no link', async () => {
    const desk = await openDesk();
    expect((await desk.get(addressOf(desk), null)).status).toBe(404);
  });
});
