import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

describe('D1: numbers in columns and over line ends', () => {
  test.each([
    '4111\t1111\t1111\t1111',
    '4111 1111\n1111 1111',
    '4111,1111,1111,1111',
    '4111/1111/1111/1111',
    '4111_1111_1111_1111',
    '4111*1111*1111*1111',
    '3782\t822463\t10005',
  ])('D1: the card %j', (written) => {
    expect(foundIn(`my card\n${written}\nthanks`)).toEqual([`card: ${written}`]);
  });

  test('D1: a card between words without spaces', () => {
    expect(foundIn('card:4111111111111111exp12/27')).toEqual(['card: 4111111111111111']);
  });

  test.each([
    '+49 170\n1234567',
    '+49\t170\t1234567',
    '+49 170\t1234567',
    '0170\n1234567',
    'DE89 3704 0044\n0532 0130 00',
  ])('D1: the number %j', (written) => {
    const kind = written.startsWith('DE') ? 'iban' : 'phone';
    expect(foundIn(`it is ${written}\nthanks`, { known: { country: 'Germany' } })).toEqual([`${kind}: ${written}`]);
  });

  test('D1: a whole number does not go on in the next line', () => {
    expect(foundIn('+49 30 123456\n78\n2 items')).toEqual(['phone: +49 30 123456']);
    expect(foundIn('+49 170 1234567\t2\n0170 7654321', { known: { country: 'Germany' } })).toEqual([
      'phone: +49 170 1234567',
      'phone: 0170 7654321',
    ]);
  });

  test.each([
    '41111111\n11111111',
    '4111\n1111\n1111\n1111\n1111',
    '4111 1111\n\n1111 1111',
    'sizes 41\t11\t11\t11\t11\t11\t11\t11',
    '0170\n\n1234567',
    '0170\n12.05.2026',
    'qty\t0\n12345678\t12',
  ])('D1: lines and columns of numbers stay: %j', (text) => {
    expect(foundIn(text, { known: { country: 'Germany' } })).toEqual([]);
  });
});

describe('D1: markup within a value', () => {
  test.each([
    String.raw`kate\.lehmann@example\.org`,
    String.raw`kate\.lehmann@example.org`,
    String.raw`kate.lehmann\@example.org`,
    'kate.lehmann@**example**.org',
    'kate.lehmann@_example_.org',
    'kate.lehmann<span>@</span>example.org',
    'kate.lehmann@<b></b>example.org',
    'kate.lehmann<span class="at">@</span>example.org',
    'kate%40example%2Eorg',
    'kate%2Elehmann%40example%2Eorg',
    'kate(a)example.org',
    'kate﹫example.org',
    'kateⓐgmail.com',
    'kate.lehmann @gmail.com',
    'kate.lehmann @example.org',
    'kate.lehmann@gmail .com',
    'kate @ gmail.com',
  ])('D1: the email %s', (written) => {
    expect(foundIn(`so ${written}, thanks`)).toEqual([`email: ${written}`]);
  });

  test.each(['+49 **170** 1234567', '+49 170 <b>1234567', String.raw`\+49 170 1234567`.slice(1), '+49 170\\-1234567'])(
    'D1: the phone %s',
    (written) => {
      expect(foundIn(`so ${written}, thanks`)).toEqual([`phone: ${written}`]);
    },
  );

  test.each([String.raw`4111\-1111\-1111\-1111`, '4111 **1111** 1111 1111', '4111<wbr>1111<wbr>1111<wbr>1111'])(
    'D1: the card %s',
    (written) => {
      for (const level of ['contacts', 'cards'] as const) {
        expect(foundIn(`so ${written}, thanks`, { level })).toEqual([`card: ${written}`]);
      }
    },
  );

  test('D1: known values, too', () => {
    const known = { email: 'kate.lehmann@example.org', phone: '+49 170 1234567' };
    expect(foundIn(String.raw`kate\.lehmann\@example\.org`, { known })).toEqual([
      String.raw`email*: kate\.lehmann\@example\.org`,
    ]);
    expect(foundIn('kate<b>.</b>lehmann%40example%2Eorg 0170<i>12345</i>67', { known })).toEqual([
      'email*: kate<b>.</b>lehmann%40example%2Eorg',
      'phone*: 0170<i>12345</i>67',
    ]);
  });

  test('D1: what is around a value stays', () => {
    expect(foundIn('**kate@example.org** and <b>+49 170 1234567</b> and `4111 1111 1111 1111`')).toEqual([
      'email: kate@example.org',
      'phone: +49 170 1234567',
      'card: 4111 1111 1111 1111',
    ]);
    expect(foundIn('john_doe_@example.org or _jane_@example.org')).toEqual([
      'email: john_doe_@example.org',
      'email: _jane_@example.org',
    ]);
    expect(foundIn('password: Sommer*2020*')).toEqual(['secret: Sommer*2020*']);
  });

  test.each([
    'follow us @shop.example and @mike, 5 @ 3.50',
    'choose (a) example.org or (b) example.com',
    'the b<a and c>d, 3 * 4 * 5, snake_case_name, C:\\new\\table',
    'one<br>two@three',
    'I am at gmail. It works',
  ])('D1: stays: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
