import { expect, test } from 'vitest';
import { first, smallWorld, startDesk } from '../../mcp/desk.ts';
import { everyWayOut, type WayOut } from './every-way-out.ts';
import { forbiddenIn } from './forbidden.ts';
import { heaps } from '../hostile/heaps.ts';
import { plantedWorld, plantInWire } from './planted-world.ts';
import { dangersIn } from './rendered.ts';

// What harmless texts become beside each other and beside our own words, and what too much of one thing does.

const BORDERS = [
  '[a]',
  '!',
  '[a]:',
  'tel:1',
  '<',
  'img',
  '](',
  '[x](',
  'javascript',
  '](javascript:1',
  '\\',
  '!\\',
  '[',
  ']',
  ':',
  'x:',
  '//evil',
  '&',
  'lt;',
  '&l',
  't;',
  '#60;',
  '\u093C',
  '\u0301\u0301',
  'e\u0301',
  'script>',
  '/b',
  '?x',
  'm',
  '<<',
  '>>',
  '`',
  '```',
  '> ',
  '1.',
  'ftp',
  '://x',
  '\u200D',
  '\uFE0F',
  '😀',
  '1',
  '\u20E3',
  '\uD83D',
  '\uDE00',
];
const PIECES = [
  ...BORDERS,
  ...BORDERS.map((piece, index) => piece + (BORDERS[(index * 7 + 3) % BORDERS.length] ?? '')),
];

function foundIn(ways: readonly WayOut[]): string[] {
  return ways.flatMap(({ asked, text = '', strings }) => [
    ...dangersIn(text).map((danger) => `${asked}: ${danger}`),
    ...strings.flatMap((string) => forbiddenIn(string).map((what) => `${asked}: ${what}`)),
  ]);
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'P3: pieces beside each other make nothing that is loaded or run: order %i',
  async (order) => {
    const texts = PIECES.map((_, index) => PIECES[(index * (2 * order + 1) + order) % PIECES.length] ?? '');
    const world = plantedWorld(texts, (text) => text);
    await using desk = await startDesk(world, { redact: order % 2 === 0 ? 'contacts' : 'none' });
    plantInWire(desk.service, texts);
    expect(foundIn(await everyWayOut(desk)).slice(0, 20)).toEqual([]);
  },
);

test.each(Object.entries(heaps))('P2: a heap of %s is answered in time, and clean', async (_name, heap) => {
  const world = smallWorld();
  const chat = first(world.chats.filter(({ messages }) => messages.length > 0));
  const message = first(chat.messages);
  chat.messages = [{ ...message, author: 'visitor', text: heap() }];
  const letter = first(world.offlineMessages);
  letter.text = heap();
  letter.subject = heap();
  await using desk = await startDesk(world, { redact: 'contacts' });
  const began = performance.now();
  const answers = [
    await desk.ask('get_chat_transcript', { chat_id: chat.chatId }),
    await desk.ask('get_offline_message', { offline_message_id: letter.offlineMessageId }),
    await desk.ask('list_offline_messages', { state: 'all', order: 'oldest', limit: 100 }),
  ];
  expect(performance.now() - began).toBeLessThan(20_000);
  for (const { text, isError } of answers) {
    expect(isError).toBe(false);
    expect(forbiddenIn(text)).toEqual([]);
    expect(text.length).toBeLessThan(100_000);
  }
});
