import { plainText } from '../../../src/privacy/quoted.ts';
import { Foreign } from '../../../src/model/foreign.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery } from '../../../src/archive/words/word-query.ts';
import { passageOf } from '../../../src/tools/search/passage.ts';
import { CallerText } from '../../../src/model/text/trusted-text.ts';
import { createRedactor } from '../../../src/privacy/redactor.ts';
import { lettersOf } from '../../oracle/rows.ts';

const redactor = createRedactor({ level: 'none', key: new Uint8Array(32), kept: new Set() });
const passage = (text: string, query: string): string =>
  plainText(passageOf(new Foreign(text), parseQuery(CallerText.parse(query)), redactor));

test.each([
  ['as it is', 'Refund, refunds', 'refund*', '**Refund**, **refunds**'],
  ['over what is between the words of a phrase', 'order #A-4711!', 'a-4711', 'order #**A-4711**!'],
  ['once where matches touch or overlap', '返金まだ', '返金 金ま 返', '**返金ま**だ'],
  ['on one line', 'a lamp\n\n\tand a lamp', 'lamp', 'a **lamp** and a **lamp**'],
  ['not at all where cleaning took it away', 'x', 'lamp', 'x'],
])('a match is marked %s', (_, text, query, expected) => {
  expect(passage(text, query)).toBe(expected);
});

test('a text cannot mark anything itself, nor undo a mark', () => {
  const piece = fc.constantFrom('*', '**', '\\', '`', ' ', 'lamp', 'x', '\n', '**lamp**', '\u202E', '😀', '返');
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 120 }), (text) => {
      const shown = passage(text, 'lamp');
      // Without what is escaped, only our marks are left.
      const marks = shown.replaceAll(/\\[\\*`]/g, '').replaceAll('**lamp**', '');
      expect(marks).not.toMatch(/[*`\\]/);
    }),
  );
});

test('a passage is a part of the text that has the match, and never much longer than it should be', () => {
  const piece = fc.constantFrom('a', 'bc ', ' ', '返', '😀', 'é', 'word ', '. ');
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 400 }), fc.string({ unit: piece, maxLength: 400 }), (one, two) => {
      const shown = passage(`${one} needle ${two}`, 'needle');
      expect(shown).toContain('**needle**');
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(200 + '**…**…'.length + 1);
      expect(lettersOf(`${one} needle ${two}`)).toContain(lettersOf(shown));
    }),
  );
});

test('a short passage is as short as it should be, and has the match', () => {
  const text = `${'before '.repeat(30)}needle${' after'.repeat(30)}`;
  const shown = plainText(passageOf(new Foreign(text), parseQuery(CallerText.parse('needle')), redactor, 40));
  expect(shown).toContain('**needle**');
  expect(shown.length).toBeLessThanOrEqual(40 + '**…**…'.length);
});

test('a match that is longer than a passage is cut', () => {
  const shown = passage(`before ${'x'.repeat(600)} after`, 'x'.repeat(600));
  expect(shown).toMatch(/^…?(before )?\*\*x{100,210}\*\*…$/);
});
