import { expect, test, vi } from 'vitest';
import { mentionsOf } from '../../../src/insights/triage/mentions.ts';
import { Foreign } from '../../../src/model/foreign.ts';

const mentionedIn = (text: string, query: string): boolean => mentionsOf(query)([new Foreign(text)]);

test('of a long row of accents only the first are normalized, which takes quadratic time', () => {
  const text = `Cre\u0300me ${'a'.concat('\u0300\u0316'.repeat(12_000))} refund`;
  using normalize = vi.spyOn(String.prototype, 'normalize');
  expect(mentionedIn(text, 'creme refund')).toBe(true);
  expect(normalize.mock.contexts.filter((normalized) => /\p{M}{9}/u.test(String(normalized)))).toEqual([]);
});

test.each([
  ['AI', 'again', false],
  ['AI', 'is this an AI?', true],
  ['refund', 'Refunds, please', true],
  ['fund', 'refund', false],
  ['refund order', 'the order is refunded', true],
  ['refund order order', 'refund', false],
  ['a.b@example.com', 'mail to a.b@example.com today', true],
  ['a.b@example.com', 'mail to xa.b@example.com today', false],
  ['"order"', 'my order.', true],
  ['退款', '请退款给我', true],
  ['退货', '请退款给我', false],
  ['𞤢𞤤', '𞤢𞤤 𞤱', true],
  ['ab abc abcd abcde', 'abcdef abc ab', true],
  ['ab abc abcd abcdx', 'abcdef abc ab', false],
  ['?!', 'anything', true],
])('whether the words of %j are in %j: %s', (query, text, are) => {
  expect(mentionedIn(text, query)).toBe(are);
});

test('words may stand in different texts', () => {
  const areIn = mentionsOf('anna refund');
  expect(areIn([new Foreign('a refund'), undefined, new Foreign('Anna')])).toBe(true);
  expect(areIn([new Foreign('a refund'), undefined])).toBe(false);
});

// Texts in which the words stand everywhere, but for where a word begins.
test.each([
  ['many times the same word', `${'\uFDFA'.repeat(49_900)} لي`, Array<string>(60).fill('لي').join(' ')],
  ['many short words', `${'xa '.repeat(16_600)} a`, Array<string>(100).fill('a').join(' ')],
  [
    'many words alike',
    'ab '.repeat(16_600),
    Array.from({ length: 66 }, (_, index) => `a${String.fromCodePoint(0x4e0 + index)}`).join(' '),
  ],
  ['words with the same beginning', 'abcd '.repeat(10_000), Array.from({ length: 33 }, (_, i) => `abcd${i}`).join(' ')],
  ['a long word of marks', `x${'a.'.repeat(24_900)}b`, `${'a.'.repeat(98)}b`],
  ['words without spaces', '退款'.repeat(25_000), Array.from({ length: 60 }, (_, i) => `退${i}`).join(' ')],
])('%s are hardly ever compared with the text', (_, text, query) => {
  const areIn = mentionsOf(query);
  using startsWith = vi.spyOn(String.prototype, 'startsWith');
  areIn([new Foreign(text)]);
  expect(startsWith.mock.calls.length).toBeLessThanOrEqual(7 * text.length);
});
