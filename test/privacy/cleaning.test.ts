import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from '../../src/privacy/cleaning.ts';
import { forbiddenIn } from './forbidden.ts';
import { heaps } from './hostile/heaps.ts';
import { hostileTexts } from './hostile-texts.ts';
import { ordinaryTexts } from './ordinary-texts.ts';
import { runs } from '../support/runs.ts';

const pieces = hostileTexts
  .flatMap(([, text]) => (text.length < 40 ? [text] : []))
  .concat([
    ...Array.from('\u200C\u200D\uFE0E\uFE0F\u180B\u180E\u0301\u093Cक् مᠠ漢a1#😀🏽&;<>![]():\n\t\r \\'),
    '\u{E0100}',
    '\uFE00',
    '\u20E3',
    '\u001B[',
    '\u001B]',
    '\u0007',
    '\u009B',
    '&amp;',
    '&lt;',
    '&nbsp;',
    'amp;',
    '&#',
    '#x200B;',
    'lt;',
  ]);
const hostile = string({ unit: constantFrom(...pieces), maxLength: 30 });
const anything = oneof(string({ unit: 'binary', maxLength: 200 }), string({ unit: 'grapheme', maxLength: 60 }));

describe.each([
  ['pieces of hostile texts', hostile],
  ['any text', anything],
] as const)('P2: %s', (_kind, texts) => {
  test('nothing that hides or reorders comes out, whatever goes in', () => {
    assert(
      property(texts, (text) => {
        expect(forbiddenIn(cleanText(text))).toEqual([]);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('cleaning twice is cleaning once', () => {
    assert(
      property(texts, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('P2: every character there can be', () => {
  const everyCharacter = Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code));
  const hiding = everyCharacter.filter((character) =>
    /[\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u.test(character),
  );

  test.each(['a', '1', '😀', '漢', 'م', 'क', 'ᠠ', ''])('behind %j: nothing that hides or reorders', (base) => {
    expect(forbiddenIn(cleanText(hiding.map((character) => `${base}${character} `).join('')))).toEqual([]);
    expect(forbiddenIn(cleanText(hiding.map((character) => `${base}${character}${base}`).join(' ')))).toEqual([]);
  });

  test('what can be seen stays', () => {
    const seen = everyCharacter.filter((character) =>
      /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u.test(character),
    );
    expect(seen.length).toBeGreaterThan(140_000);
    expect(cleanText(seen.join(' '))).toBe(seen.join(' '));
  });
});

describe('P2: the hostile texts', () => {
  test.each(hostileTexts)('%s', (_name, text) => {
    expect(forbiddenIn(cleanText(text))).toEqual([]);
    expect(cleanText(cleanText(text))).toBe(cleanText(text));
  });

  test.each([
    ['pass\u200Cword', 'password'],
    ['pass\u200Bword', 'password'],
    ['p\u00ADa\u202Ess', 'pass'],
    ['4111\u200B 1111', '4111 1111'],
    ['one\r\ntwo\rthree\u2028four\u0085five', 'one\ntwo\nthree\nfour\nfive'],
    ['\u001B]8;;https://evil.example\u0007click\u001B]8;;\u0007', 'click'],
    ['\u001B[31mred\u001B[0m', 'red'],
    ['\u001B]0;no end', '0;no end'],
    ['a\uD83Db', 'a\uFFFDb'],
    ['&lt;b&gt; &amp;amp;lt; x&nbsp;y &eacute;', '<b> < x y é'],
    ['a&ZeroWidthSpace;b&#x202E;c&#8203;d', 'abcd'],
    ['&l\u200Bt;', '<'],
    ['&amp;amp;amp;amp;amp;lt;', '& amp;amp;lt;'],
    ['😀\uFE0F\uFE0F\uFE0E', '😀\uFE0F'],
    ['漢\u{E0151}字\u{E0100}\u{E0100}', '漢字\u{E0100}'],
    ['1\uFE0F 1\uFE0F\u20E3', '1 1\uFE0F\u20E3'],
    ['🏴\u{E0067}\u{E0062}\u{E007F}', '🏴'],
    [`e${'\u0301'.repeat(100)}`, `e${'\u0301'.repeat(8)}`],
  ])('%j becomes %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  test.each(Object.entries(heaps))('a heap of %s comes to an end', (_name, heap) => {
    const once = cleanText(heap());
    expect(cleanText(once)).toBe(once);
  });

  test('a heap of marks comes out small', () => {
    expect(cleanText(heaps['combining marks']?.() ?? '')).toHaveLength(8);
  });
});

describe('P2: ordinary text comes out as it went in', () => {
  test.each(ordinaryTexts)('%s', (_name, text) => {
    for (const form of ['NFC', 'NFD'] as const) expect(cleanText(text.normalize(form))).toBe(text.normalize(form));
  });
});
