import { assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailIdentity, isSamePhone, nameIdentity, phoneDigits, phoneIdentity } from '../../src/model/person.ts';

describe('emails of one person', () => {
  test('are the same in any case, with spaces around them', () => {
    expect(emailIdentity(' Jane.Doe@Example.ORG\n')).toBe(emailIdentity('jane.doe@example.org'));
  });

  test.each([undefined, '', '-', 'jane', 'jane@', '@', 'a b@example.org', `${'a'.repeat(250)}@example.org`])(
    '%j is none',
    (email) => {
      expect(emailIdentity(email)).toBeUndefined();
    },
  );
});

test('names of one person are the same in any case, however many spaces are between their parts', () => {
  expect(nameIdentity(' ANA \t María ')).toBe(nameIdentity('ana maría'));
  expect(nameIdentity('Ana')).not.toBe(nameIdentity('Anna'));
  expect(nameIdentity('  ')).toBeUndefined();
});

describe('phone numbers of one person', () => {
  const ways = [
    ['0170 1234567', '170-1234567', '+49 170 1234567', '+49 (0)170 1234567', '0049 (170) 123 45 67'],
    ['(415) 555-0132', '+1 415 555 0132', '001 415-555-0132'],
    ['06 1234567', '+39 06 123 4567', '0039 061234567'],
    ['22 33 44 55', '+47 22334455'],
  ];

  test('are the same with and without prefixes and the code of the country, and only those', () => {
    for (const [index, written] of ways.entries()) {
      for (const one of written) {
        for (const other of written) expect(isSamePhone(one, other), `${one} ${other}`).toBe(true);
        for (const other of ways.toSpliced(index, 1).flat()) expect(isSamePhone(one, other)).toBe(false);
      }
    }
  });

  test.each([
    ['another area', '0170 1234567', '0171 1234567'],
    ['no area', '555 0132', '(415) 555-0132'],
    ['more than the code of a country before it', '+49 1234 22334455', '22334455'],
    ['too few digits', '55 01 32', '550132'],
    ['zeros', '0000000', '00000000'],
    ['few digits behind zeros', '0000012', '00 00 012'],
    ['too many digits', '1'.repeat(21), '1'.repeat(21)],
  ])('are not the same: %s', (_, one, other) => {
    expect(isSamePhone(one, other)).toBe(false);
    expect(isSamePhone(other, one)).toBe(false);
  });

  test('that are the same have one identity', () => {
    const prefix = constantFrom('', '0', '+49', '0049', '+1', '+378 0', '00');
    const number = integer({ min: 100_000, max: 99_999_999_999 }).map(String);
    assert(
      property(prefix, prefix, tuple(number, number), constantFrom(0, 1), (before, beforeOther, numbers, which) => {
        const [one, other] = [before + numbers[0], beforeOther + numbers[which]];
        if (!isSamePhone(one, other)) return;
        expect(phoneIdentity(phoneDigits(one) ?? '')).toBe(phoneIdentity(phoneDigits(other) ?? ''));
      }),
    );
  });
});
