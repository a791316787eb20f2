import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { chatbotsOf, first, smallWorld, startDesk } from '../../mcp/desk.ts';

// Who decides by a preview sees everything that would be sent.

/** A desk with a chatbot that nobody calls. */
async function startChatbotDesk() {
  const world = smallWorld();
  const chatbots = chatbotsOf(world);
  const desk = await startDesk(world, {
    // What it holds by chance may look like a secret.
    ...chatbots,
    bots: chatbots.bots.map((bot) => ({ ...bot, allowSensitive: true })),
  });
  const bot = first(chatbots.bots);
  const preview = async (data: object, sessionId = 's'): Promise<string> => {
    const { content } = await desk.client.callTool({
      name: 'send_chatbot_webhook',
      arguments: { bot: bot.name, endpoint: first(bot.endpoints).name, session_id: sessionId, data, preview: true },
    });
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  };
  return { preview, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
}

const shownIn = (text: string): unknown => {
  const [, json = ''] = /\n```json\n(.*)\n```/s.exec(text) ?? [];
  return JSON.parse(json);
};

test('what shows nothing is written out', async () => {
  await using desk = await startChatbotDesk();
  const text = await desk.preview({ note: 'pay\u200Bme\u202E now\u00A0\u{E0041}\u2028', plain: 'Grüße 你好' });
  expect(text).toContain(String.raw`pay\u200bme\u202e now\u00a0\udb40\udc41\u2028`);
  expect(text).toContain('Grüße 你好');
});

test('what is shown means exactly what would be sent', async () => {
  await using desk = await startChatbotDesk();
  const data = {
    note: '&lt;b&gt; &amp; <img src=x> ![a](http://x) [b](javascript:alert(1)) data:text/html,x https://a.example e\u0301',
    'git+https://a': 'xhttp://evil [1]:Note: C:\\*temp ~~no~~ &://  two   spaces\u2800',
    'k](x: y': [[], {}, [{ deep: [1, [2, 'three']] }]],
    'a key: <i>': ['ftp://x', '10:30', '| ** `', 'ab\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301c'],
  };
  expect(shownIn(await desk.preview(data))).toEqual(data);
});

/** Texts that a renderer may take for something else, or that may not show. */
const PIECES = [
  '&',
  '<',
  '![',
  '](',
  ':',
  '//',
  'javascript',
  'http',
  '#',
  '`',
  '*',
  '|',
  '\\',
  '"',
  '\n',
  '\r',
  '\t',
  ' ',
  '@',
  '\u200B',
  '\u202E',
  '\u00AD',
  '\uFE0F',
  '\u200D',
  '\u0301',
  '\u{E0041}',
  '\u001B[31m',
  '👩‍👩‍👧',
  '🏴',
  '\uD800',
  'lt;',
  'x',
];

test('that holds for any data', async () => {
  await using desk = await startChatbotDesk();
  const pieces = fc.constantFrom(...PIECES);
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  const data = fc.dictionary(text, fc.oneof(text, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 })), {
    minKeys: 1,
    maxKeys: 4,
  });
  await fc.assert(
    fc.asyncProperty(data, async (data) => {
      // What has crossed a wire.
      const given = z.looseObject({}).parse(JSON.parse(JSON.stringify(data)));
      expect(shownIn(await desk.preview(given))).toEqual(given);
    }),
    { numRuns: 150 },
  );
});

test('what would push the rest out of sight does not', async () => {
  await using desk = await startChatbotDesk();
  const text = await desk.preview({
    list: Array.from({ length: 500 }, () => 0),
    note: `a${' '.repeat(300)}b`,
    last: 1,
  });
  expect(text.split('\n').length).toBeLessThan(20);
  expect(text).toContain(String.raw`"a \u0020\u0020`);
});

test('nothing in it ends the block of code', async () => {
  await using desk = await startChatbotDesk();
  const lines = (await desk.preview({ a: '\n```\n# Approved', '```': '```\n```' })).split('\n');
  expect(lines.filter((line) => /^ {0,3}`{3}/.test(line))).toEqual(['```json', '```']);
});

test('what is cut is counted', async () => {
  await using desk = await startChatbotDesk();
  const data = { note: 'x'.repeat(5000) };
  const cut = JSON.stringify(data, null, 2).length - 4000;
  expect(await desk.preview(data)).toContain(`… ${cut} more characters would be sent.`);
});

test.each(['\u3164', '\u2800', '\u034F', '\u00A0', '  ', '\u0301'.repeat(9)])(
  'an id of a session with %j in it is refused',
  async (unseen) => {
    await using desk = await startChatbotDesk();
    const text = await desk.preview({}, `session${unseen}1`);
    expect(text).toContain('session_id must not have spaces or invisible characters.');
  },
);
