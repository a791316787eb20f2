import { describe, expect, test } from 'vitest';
import { ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';
import { foundIn } from './redacted.ts';

const known = {
  email: 'Max.Mustermann@Example.de',
  phone: '+49 170 1234567',
  ip: '2001:db8::25',
  country: 'Germany',
} as const;

describe('D1: what the record says about its person is found in every form', () => {
  test.each([
    'max.mustermann@example.de',
    'MAX.Mustermann@EXAMPLE.DE',
    'ｍａｘ．ｍｕｓｔｅｒｍａｎｎ＠ｅｘａｍｐｌｅ．ｄｅ',
    'max.mustermann%40example.de',
    'max.mustermann (at) example.de',
    'max.mustermann[at]example[dot]de',
    'max.mustermann at example.de',
    'max . mustermann @ example . de',
    'max dot mustermann at example dot de',
    'max punkt mustermann ät example punkt de',
  ])('D1: the email %s', (written) => {
    expect(foundIn(`Mail: ${written}, danke`, { known })).toEqual([`email*: ${written}`]);
  });

  test.each([
    '+491701234567',
    '+49 170 1234567',
    '+49 (0)170 123 45 67',
    '0049 170 1234567',
    '0170 1234567',
    '0170/123-4567',
    '01701234567',
    '0170.12.34.567',
    '(0170) 1234567',
    '49 170 1234567',
    '1701234567',
    '0 1 7 0 1 2 3 4 5 6 7',
    '０１７０－１２３４５６７',
    '٠١٧٠١٢٣٤٥٦٧',
    '0_170_1234567',
    '0170,1234,567',
  ])('D1: the phone number %s', (written) => {
    expect(foundIn(`so ${written} ok`, { known })).toEqual([`phone*: ${written}`]);
    expect(foundIn(`tel:${written}`, { known })).toEqual([`phone*: ${written}`]);
  });

  test('D1: a number without a region of its own is that of the country, by name or by code', () => {
    for (const country of ['Germany', 'germany', 'DE', 'Deutschland']) {
      const contact = { phone: '0170 1234567', country };
      expect(foundIn('call +49 170 1234567', { known: contact })).toEqual(['phone*: +49 170 1234567']);
      expect(findSensitive('01701234567', 'contacts', new ContactForms(contact), new Set())[0]?.value).toBe(
        '+491701234567',
      );
    }
    expect(foundIn('so 0170-1234567 ok', { known: { phone: '0170 1234567', country: 'Atlantis' } })).toEqual([
      'phone*: 0170-1234567',
    ]);
  });

  test('D1: another number is read as one of the country, or of the region of the known number', () => {
    for (const contact of [{ country: 'Spain' }, { phone: '+34 655 443 322' }]) {
      expect(foundIn('o si no, 611 22 33 44', { known: contact })).toEqual(['phone: 611 22 33 44']);
    }
    expect(foundIn('o si no, 611 22 33 44')).toEqual([]);
  });

  test.each(['2001:db8::25', '2001:0DB8:0000:0000:0000:0000:0000:0025', '2001:db8:0:0:0:0:0:25'])(
    'D1: the IP address %s',
    (written) => {
      expect(foundIn(`from ${written}.`, { known })).toEqual([`ip*: ${written}`]);
    },
  );

  test('D1: even where an unknown value would stay', () => {
    expect(foundIn('order number 01701234567', { known })).toEqual(['phone*: 01701234567']);
    expect(foundIn('version 1.2.3.4', { known: { ip: '1.2.3.4' } })).toEqual(['ip*: 1.2.3.4']);
  });

  test('D1: only whole values are known', () => {
    expect(foundIn('order 99170123456788', { known })).toEqual([]);
    expect(foundIn('max.mustermann@example.dev', { known })).toEqual(['email: max.mustermann@example.dev']);
    expect(foundIn('ultramax.mustermann@example.de', { known })).toEqual(['email: ultramax.mustermann@example.de']);
  });
});

describe('D1: contacts that are none, or hostile', () => {
  test.each([
    [{ email: '-', phone: '12345', ip: '-' }, 'order - 12345 - thanks'],
    [{ email: 'a', phone: '' }, 'a banana at a bar'],
    [{ email: '@', phone: '+' }, 'meet @ 5 + 6'],
    [{ email: 'e'.repeat(1_000_000), phone: '1'.repeat(1_000_000), ip: '1'.repeat(1_000_000) }, 'e 1'],
    [{ email: '', phone: '0000000', ip: '', country: 'x'.repeat(1_000_000) }, 'zero 0 and 00'],
  ] as const)('D1: %#', (contact, text) => {
    expect(foundIn(text, { known: contact })).toEqual([]);
  });

  test('D1: dots and spaces do not cost their number squared', () => {
    const email = `${'.'.repeat(120)}a@${'.'.repeat(120)}b`;
    expect(foundIn(' .  '.repeat(2000), { known: { email } })).toEqual([]);
    expect(foundIn(`so ${email} ok`, { known: { email } })).toEqual([`email*: ${email}`]);
  });

  test('D1: an address of dots alone and one with a long name are as cheap', () => {
    for (const email of [`${'.'.repeat(60)}@${'.'.repeat(60)}`, `${'a.'.repeat(100)}a@example.org`]) {
      expect(foundIn(' . a '.repeat(20_000), { known: { email } })).toEqual([]);
      expect(foundIn('a.'.repeat(50_000), { known: { email } })).toEqual([]);
    }
  });

  test('D1: expressions in an address mean themselves', () => {
    expect(foundIn('abc@example.de and .*@example.de', { known: { email: '.*@example.de' } })).toEqual([
      'email: abc@example.de',
      'email*: .*@example.de',
    ]);
    expect(foundIn('hello', { known: { email: '(((@[[[' } })).toEqual([]);
  });
});
