import { describe, expect, test } from 'vitest';
import { REDACTION_LEVELS } from '../../src/model/redaction.ts';
import { first, smallWorld, startDesk } from '../mcp/desk.ts';
import { forbiddenIn } from '../privacy/forbidden.ts';
import { heaps } from '../privacy/hostile/heaps.ts';
import { CASES, LONG_ADDRESS, STUFFED_PEOPLE } from './cut-texts.ts';
import { charactersIn, dangersInDocument, findings, saidBy } from './findings.ts';
import { partsIn } from './marks.ts';
import { worldOf } from './people.ts';
import { plantedDesk } from './planted-desk.ts';
import { leaksIn, sweep } from './sweep.ts';

// The sweep of `leaks.test.ts` with every text in other fields, and with texts that only do harm beside each other, by their number, or
// where they are cut.

describe.each([1, 2, 3, 4])('with the texts in other fields: seed %i', (seed) => {
  test.each(REDACTION_LEVELS)('D1, K2, P1, P2, P3: nothing leaks where redact is %s', async (redact) => {
    expect(leaksIn(await sweep(plantedDesk({ seed }), redact), redact)).toEqual([]);
  });
});

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

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'P3: pieces beside each other make nothing that is loaded or run: order %i',
  async (order) => {
    const texts = PIECES.map((_, index) => PIECES[(index * (2 * order + 1) + order) % PIECES.length] ?? '');
    const redact = order % 2 === 0 ? 'contacts' : 'none';
    const { strings, documents } = saidBy(await sweep(plantedDesk({ texts, bare: true, depths: [] }), redact));
    expect(findings(documents, dangersInDocument)).toEqual([]);
    expect(findings(strings, charactersIn)).toEqual([]);
  },
);

test.each(Object.entries({ ...CASES, 'in stuffed texts': STUFFED_PEOPLE }))(
  'D1: a cut shows no part of an address and leaves no half of a mark: %s',
  async (_name, people) => {
    const ways = await sweep({ world: worldOf(people).world, planted: [], rewrite: (body) => body }, 'contacts');
    expect(leaksIn(ways, 'contacts')).toEqual([]);
    expect(findings(saidBy(ways).strings, (text) => partsIn(text, LONG_ADDRESS))).toEqual([]);
  },
);

test.each(Object.entries(heaps))('P2: a heap of %s is answered, and clean', async (_name, heap) => {
  const world = smallWorld();
  const chat = first(world.chats.filter(({ messages }) => messages.length > 0));
  const message = first(chat.messages);
  chat.messages = [{ ...message, author: 'visitor', text: heap() }];
  const letter = first(world.offlineMessages);
  letter.text = heap();
  letter.subject = heap();
  await using desk = await startDesk(world, { redact: 'contacts' });
  const answers = [
    await desk.ask('get_chat_transcript', { chat_id: chat.chatId }),
    await desk.ask('get_offline_message', { offline_message_id: letter.offlineMessageId }),
    await desk.ask('list_offline_messages', { state: 'all', order: 'oldest', limit: 100 }),
  ];
  for (const { text, isError } of answers) {
    expect(isError).toBe(false);
    expect(forbiddenIn(text)).toEqual([]);
    expect(text.length).toBeLessThan(100_000);
  }
});
