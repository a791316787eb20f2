import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fold } from '../../../src/archive/words/fold.ts';
import { foldedWords, wordsIn } from '../../../src/archive/words/indexed-words.ts';

const anyText = fc.string({ unit: 'binary' });
/** Marks, joiners, letters of many scripts, digits and emoji, close together. */
const HARD = [
  'a Z ß ẞ ı İ ø Σ ς ﬁ ǆ ŉ ﷺ ½ ① ٣ é e\u0301 \u0323 \u0336 返 ガ ｶ \uFF9E \u3099 한 \u1112\u1161\u11AB กิ क्षि שָׁ لَّ ـ',
  '👩‍👧 👍🏽 🇳🇴 ❤️ \u200D \u200B \uFEFF \u202E \u00AD \uD800 \uE000 - * " \' \\ \0 . _',
];
const hardText = fc.string({ unit: fc.constantFrom(' ', '\n', ...HARD.join(' ').split(' ')) });

describe('the same word', () => {
  test.each([
    ['accents and case', 'Crème BRÛLÉE', 'creme brulee'],
    ['composed and not', 'nai\u0308ve na\u00EFve', 'naive naive'],
    ['sharp s', 'Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['letters with a stroke', 'Bjørnøya Łódź đ Þór æther', 'bjornoya lodz d thor aether'],
    ['Turkish i', 'İSTANBUL Istanbul ılık ILIK', 'istanbul istanbul ilik ilik'],
    ['Greek sigma', 'ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['compatible forms', 'ＡＢＣ ﬁne ℌ', 'abc fine h'],
    ['struck through', 'Z\u0336a\u0336l\u0336g\u0336o\u0336', 'zalgo'],
    ['Arabic points, hamza and tatweel', 'السَّلامُ أين مـــرحبا', 'السلام اين مرحبا'],
    ['Arabic and Persian digits', '١٢٩٩ ۱۲۹۹', '1299 1299'],
    ['Hebrew points', 'שָׁלוֹם שלום', 'שלום שלום'],
    ['what cannot be seen', 'zero\u200Bwidth soft\u00ADhyphen \u202Etxt\u202C', 'zerowidth softhyphen txt'],
    ['full and half width kana', 'ガラス ｶﾞﾗｽ', 'ガ ラ ス ガ ラ ス'],
  ])('%s', (_, written, folded) => {
    expect(foldedWords(written).join(' ')).toBe(folded);
  });
});

describe('words end', () => {
  test.each([
    ['at anything but letters and digits', 'order #A-4711, sam@example.com', 'order|a|4711|sam|example|com'],
    ['in addresses', 'https://shop.example.com/x?id=7_b', 'https|shop|example|com|x|id|7|b'],
    ['at apostrophes', "don’t it's", 'don|t|it|s'],
    ['after each letter where no spaces are put', '返金してBW-12です', '返|金|し|て|bw|12|で|す'],
    ['so in Korean', '환불해 주세요', '환|불|해|주|세|요'],
    ['so in Thai, with its vowels', 'กินข้าว', 'กิ|น|ข้|า|ว'],
    ['after each emoji, without tone and selector', '👍🏽👨‍👩‍👧 ❤️🇳🇴', '👍|👨|👩|👧|❤|🇳🇴'],
  ])('%s', (_, written, words) => {
    expect(foldedWords(written).join('|')).toBe(words);
  });

  test('vowels of Indic scripts and the voiced kana are not accents', () => {
    expect(foldedWords('की')).not.toEqual(foldedWords('कि'));
    expect(foldedWords('ガ')).not.toEqual(foldedWords('カ'));
  });
});

test('a word of plain letters and digits is folded as any other', () => {
  const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...plain), minLength: 1, maxLength: 100 }), (word) => {
      expect(foldedWords(word)).toEqual([fold(word).slice(0, 64)]);
    }),
  );
});

test('folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, hardText), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test('the words of words are the same words, and stand where they are said to stand', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, hardText), (text) => {
      const words = wordsIn(text);
      const folded = words.map(({ word }) => word);
      for (const word of folded) expect(foldedWords(word)).toEqual([word]);
      for (const { word, start, end } of words) expect(foldedWords(text.slice(start, end))).toContain(word);
      expect(words.every(({ start }, index) => start >= (words[index - 1]?.start ?? 0))).toBe(true);
      expect(folded.join('')).toMatch(/^[^\s"'\\*\0\uE000]*$/u);
    }),
  );
});

test('of a word no more than 512 characters are folded, which takes quadratic time', () => {
  using normalize = vi.spyOn(String.prototype, 'normalize');
  for (const part of [
    'a\u0301\u0323',
    'x',
    '\u200D',
    '返',
    'กิ',
    '\u0915\u093C\u094D',
    '😀',
    '\uD800',
    'a ',
    '½',
    '🇳',
  ]) {
    foldedWords(`ä${part.repeat(2000)}`);
  }
  foldedWords(`a${'\u0301\u0323'.repeat(2000)}`);
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(4 * 512);
});
