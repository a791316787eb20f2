import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, type Term } from '../../../src/archive/words/word-query.ts';
import { InvalidArgument } from '../../../src/model/errors.ts';
import { CallerText } from '../../../src/model/text/trusted-text.ts';

const written = ({ words, isPrefix }: Term): string => `${words.join(' ')}${isPrefix ? '*' : ''}`;
const read = (text: string): readonly string[] => {
  const { wanted, unwanted } = parseQuery(CallerText.parse(text));
  return [...wanted.map(written), ...unwanted.map((term) => `not ${written(term)}`)];
};

describe('a query', () => {
  test.each([
    ['words', 'Refund  Lamp', ['refund', 'lamp']],
    ['a phrase', '"order number" lamp', ['order number', 'lamp']],
    [
      'typographic quotes',
      '“order number” „neue Lampe“ «la lampe» 「返金」',
      ['order number', 'neue lampe', 'la lampe', '返 金'],
    ],
    ['a quote that is not closed', 'lamp "order number', ['lamp', 'order number']],
    ['the beginning of a word', 'refund* "order num*" "my lam"*', ['refund*', 'order num*', 'my lam*']],
    [
      'what must not be there',
      'lamp -refund -"order number" -BW-1*',
      ['lamp', 'not refund', 'not order number', 'not bw 1*'],
    ],
    ['the same twice', 'lamp LAMP', ['lamp']],
    ['several parts as a phrase', '#A-4711 a.b@c.com 返金', ['a 4711', 'a b c com', '返 金']],
    ['emoji', '😀 -👍🏽', ['😀', 'not 👍']],
  ])('has %s', (_, text, terms) => {
    expect(read(text)).toEqual(terms);
  });

  test.each([
    ['operators', 'a AND (b OR c) NOT d', ['a', 'and', 'b', 'or', 'c', 'not', 'd']],
    ['columns, distances and escapes', 'words:lamp NEAR/3 \\lamp {x} ^y', ['words lamp', 'near 3', 'lamp', 'x', 'y']],
    ['dashes and stars beside nothing', 'lamp - -- * -* --x x- **', ['lamp', 'x']],
    ['a star within a word', 're*fund', ['re fund']],
    ['quotes of one language', "it's 5' o'clock", ['it s', '5', 'o clock']],
    ['other query languages', "x'); DROP TABLE chats;-- | & ! <-> :*", ['x', 'drop', 'table', 'chats']],
  ])('takes for text: %s', (_, text, terms) => {
    expect(read(text)).toEqual(terms);
  });

  test.each(['', '  ', '"', '""', '***', '-', '- - -', '!?', '\0', '\u200B', '\uD800'])(
    'of no word is refused: %j',
    (text) => {
      expect(() => parseQuery(CallerText.parse(text))).toThrow(InvalidArgument);
    },
  );

  test.each(['-lamp', '-"order number" -x*'])('that only excludes is refused: %s', (text) => {
    expect(() => parseQuery(CallerText.parse(text))).toThrow(/only excludes words/);
  });

  test('that is too long loses its end, and says how much', () => {
    const { wanted, leftOut } = parseQuery(
      CallerText.parse(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ')),
    );
    expect(wanted.map(written)).toEqual(Array.from({ length: 32 }, (_, index) => `w${index}`));
    expect(leftOut).toBe(8);
  });

  test('has at most 64 words, those of its phrases too; the others are left out', () => {
    const words = (count: number, letter: string) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}`).join(' ');
    const { wanted, leftOut } = parseQuery(CallerText.parse(`first "${words(70, 'w')}"* last`));
    expect(wanted.map(written)).toEqual(['first', words(63, 'w')]);
    expect(leftOut).toBe(8);
    expect(read(`"${'no '.repeat(10)}" yes`)).toEqual([Array<string>(4).fill('no').join(' '), 'yes']);
    // What must not be there would be more than was said.
    const { unwanted, leftOut: ofUnwanted } = parseQuery(CallerText.parse(`-"${words(70, 'w')}" last`));
    expect(unwanted).toEqual([]);
    expect(ofUnwanted).toBe(70);
  });

  test('of any text has words, or is refused as an argument', () => {
    const part = fc.constantFrom(
      '"',
      '”',
      '-',
      '*',
      ' ',
      'a',
      'é',
      '返',
      '😀',
      '\\',
      '(',
      ':',
      '\0',
      '\uD800',
      '\u0301',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: part })), (text) => {
        try {
          const { wanted, unwanted } = parseQuery(CallerText.parse(text));
          expect(wanted.length).toBeGreaterThan(0);
          for (const { words } of [...wanted, ...unwanted]) {
            expect(words.length).toBeGreaterThan(0);
            for (const word of words) expect(word).toMatch(/^[^\s"'\\*]+$/u);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgument);
        }
      }),
    );
  });
});

describe('a match', () => {
  const marked = (query: string, text: string): string[] =>
    parseQuery(CallerText.parse(query))
      .matchesIn(text)
      .map(({ start, end }) => text.slice(start, end));

  test.each([
    ['as it is written', 'strasse creme', 'Die STRASSE, die Straße; crème', ['STRASSE', 'Straße', 'crème']],
    ['of a phrase, over what stands between', '"a 4711"', 'order #A-4711 and a 4711', ['A-4711', 'a 4711']],
    ['of the beginning of a word', 'refund*', 'refunds or REFUNDED, no rerefund', ['refunds', 'REFUNDED']],
    ['in a script without spaces', '返金', 'まだ返金されて、金返', ['返金']],
    ['with marks and selectors', 'ole ❤', 'OLE\u0301! I ❤️ it', ['OLE\u0301', '❤️']],
    ['of none', 'lamp', 'clamp lamps', []],
  ])('stands there %s', (_, query, text, expected) => {
    expect(marked(query, text)).toEqual(expected);
  });
});
