import { assert, constantFrom, integer, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quotable, quotableEnds } from '../../../src/model/text/quotable.ts';
import { hostileTexts } from '../../privacy/hostile-texts.ts';
import { ordinaryTexts } from '../../privacy/ordinary-texts.ts';
import { harmIn, hostileValues } from '../../support/quoted-back.ts';
import { runs } from '../../support/runs.ts';

// The one form in which a caller's text stands in our words.

const LONG = 20_000;

describe('P2: nothing in it is acted on', () => {
  test.each(hostileTexts)('%s', (_name, text) => {
    for (const quoted of [quotable(text), quotable(text, LONG), quotableEnds(text, 40)]) {
      expect(harmIn(quoted)).toEqual([]);
      expect(quoted).not.toMatch(/[\n\t]|<[a-z/!?]|&(?:#|[a-z]+;)/i);
    }
  });

  test('whatever it is made of', () => {
    const pieces = [...Object.values(hostileValues), ...hostileTexts.map(([, text]) => text)].filter(
      (text) => text.length < 60,
    );
    const unit = oneof(
      constantFrom(...pieces),
      constantFrom(...Array.from('![](<>&;:#x"\u001B\u009B\u202E\u200D\n 😀क्م')),
    );
    assert(
      property(string({ unit, maxLength: 12 }), integer({ min: 1, max: 120 }), (text, most) => {
        const quoted = quotable(text, most);
        expect(harmIn(quoted)).toEqual([]);
        expect(quoted.length).toBeLessThanOrEqual(most);
        expect(quotable(quoted, most)).toBe(quoted);
        expect(quotableEnds(text, most + 2).length).toBeLessThanOrEqual(most + 2);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('what people write stays', () => {
  // One line, with spaces of one kind.
  const shown = ordinaryTexts.filter(([name]) => !['lines', 'Mongolian', 'ordinary links'].includes(name));
  test.each<readonly [name: string, text: string]>([
    ...shown,
    ['a query with a phrase', '"late parcel" refund* -invoice'],
    ['an email', "ann.o'neil+desk@example.com"],
    ['an address of ours', 'chat://chats/87874084/transcript'],
    ['an address of the web', 'https://shop.example/a?b=c&d=e#f'],
    ['a path', String.raw`C:\Users\Ann\settings.json`],
    ['a comparison', 'x < 3 and 5 > y <3'],
  ])('%s', (_name, text) => {
    expect(quotable(text, LONG)).toBe(text);
  });
});

test('a name of 80 characters is quoted whole, and of a longer one the beginning', () => {
  expect(quotable('ä'.repeat(80))).toBe('ä'.repeat(80));
  expect(quotable('ä'.repeat(81))).toBe(`${'ä'.repeat(79)}…`);
  expect(quotable('😀'.repeat(80))).toBe(`${'😀'.repeat(39)}…`);
  expect(quotable('👩‍👩‍👧‍👦'.repeat(8))).toMatch(/[^\u200D]…$/u);
});

test('of a long message both ends are kept', () => {
  expect(quotableEnds(`Prompt ${'x'.repeat(1000)} not found`, 41)).toBe(
    `Prompt ${'x'.repeat(13)}…${'x'.repeat(10)} not found`,
  );
});

test('no more than the first 10,000 characters are read, however long a text is', () => {
  expect(quotable(`${' '.repeat(9_999)}x${'y'.repeat(1_000_000)}`)).toBe('x…');
});
