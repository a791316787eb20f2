import { assert, property, string, uint8Array } from 'fast-check';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { identityOf, pseudonymOf } from '../../../src/privacy/redaction/pseudonyms.ts';
import { foundIn } from './redacted.ts';

const key = new Uint8Array(32).fill(7);

test('D1: a pseudonym depends on the key and on the value, and on nothing else', () => {
  const name = pseudonymOf(key, 'jane@example.org');
  expect(pseudonymOf(Uint8Array.from(key), 'jane@example.org')).toBe(name);
  expect(pseudonymOf(new Uint8Array(32).fill(8), 'jane@example.org')).not.toBe(name);
  expect(pseudonymOf(key, 'john@example.org')).not.toBe(name);
});

test('D1: it is made of the first bytes of the HMAC-SHA256', () => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const bytes = createHmac('sha256', key).update('jane@example.org').digest().subarray(0, 6);
  expect(pseudonymOf(key, 'jane@example.org')).toBe(Array.from(bytes, (byte) => alphabet[byte % 32]).join(''));
});

test('D1: it is six letters and digits, a letter at least, and no detector takes it for anything', () => {
  assert(
    property(uint8Array({ minLength: 32, maxLength: 32 }), string(), (someKey, what) => {
      const name = pseudonymOf(someKey, what);
      expect(name).toMatch(/^(?=.*[a-z])[a-km-np-z2-9]{6}$/);
      expect(foundIn(`[phone of visitor-${name}] [email ${name}] [ip ${name}] visitor-${name}`)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test('D1: the same person has the same identity in every chat', () => {
  const email = 'jane.doe@example.org';
  expect(identityOf({ email: ' Jane.Doe@Example.ORG ', phone: '+44 20 7946 0123' })).toBe(email);
  expect(identityOf({ email })).toBe(email);
  const phone = '+491701234567';
  expect(identityOf({ email: 'none', phone: '0170 1234567', country: 'Germany' })).toBe(phone);
  expect(identityOf({ phone: '+49 (0)170 123-4567' })).toBe(phone);
  expect(identityOf({ phone: '0049 170 1234567', country: 'France' })).toBe(phone);
  expect(identityOf({ phone: '0170 1234567' })).toBe('01701234567');
});

test('D1: who gives neither has no identity', () => {
  expect(identityOf({})).toBeUndefined();
  expect(identityOf({ email: '', phone: '-', ip: '203.0.113.9', country: 'Germany' })).toBeUndefined();
  expect(identityOf({ email: 'a'.repeat(1_000_000), phone: '1'.repeat(1_000_000) })).toBeUndefined();
});
