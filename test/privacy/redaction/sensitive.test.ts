import { describe, expect, test } from 'vitest';
import { ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';
import { foundIn, redacted } from './redacted.ts';

describe('D1: levels', () => {
  const text = 'jane@example.org, +44 20 7946 0123, 203.0.113.9, 4111 1111 1111 1111, GB29NWBK60161331926819, PIN 1234';

  test('D1: contacts, and with them cards, accounts and secrets', () => {
    expect(redacted(text)).toBe('[email 7f3akqab], [phone 7f3akqab], [ip 7f3akqab], [card], [iban], PIN [secret]');
  });

  test('D1: cards, accounts and secrets alone', () => {
    expect(redacted(text, { level: 'cards' })).toBe(
      'jane@example.org, +44 20 7946 0123, 203.0.113.9, [card], [iban], PIN [secret]',
    );
  });

  test('D1: nothing', () => {
    expect(redacted(text, { level: 'none' })).toBe(text);
  });
});

describe('D1: what is found', () => {
  test('D1: a word of the sentence before says nothing of a number', () => {
    const known = { known: { country: 'Mexico' } };
    expect(redacted('The lamp that I ordered is broken. It is 33 1234 5678', known)).toBe(
      'The lamp that I ordered is broken. It is [phone 7f3akqab]',
    );
    expect(redacted('The order is 33 1234 5678', known)).toBe('The order is 33 1234 5678');
  });

  test('D1: values are canonical', () => {
    const found = findSensitive(
      'Jane@Example.ORG (at) 0049 170 1234567, 2001:0DB8::0001:5, gb29 nwbk 6016 1331 9268 19, 4111-1111-1111-1111',
      'contacts',
      new ContactForms({}),
      new Set(),
    );
    expect(found.map(({ value }) => value)).toEqual([
      'jane@example.org',
      '+491701234567',
      '2001:db8::1:5',
      'GB29NWBK60161331926819',
      '4111111111111111',
    ]);
  });

  test('D1: places are those of the original, whatever is folded', () => {
    expect(foundIn('😀 4\u200D111 1111 1111 1111 😀')).toEqual(['card: 4\u200D111 1111 1111 1111']);
    expect(foundIn('👩‍👩‍👧 １＠a.de，𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏!')).toEqual(['email: １＠a.de', 'card: 𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏']);
    expect(foundIn('tel +4️⃣9️⃣ 1️⃣7️⃣0️⃣ 1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣ ok')).toEqual(['phone: +4️⃣9️⃣ 1️⃣7️⃣0️⃣ 1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣']);
  });

  test('D1: a sentence goes on behind an address', () => {
    expect(foundIn('Schreiben Sie an max@web.example. Die Ware fehlt.')).toEqual(['email: max@web.example']);
  });

  test('D1: a private key is found whole, also without its end', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\nq83+/abc==\n-----END RSA PRIVATE KEY-----';
    expect(foundIn(`here:\n${key}\nthanks`)).toEqual([`secret: ${key}`]);
    expect(foundIn('-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7')).toEqual([
      'secret: -----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7',
    ]);
  });

  test('D1: an address within a secret does not save the secret', () => {
    expect(foundIn('https://jane:pw@example.org/')).toEqual(['secret: jane:pw']);
    expect(foundIn('password: "my a@b.de thing"')).toEqual(['secret: my a@b.de thing']);
  });

  test('D1: agents keep their addresses', () => {
    const text = 'I am Agent.Smith@desk.example, not jane@desk.example';
    expect(foundIn(text, { kept: ['agent.smith@desk.example'] })).toEqual(['email: jane@desk.example']);
  });
});

