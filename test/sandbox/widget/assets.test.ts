import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { first, openDesk, smallWorld } from '../desk.ts';

const FOLDER = new URL('../../../src/sandbox/widget/browser/', import.meta.url);

test('any site gets the files of the widget, and nothing else of the folder', async () => {
  const { send } = await openDesk();
  for (const name of readdirSync(FOLDER)) {
    const { status, headers } = await send(`/widget/${name}`);
    expect([name, status]).toEqual([name, name === 'tsconfig.json' ? 404 : 200]);
    if (status !== 200) continue;
    expect(headers.get('Content-Type')).toMatch(name.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
  for (const path of ['..%2fassets.ts', '%2e%2e/assets.ts', '__proto__', 'nothing.js']) {
    expect((await send(`/widget/${path}`)).status).toBe(404);
  }
});

test('the page of the widget alone is that of the first bot, escaped', async () => {
  const world = smallWorld();
  const bot = first(world.bots);
  bot.name = '<script>alert(1)</script>';
  const { send } = await openDesk({ world });
  const page = await send('/widget/');
  expect(page.text).toContain(`data-chatbot-id="${bot.botId}"`);
  expect(page.text).not.toContain(bot.name);
  expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect((await send('/widget')).text).toBe(page.text);
  world.bots.splice(0);
  expect((await send('/widget/')).status).toBe(404);
});
