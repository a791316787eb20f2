import { assert, property, string, uint8Array } from 'fast-check';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Contact, ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { pseudonymOf } from '../../../src/privacy/redaction/pseudonyms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';
import { marksIn } from '../../../src/privacy/redaction/marks.ts';
import { foundIn } from './redacted.ts';
import { runs } from '../../support/runs.ts';

const identityOf = (contact: Contact) => new ContactForms(contact).identity;
const key = new Uint8Array(32).fill(7);

test('D1: a pseudonym depends on the key and on the value, and on nothing else', () => {
  const name = pseudonymOf(key, 'jane@example.org');
  expect(pseudonymOf(Uint8Array.from(key), 'jane@example.org')).toBe(name);
  expect(pseudonymOf(new Uint8Array(32).fill(8), 'jane@example.org')).not.toBe(name);
  expect(pseudonymOf(key, 'john@example.org')).not.toBe(name);
});

test('D1: it is made of the first bytes of the HMAC-SHA256', () => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const bytes = createHmac('sha256', key).update('jane@example.org').digest().subarray(0, 8);
  expect(pseudonymOf(key, 'jane@example.org')).toBe(Array.from(bytes, (byte) => alphabet[byte % 32]).join(''));
});

test('D1: it is eight letters and digits, a letter at least, and no detector takes it for anything', () => {
  assert(
    property(uint8Array({ minLength: 32, maxLength: 32 }), string(), (someKey, what) => {
      const name = pseudonymOf(someKey, what);
      expect(name).toMatch(/^(?=.*[a-z])[a-km-np-z2-9]{8}$/);
      expect(foundIn(`[phone of visitor-${name}] [email ${name}] [ip ${name}] visitor-${name}`)).toEqual([]);
    }),
    { numRuns: runs(2000) },
  );
});

test('D1: the same person has the same identity in every chat', () => {
  const email = 'jane.doe@example.org';
  expect(identityOf({ email: ' Jane.Doe@Example.ORG ', phone: '+44 20 7946 0123' })).toBe(email);
  expect(identityOf({ email })).toBe(email);
});

test.each([
  ['01234567', '0170 1234567', '+49 (0)170 123-4567', '0049 170 1234567', 'Germany'],
  ['55550132', '(415) 555-0132', '+1 415 555 0132', '001 415-555-0132', 'United States'],
  ['61234567', '06 1234567', '+39 06 123 4567', '0039 061234567', 'Italy'],
  ['22334455', '22 33 44 55', '+47 22334455', '0047 22 33 44 55', 'Norway'],
  ['3023125', '030 23125', '+49 30 23125', '0049 30 23125', 'Germany'],
])('D1: a phone tells the same person, %s, with and without a country', (identity, local, full, dialled, country) => {
  for (const phone of [local, full, dialled]) {
    for (const contact of [{ phone }, { phone, country }, { phone, country: 'Atlantis' }, { email: 'none', phone }]) {
      expect(identityOf(contact)).toBe(identity);
      const asked = findSensitive(`tel ${phone}`, 'contacts', new ContactForms(contact), new Set());
      expect(asked.map((found) => [found.known, found.identity])).toEqual([[true, identity]]);
    }
    for (const known of [{}, { country }, { country: 'Atlantis' }]) {
      const said = findSensitive(`tel ${phone}`, 'contacts', new ContactForms(known), new Set());
      expect(said.map((found) => found.identity)).toEqual([identity]);
    }
  }
});

test('D1: what a finding is known by is its value in all other kinds', () => {
  for (const { identity, value } of findSensitive(
    'Jane@Example.org, 203.0.113.9',
    'contacts',
    new ContactForms({}),
    new Set(),
  )) {
    expect(identity).toBe(value);
  }
  const [email] = findSensitive('Jane@Example.org', 'contacts', new ContactForms({}), new Set());
  expect(email?.identity).toBe(identityOf({ email: 'JANE@example.org' }));
});

test('D1: marks are found where they are, and nothing else is one', () => {
  const name = pseudonymOf(key, 'jane@example.org');
  const marks = [`[email of visitor-${name}]`, `[phone ${name}]`, '[email]', '[card]', '[iban]', '[secret]'];
  const text = `[a] ${marks.join(' [mail] [ip of 1] ')} [secret ${name}] [email visitor-${name}] [phone 1234567]`;
  expect(marksIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(marks);
});

test('D1: who gives neither has no identity', () => {
  expect(identityOf({})).toBeUndefined();
  expect(identityOf({ email: '', phone: '-', ip: '203.0.113.9', country: 'Germany' })).toBeUndefined();
  expect(identityOf({ email: 'a'.repeat(1_000_000), phone: '1'.repeat(1_000_000) })).toBeUndefined();
});
