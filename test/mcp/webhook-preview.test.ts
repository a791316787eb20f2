import { expect, test } from 'vitest';
import { sandboxAccount } from '../../src/commands/sandbox-account.ts';
import { first, smallWorld, startDesk } from './desk.ts';

// Who decides by a preview sees everything that would be sent.

async function preview(data: object): Promise<string> {
  const world = smallWorld();
  const { webhook } = sandboxAccount({ url: 'http://127.0.0.1:9', world });
  await using desk = await startDesk(world, { webhook });
  const bot = first(webhook.bots);
  const { content } = await desk.client.callTool({
    name: 'send_chatbot_webhook',
    arguments: { bot: bot.name, endpoint: first(bot.endpoints).name, session_id: 's', data, preview: true },
  });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

test('what shows nothing is written out', async () => {
  const text = await preview({ note: 'pay\u200Bme\u202E now\u00A0\u{E0041}\u2028', plain: 'Grüße 你好' });
  expect(text).toContain(String.raw`pay\u200bme\u202e now\u00a0\udb40\udc41\u2028`);
  expect(text).toContain('Grüße 你好');
});

test('what is shown means exactly what would be sent', async () => {
  const data = {
    note: '&lt;b&gt; &amp; <img src=x> ![a](http://x) [b](javascript:alert(1)) data:text/html,x https://a.example e\u0301',
    'a key: <i>': ['ftp://x', '10:30', '| ** `', 'ab\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301c'],
  };
  const text = await preview(data);
  const [, json = ''] = /"data": (\{.*\})/s.exec(text) ?? /(\{.*\})/s.exec(text) ?? [];
  expect(JSON.parse(json)).toEqual(data);
});

test('what is cut is counted', async () => {
  const data = { note: 'x'.repeat(5000) };
  const cut = JSON.stringify(data, null, 2).length - 4000;
  expect(await preview(data)).toContain(`… ${cut} more characters would be sent.`);
});
