import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allSteps } from '../../../src/model/slices.ts';
import { ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { mayHoldSensitive } from '../../../src/privacy/redaction/first-look.ts';
import { VOCABULARY } from '../../../src/privacy/redaction/reading/vocabulary.ts';
import { wholeReadingOf } from '../../../src/privacy/redaction/sensitive.ts';
import { runs } from '../../support/runs.ts';
import { linesOf } from './labelled-lines.ts';
import { KEPT, KNOWN, PIECES } from './pieces.ts';

const CONTACTS = [
  ...KNOWN,
  { email: 'kate.miller@shop.example' },
  { email: 'kate@paß.ΚΟΣΜΟΣ' },
  { phone: '0123456' },
].map((contact) => new ContactForms(contact));
const LINES = (['tuning', 'held-out', 'shapes/tuning', 'shapes/held-out'] as const).flatMap(linesOf);

/** Whether the first look lets pass what the whole search finds. */
function missed(text: string, contact: ContactForms): boolean {
  if (mayHoldSensitive(text, contact.words)) return false;
  return allSteps(wholeReadingOf(text, 'contacts', contact, new Set([KEPT]))).sensitive.length > 0;
}

const PHRASES = Array.from(VOCABULARY.phrases, ([first, all]) => all.map(({ rest }) => [first, ...rest])).flat();
/** All words, and two of each beginning and ending. */
const WORDS = [
  ...VOCABULARY.exact.keys(),
  ...Array.from(VOCABULARY.beginnings.keys(), (word) => `${word}s`),
  ...Array.from(VOCABULARY.endings.keys(), (word) => `my${word}`),
  ...PHRASES.map((words) => words.join(' ').replaceAll('*', 's')),
];
const WORDS_BY_ROLE = Map.groupBy(
  Array.from(VOCABULARY.exact, ([word, roles]) => Array.from(roles, (role) => ({ word, role }))).flat(),
  ({ role }) => role,
);
const OTHERS = [
  'kate',
  'miller',
  'shop',
  'example',
  'de',
  'gmail',
  'com',
  'Ab!cdefgh',
  'abcDefghijklmnopqrst',
  'x',
  'a',
  'o',
  'P',
];
const SIGNS = Array.from(' .,:;-–—_/\\|()[]{}<>*#~`"\'“„«!?&+%$=\n\u200D\u0301　。：－（）', (sign) => sign);
const contacts = constantFrom(...CONTACTS);
const withoutDigits = (text: string) => text.replaceAll(/[\d@=$]/g, '');

describe('D1: the first look at a text', () => {
  test.each([
    'Max Mustermann',
    '東京都',
    'Hi, where is my parcel? It should have come yesterday.',
    'Thank you for your message. We have looked into the matter and will send the missing part out today.',
    'Bonjour, j’aimerais savoir où se trouve mon colis. Merci d’avance pour votre réponse.',
    'Wo ist mein Paket? Ich warte seit zwei Wochen auf die Lieferung.',
    'Meet me at the shop; it is open (I think) from nine to five.',
  ])('D1: is enough for %j', (text) => {
    expect(mayHoldSensitive(text)).toBe(false);
  });

  test.each([
    'order ４',
    'number ①',
    '١',
    'kate＠example.org',
    'my passwort, please',
    'Meine Passwörter',
    'MOT DE PASSE',
    'Ο ΚΩΔΙΚΌΣ ΜΟΥ',
    '我的密码',
    'kate at example dot org',
    'jen.pollard gmail com',
    'kate (at) example (.) org',
    'dead:beef::cafe',
    '-u kate:rosebud',
    '-----BEGIN PRIVATE KEY-----',
    'oh seven seven double oh one nine',
    'triple hundred one',
    'login admin:.Rosebud',
    'witch collapse practice feed shame open despair creek road again ice least',
  ])('D1: is not enough for %j', (text) => {
    expect(mayHoldSensitive(text)).toBe(true);
  });

  test('D1: no line of the corpora, whole or without its digits, is passed over', () => {
    for (const contact of [new ContactForms({}), ...CONTACTS]) {
      const texts = LINES.flatMap(({ text }) => [text, withoutDigits(text)]);
      expect(texts.filter((text) => missed(text, contact))).toEqual([]);
    }
  });

  test('D1: no mixture of pieces is passed over', () => {
    const pieces = string({ unit: constantFrom(...PIECES, ...WORDS, ' '), maxLength: 14 });
    assert(
      property(pieces, contacts, (text, contact) => {
        expect([text, withoutDigits(text)].filter((one) => missed(one, contact))).toEqual([]);
      }),
      { numRuns: runs(20_000, 1000) },
    );
  });

  test('D1: no mixture of signs and words of a few roles is passed over', () => {
    const ofRole = constantFrom(...WORDS_BY_ROLE.values()).map((words) => words.map(({ word }) => word));
    const signs = oneof(constantFrom(' ', ' ', '.', ':'), constantFrom(...SIGNS));
    const texts = array(ofRole, { minLength: 3, maxLength: 3 }).chain((roles) => {
      const words = oneof(
        ...roles.map((role) => constantFrom(...role)),
        constantFrom(...OTHERS),
        constantFrom(...WORDS),
      );
      const parts = oneof(words, words, signs).chain((part) =>
        oneof(constantFrom('', ' ', ' '), signs).map((sign) => part + sign),
      );
      return array(parts, { minLength: 2, maxLength: 15 });
    });
    assert(
      property(texts, contacts, (parts, contact) => {
        expect(missed(parts.join(''), contact)).toBe(false);
      }),
      { numRuns: runs(200_000, 5000) },
    );
  });

  test('D1: no address in words is passed over', () => {
    const parts = constantFrom(
      'kate',
      'k.miller',
      'shop',
      'a',
      'at',
      'ät',
      'arroba',
      'dot',
      'punkt',
      'gmail',
      'me',
      'com',
      'de',
      'mail',
      'email',
    );
    const apart = constantFrom(
      ' ',
      ' ',
      ' ',
      '.',
      ' . ',
      '. ',
      ',',
      '(',
      ')',
      ' (',
      ') ',
      '*',
      '_',
      '-',
      '\n',
      '\\',
      '',
    );
    const texts = array(
      parts.chain((part) => apart.map((sign) => part + sign)),
      { minLength: 2, maxLength: 8 },
    );
    assert(
      property(texts, contacts, (pieces, contact) => {
        expect(missed(pieces.join(''), contact)).toBe(false);
      }),
      { numRuns: runs(300_000, 5000) },
    );
  });
});
