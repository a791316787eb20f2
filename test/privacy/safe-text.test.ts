import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeBlock, safeLine } from '../../src/privacy/safe-text.ts';

/** What hides, reorders or controls: none of it may come out, whatever goes in. */
const FORBIDDEN =
  /(?![\n\t])\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|[\u00AD\u180E\u200B\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]|(?![\u200C-\u200D]|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u;

const pieces = [
  'abc',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\u001B[31m',
  '\u001B]8;;http://x\u0007',
  '\u009B2J',
  '\u202E',
  '\u2066',
  '\u200B',
  '\uFEFF',
  '\u00AD',
  '\u{E0041}',
  '\u{E0002}',
  '\u{E0101}',
  '\u3164',
  '\uFE0F',
  '\u200D',
  '\uD83D',
  '\uDE00',
  '😀',
  '👩‍👩‍👧',
  'שלום',
  '\u200F',
  '\u2028',
  '\u0000',
  'é',
  '|',
] as const;
const hostile = string({ unit: constantFrom(...pieces), maxLength: 60 });
const anything = string({ unit: 'binary', maxLength: 200 });

describe.each([
  ['safeLine', safeLine],
  ['safeBlock', safeBlock],
] as const)('%s', (_name, clean) => {
  test.each([
    ['hostile text', hostile],
    ['any text', anything],
  ] as const)('lets nothing out that hides or reorders: %s', (_kind, texts) => {
    assert(
      property(texts, (text) => {
        expect(clean(text)).not.toMatch(FORBIDDEN);
      }),
      { numRuns: 2000 },
    );
  });

  test('changes nothing a second time', () => {
    assert(
      property(hostile, integer({ min: 1, max: 80 }), (text, length) => {
        expect(clean(clean(text, length), length)).toBe(clean(text, length));
      }),
      { numRuns: 2000 },
    );
  });

  test('cuts to the length, and never through the middle of a character', () => {
    assert(
      property(
        string({ unit: constantFrom('a', '😀', '𝄞', '字'), minLength: 1 }),
        integer({ min: 1, max: 40 }),
        (text, length) => {
          const cut: string = clean(text, length);
          expect(cut.length).toBeLessThanOrEqual(length);
          expect(cut.isWellFormed()).toBe(true);
          expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
          if (text.length <= length) expect(cut).toBe(text);
        },
      ),
    );
  });

  test.each([
    ['English', 'Hello, where is my order #42?'],
    ['German', 'Grüße aus Köln – „schön“, straße'],
    ['Greek', 'Καλημέρα, τι κάνετε;'],
    ['Russian', 'Здравствуйте, где мой заказ?'],
    ['Arabic', 'مرحبا، أين طلبي؟ ١٢٣'],
    ['Hebrew', 'שלום, איפה ההזמנה שלי?'],
    ['Hindi', 'नमस्ते, मेरा ऑर्डर क्‍या हुआ?'],
    ['Persian', 'می‌خواهم سفارشم را ببینم'],
    ['Thai', 'สวัสดีครับ สั่งของไป'],
    ['Japanese', 'こんにちは。注文はどこですか?'],
    ['Korean', '안녕하세요, 주문이 어디에 있나요?'],
    ['Chinese', '您好,我的订单在哪里?'],
    ['Tamil', 'வணக்கம், என் ஆர்டர் எங்கே?'],
    ['Vietnamese', 'Xin chào, đơn hàng của tôi ở đâu?'],
    ['families', '👨‍👩‍👧‍👦 👩🏽‍💻 ❤️‍🔥 🏳️‍🌈'],
    ['flags and keycaps', '🇳🇴 🇧🇷 1️⃣ ☎️'],
  ])('leaves ordinary text as it is: %s', (_script, text) => {
    expect(clean(text)).toBe(text);
  });
});

test('a line has no break, and no run of spaces', () => {
  assert(
    property(hostile, (text) => {
      expect(safeLine(text)).not.toMatch(/[\n\t]|\s\s|^\s|\s$/);
    }),
  );
});

test('lines stay lines in a block', () => {
  expect(safeBlock('one\r\ntwo\rthree\u2028four\n\nfive')).toBe('one\ntwo\nthree\nfour\n\nfive');
});
