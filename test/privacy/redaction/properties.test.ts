import { array, assert, constantFrom, integer, nat, oneof, property, record, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';
import { foundIn, redacted } from './redacted.ts';
import { KEPT, KNOWN, PIECES } from './pieces.ts';
import { runs } from '../../support/runs.ts';

const contacts = constantFrom(...KNOWN);
const pieces = string({ unit: constantFrom(...PIECES), maxLength: 14 });
const texts = oneof(pieces, pieces, string({ unit: 'binary', maxLength: 80 }));

describe('D1: whatever a text is', () => {
  test('D1: parts are found in order, inside of the text and without overlaps', () => {
    assert(
      property(texts, constantFrom('contacts', 'cards'), contacts, (text, level, contact) => {
        let behind = 0;
        for (const { start, end } of findSensitive(text, level, new ContactForms(contact), new Set([KEPT]))) {
          expect(start).toBeGreaterThanOrEqual(behind);
          expect(end).toBeGreaterThan(start);
          behind = end;
        }
        expect(behind).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('D1: redacting it twice is redacting it once', () => {
    assert(
      property(texts, constantFrom('contacts', 'cards'), contacts, (text, level, known) => {
        const circumstances = { level, known, kept: [KEPT] };
        const once = redacted(text, circumstances);
        expect(redacted(once, circumstances)).toBe(once);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('D1: nothing is found at the level none', () => {
    assert(
      property(texts, contacts, (text, contact) => {
        expect(findSensitive(text, 'none', new ContactForms(contact), new Set())).toEqual([]);
      }),
    );
  });

  test('D1: contacts stay at the level cards', () => {
    assert(
      property(texts, contacts, (text, contact) => {
        const kinds = findSensitive(text, 'cards', new ContactForms(contact), new Set()).map(({ kind }) => kind);
        expect(kinds.filter((kind) => !['card', 'iban', 'secret'].includes(kind))).toEqual([]);
      }),
    );
  });
});

const PLAIN_WORDS = ['the', 'Danke', 'über', 'mañana', 'шапка', 'so', 'I'] as const;
/** Of what has a number that could be a card's as well. */
const WORDS_OF_ORDERS = ['parcel', 'commande', '荷物'] as const;
const someOf = (among: readonly string[]) =>
  array(constantFrom(...among), { minLength: 1, maxLength: 8 }).map((list) => list.join(' '));
const plainWords = someOf(PLAIN_WORDS);
const words = someOf([...PLAIN_WORDS, ...WORDS_OF_ORDERS]);

function withCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .map((weighed) => (weighed > 9 ? weighed - 9 : weighed))
    .reduce((one, other) => one + other, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const cards = stringMatching(/^4\d{14}$/).map((digits) =>
  withCheckDigit(digits).replaceAll(/(?<=^(?:\d{4})+)(?=\d)/g, ' '),
);

const ibans = nat({ max: 10 ** 15 }).map((account) => {
  const number = String(account).padStart(18, '3');
  const check = 98n - (BigInt(`${number}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${number}`;
});

const emails = record({
  local: stringMatching(/^[a-z][a-z0-9]{0,8}(?:[._+-][a-z0-9]{1,6}){0,2}$/),
  host: stringMatching(/^[a-z][a-z0-9]{0,8}(?:-[a-z0-9]{1,5})?$/),
  ending: constantFrom('com', 'org', 'de', 'co.uk', 'example', 'рф'),
}).map(({ local, host, ending }) => `${local}@${host}.${ending}`);

const phones = integer({ min: 0, max: 9_999_999 }).map((number) => `+49 170 ${String(number).padStart(7, '2')}`);
const addresses = record({ second: nat({ max: 255 }), third: nat({ max: 255 }), last: nat({ max: 255 }) }).map(
  ({ second, third, last }) => `93.${second}.${third}.${last}`,
);

describe('D1: among other words', () => {
  test.each([
    ['card', cards, plainWords],
    ['iban', ibans, words],
    ['email', emails, words],
    ['phone', phones, words],
    ['ip', addresses, words],
  ] as const)('D1: each %s is found, and nothing else', (kind, values, around) => {
    assert(
      property(around, values, around, (before, value, behind) => {
        expect(foundIn(`${before} ${value} ${behind}`)).toEqual([`${kind}: ${value}`]);
      }),
      { numRuns: runs(500) },
    );
  });

  test('D1: the addresses of agents stay', () => {
    assert(
      property(words, emails, words, (before, email, behind) => {
        expect(foundIn(`${before} ${email} ${behind}`, { kept: [email] })).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
