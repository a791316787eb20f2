import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';
import { sharedBrowser } from './browser.ts';
import { pictureOf } from './circle.ts';

test.each([
  [320, 'light'],
  [320, 'dark'],
  [1200, 'light'],
  [1200, 'dark'],
] as const)('the start page fits into %i pixels, %s, and asks nobody else', async (width, colorScheme) => {
  const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
  await using open = new AsyncDisposableStack();
  const sandbox = await startSandbox({
    world,
    dialect: { order: 'shuffled', limit_scope: 'endpoint' },
    surroundings: () => ({
      faults: ['500=0.05', '429_nothing@3'],
      shopUrl: 'http://127.0.0.1:9',
      question: `SANDBOX_BOT_TOKEN=${'x'.repeat(40)} chat-operations-mcp call get_support_performance '{"period":"last_7_days"}' --config sandbox.json`,
    }),
  });
  open.defer(sandbox.close);
  const context = await (await sharedBrowser()).newContext({ viewport: { width, height: 900 }, colorScheme });
  open.defer(async () => context.close());
  const asked: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('console', (message) => complaints.push(message.text()));
  const page = await context.newPage();
  await page.goto(sandbox.url);
  await page.locator('summary').click();
  expect(await page.evaluate<unknown>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width, height: 2600 });
  await page.evaluate('scrollTo(0, 0)');
  await pictureOf(page, `start-page-${width}-${colorScheme}`);
  await page.getByRole('link', { name: 'Webhook settings' }).click();
  expect(await page.title()).toBe('Webhook settings');
  expect(asked.filter((url) => !url.startsWith(sandbox.url) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
  expect(sandbox.requests).toEqual([]);
});
