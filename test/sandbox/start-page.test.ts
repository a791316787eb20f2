import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { createService } from '../../src/sandbox/service.ts';
import { basic, openDesk, smallWorld } from './desk.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a browser that asks for the address gets a page with the logins, the limit and a request that works', async () => {
  const desk = await openDesk({ requestsPerMinute: 77, pageSize: 23 });
  const { status, text, headers } = await desk.send('/', { headers: BROWSER });
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toMatch(/^text\/html/);
  for (const { email, password } of Object.values(desk.sandbox.world.account)) {
    expect(text).toContain(`>${email}<`);
    expect(text).toContain(`>${password}<`);
  }
  expect(text).toMatch(/77 requests a minute/);
  expect(text).toMatch(/23 rows/);
  const [, login = '', address = ''] = /curl --user '(.+?)' '(.+?)'/.exec(text) ?? [];
  const [, email = '', password = ''] = /^(.+?):(.+)$/.exec(login) ?? [];
  const asked = await fetch(address, { headers: { Authorization: basic({ email, password }) } });
  expect([asked.status, address]).toEqual([200, `${desk.sandbox.url}/api/chats/?page_no=1`]);
  expect(await asked.json()).toHaveLength(23);
});

test('its links lead to pages that there are', async () => {
  const desk = await openDesk();
  const { text } = await desk.send('/', { headers: BROWSER });
  const links = [...text.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) => link).filter((link) => link !== 'data:,');
  expect(links).toEqual(['/widget/', '/settings/']);
  for (const link of links) expect([link, (await desk.send(link)).status]).toEqual([link, 200]);
});

test('it tells the dialects and the faults in force, the shop and a question, as they are when it is asked', async () => {
  let shopUrl = 'http://127.0.0.1:1';
  const desk = await openDesk({
    dialect: { order: 'shuffled', past_end: '404' },
    surroundings: () => ({ faults: ['500=0.05'], question: 'TOKEN=x ask "what"', shopUrl }),
  });
  shopUrl = 'http://127.0.0.1:2';
  const { text } = await desk.send('/', { headers: BROWSER });
  for (const words of ['order=shuffled', 'past_end=404', '500=0.05', 'TOKEN=x ask &quot;what&quot;']) {
    expect(text).toContain(`<code>${words}</code>`);
  }
  expect(text).toContain('href="http://127.0.0.1:2/back-office"');
});

test.each([
  ['a program asks', { Accept: '*/*' }, 'GET'],
  ['nobody says what they read', {}, 'GET'],
  ['something is sent', BROWSER, 'POST'],
])('the address stays as the service has it when %s', async (_, headers, method) => {
  const desk = await openDesk();
  const { status, json } = await desk.send('/', { headers, method });
  expect([status, json]).toEqual([404, { error: [{ code: 404, message: 'No such resource.' }] }]);
  expect(desk.sandbox.requests).toHaveLength(1);
});

test('a browser gets the API as every other does, and the page counts as no request and has no fault', async () => {
  const desk = await openDesk({ faults: () => '500' });
  expect((await desk.send('/', { headers: BROWSER })).status).toBe(200);
  expect(desk.sandbox.requests).toEqual([]);
  const { status, headers } = await desk.send('/api/agents/', { headers: BROWSER });
  expect([status, headers.get('Content-Type')]).toEqual([500, 'application/json']);
});

test('nothing loads or frames the page, and what is hostile in the world shows as text', async () => {
  const world = smallWorld();
  world.account.agent.email = `"><script>alert(1)</script>'@example.com`;
  const desk = await openDesk({
    world,
    surroundings: () => ({ faults: ['<img src=x>'], question: '</code><script>', shopUrl: '"><script>' }),
  });
  const { text, headers } = await desk.send('/', { headers: BROWSER });
  expect(text).not.toMatch(/<script|<img/);
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(parse(text).childNodes).toHaveLength(2);
});

test('a name that somebody else let point here gets no logins', async () => {
  const service = createService({ world: smallWorld() });
  const response = await service.fetch(new Request('http://rebound.example/', { headers: BROWSER }));
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain('password');
});

test('a desk without a bot has no links to one', async () => {
  const world = smallWorld();
  world.bots.length = 0;
  const { text } = await (await openDesk({ world })).send('/', { headers: BROWSER });
  expect(text).not.toContain('/widget/');
});