describe('D1: what stays', () => {
  test.each([
    'order 4111111111111112 is not a card',
    'IMEI 356938035643809',
    'EAN 4006381333931, ISBN 978-3-16-148410-0',
    'DE89370400440532013001 has wrong check digits',
    'v1.2.3.4 and 1.2.3.4.5 and 300.1.2.3, mask 255.255.255.0, here 127.0.0.1 and ::1',
    'times 12:30:45, MAC 00:1A:2B:3C:4D:5E, std::vector, ::, a::b',
    'commit e83c5163316f89bfbde7d9ab23ca2e25604af290, id 550e8400-e29b-41d4-a716-446655440000',
    '2026-03-14, 14.03.2026, 2024-2025, 10:00-12:00, 1.299,00 EUR, 1 234 567 points, 48.8584, 2.2945',
    'root@localhost, @mike, react@18.2.0, 5 @ 3.50',
    'the password is wrong; password: how do I change it; Passwort vergessen; token ring; basic functionality',
    'sk-rounded-corner-desk-large, basic authentication is on, bearer of good news and tidings',
    'password: ********',
    'https://example.com/a:b@c',
  ])('D1: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  test('D1: dates of a region with trunk prefixes are dates', () => {
    const known = { country: 'Germany' };
    for (const text of [
      '01.02.2026',
      '01.02.2026-05.02.2026',
      '01.02.26-05.02.26',
      'vom 01.02.2026 - 05.02.2026',
      'am 03.05. 2026',
      '05/02/2026',
      '04/28/2026',
      'Zeitraum 2025-2026, 2026-03-14',
    ]) {
      expect(foundIn(text, { known })).toEqual([]);
    }
  });

  test('D1: versions and web addresses of a region without trunk prefixes are no numbers', () => {
    const known = { country: 'United States' };
    for (const text of [
      '126.0.5060.155',
      'https://shop.example/p/2125550187',
      'chat 4155550143',
      'order 415-555-0143',
    ]) {
      expect(foundIn(text, { known })).toEqual([]);
    }
    expect(foundIn('so 415-555-0143', { known })).toEqual(['phone: 415-555-0143']);
  });

  test('D1: pairs of digits with dots are a number, no date', () => {
    expect(foundIn('au 06.55.44.33.22')).toEqual(['phone: 06.55.44.33.22']);
    expect(foundIn('au 06.12.10.11.12', { known: { country: 'France' } })).toEqual(['phone: 06.12.10.11.12']);
  });

  test('D1: short numbers of a region are numbers, unless they are called phone numbers', () => {
    const known = { country: 'Norway' };
    expect(foundIn('ordre 40012345, 21.11.2026, kr 22 33 44 55', { known })).toEqual([]);
    expect(foundIn('tlf 22 33 44 55', { known })).toEqual(['phone: 22 33 44 55']);
  });
});

describe('D1: marks of answers', () => {
  test.each([
    '[email of visitor-7f3akqab], [phone of visitor-2345678a], [email 7f3akqab]',
    '[phone 234567ab] [ip 23456789] [card] [iban] [secret]',
    'password: [secret], PIN [secret], tel [phone 7f3akqab], https://[secret]@example.org/',
    'Bearer [secret] and 0170 [phone 7f3akqab] 1234567',
  ])('D1: nothing is found in %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: several rules at one place', () => {
  test.each([
    ['I forgot my password. Tel:0170 1234567', ['phone: 0170 1234567']],
    ['login broken, Tel:030 1234567', ['phone: 030 1234567']],
    ['4539148803436467 09/27 321', ['card: 4539148803436467', 'secret: 321']],
    ['kate.roe gmail', ['email: kate.roe gmail']],
    ['Use 204857 to verify your account', ['secret: 204857']],
    ['codes de secours 8f2k-91xd et q7mm-40ta', ['secret: 8f2k-91xd', 'secret: q7mm-40ta']],
    ['first pet -> Gunvor', ['secret: Gunvor']],
  ])('D1: %s', (text, found) => {
    expect(foundIn(text)).toEqual(found);
  });

  test.each([
    'meet at noon. no problem',
    'look at this. is it ok',
    'look at amazon dot com',
    'routing number 021000021',
    'Sommer2026 Kollektion ist jetzt online.',
    'my password is forgotten, order number 20481234',
  ])('D1: nothing of %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
