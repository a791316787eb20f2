import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handedData } from '../../src/mcp/handed-data.ts';
import { InvalidArgument } from '../../src/model/errors.ts';

const strict = { allowSensitive: false };
const lax = { allowSensitive: true };
const refusal = (data: unknown, bot = strict): string => {
  try {
    handedData(data, bot);
  } catch (error) {
    if (error instanceof InvalidArgument) return `${error.message} ${error.advice}`;
    throw error;
  }
  return 'none';
};
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('what is handed over', () => {
  test('goes through untouched', () => {
    // As a client would send it: any JSON, but for what is refused below.
    const json = fc
      .jsonValue({ maxDepth: 6 })
      .map((value): unknown => JSON.parse(JSON.stringify({ value })))
      .filter((value) => !/\d{6}/.test(JSON.stringify(value)) && !/e\+\d/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(json, (data) => {
        expect(handedData(data, lax)).toBe(data);
      }),
    );
  });

  test('keeps keys that are names of JavaScript', () => {
    const data: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toJSON":3}');
    expect(JSON.stringify(handedData(data, strict))).toBe('{"__proto__":{"a":1},"constructor":2,"toJSON":3}');
  });

  test.each([
    ['text', 'x'],
    ['a list', [1]],
    ['nothing', null],
    ['a number', 1],
    ['absent', undefined],
  ])('is an object, and not %s', (_, data) => {
    expect(refusal(data)).toContain('data is not a JSON object.');
  });

  test('has eight levels at most', () => {
    expect(refusal(nested(8))).toBe('none');
    expect(refusal(nested(9))).toContain('more than 8 levels');
    expect(refusal(nested(100_000))).toContain('more than 8 levels');
    const lists: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(refusal({ lists })).toContain('levels');
  });

  test('has 32 KiB at most, in bytes', () => {
    const room = 32_768 - '{"a":""}'.length;
    expect(refusal({ a: 'x'.repeat(room) })).toBe('none');
    expect(refusal({ a: 'x'.repeat(room + 1) })).toContain('more than 32768 bytes');
    expect(refusal({ a: 'ü'.repeat(room / 2 + 1) })).toContain('more than 32768 bytes');
  });

  test.each(['1e400', '-1e400', '9007199254740992', '12345678901234567890', '1e21'])(
    'has no number like %s',
    (text) => {
      const number: unknown = JSON.parse(text);
      expect(refusal({ order: { number } })).toContain('The number at data.order.number is too large');
    },
  );

  test('has numbers that arrive as they are', () => {
    expect(refusal({ numbers: [0, -0, 1.5, 1e-7, Number.MAX_SAFE_INTEGER, -17] })).toBe('none');
  });
});

describe('cards, accounts and secrets', () => {
  const CARD = '4111 1111 1111 1111';
  test.each<[string, object, string]>([
    ['a card in a text', { note: `pay with ${CARD} please` }, 'data.note looks like a payment card'],
    ['a card as a number', { card: 4_111_111_111_111_111 }, 'data.card looks like a payment card'],
    ['a card with dashes', { n: '5555-5555-5555-4444' }, 'data.n looks like a payment card'],
    ['a card in groups', { parts: ['4111', '1111', '1111', '1111'] }, 'data.parts looks like a payment card'],
    ['a card with what shows nothing', { n: '4111\u200B1111\u200B1111\u200B1111' }, 'a payment card'],
    ['a card in full-width digits', { n: '４１１１１１１１１１１１１１１１' }, 'a payment card'],
    ['a card as a key', { [CARD]: 'x' }, 'data.… looks like a payment card'],
    ['a card deep down', { a: [{ b: { c: [[CARD]] } }] }, 'data.a[0].b.c[0][0] looks like a payment card'],
    ['an account', { iban: 'DE89 3704 0044 0532 0130 00' }, 'data.iban looks like a bank account'],
    ['a password by its key', { password: 'hunter2!' }, 'data.password looks like a password, key or code'],
    ['a password in camel case', { userPassword: 'Sommer2026' }, 'a password, key or code'],
    ['a key of an interface', { api_key: 'a81bc81bdead4e5dabff90865d1e13b1' }, 'a password, key or code'],
    ['a key by its form', { note: 'use AKIAIOSFODNN7EXAMPLE' }, 'a password, key or code'],
    ['a code', { cvv: '123' }, 'a password, key or code'],
    ['a code as a number', { pin: 4711 }, 'a password, key or code'],
  ])('%s is refused, and not quoted', (_, data, reason) => {
    const words = refusal(data);
    expect(words).toContain(reason);
    expect(words).not.toMatch(/\d{3}|hunter|Sommer|AKIA|a81bc/);
    expect(refusal(data, lax)).toBe('none');
  });

  test('several are counted', () => {
    const data = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, CARD]));
    expect(refusal(data)).toContain('data.e looks like a payment card, and 2 more.');
  });

  test.each<[string, object]>([
    ['a customer', { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0958', plan: 'gold' }],
    ['an order', { order_number: '4111111111111111', state: 'shipped', expected: '2026-11-23', items: [12, 7, 3] }],
    ['identifiers', { id: 'b8f4b1e0-6f0a-4d8e-9a4d-4f5b1c3c2a10', sku: 'AB-1234-5678', customer: 900_123_456 }],
    ['what is not set', { password: null, token: true, code: '' }],
    ['money and times', { total: 1299.95, currency: 'EUR', at: 1_763_500_000_000, since: '2024-02-29T12:00:00Z' }],
  ])('%s is none', (_, data) => {
    expect(refusal(data)).toBe('none');
  });
});
