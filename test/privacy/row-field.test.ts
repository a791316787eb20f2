import { assert, array, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeskText } from '../../src/model/text/trusted-text.ts';
import { createPlainRedactor } from './plain-redactor.ts';
import { deskField } from '../../src/privacy/cleaned-text.ts';
import { runs } from '../support/runs.ts';

const redactor = createPlainRedactor({ level: 'contacts', key: new Uint8Array(32).fill(7), kept: new Set() });

/** Everything that makes a field of a row, of strangers' text and of the desk's own. */
const MAKERS = [
  ['a stranger', (text: string): string => redactor.field(text)],
  ['an agent, redacted', (text: string): string => redactor.deskField(DeskText.parse(text))],
  ['an agent', (text: string): string => deskField(DeskText.parse(text), 120)],
] as const;

/** By number, so that no slip in the code under test is repeated here. */
const DOTS = [
  0xb7, 0x387, 0x1427, 0x16eb, 0x2022, 0x2027, 0x2219, 0x22c5, 0x25cf, 0x25e6, 0x2981, 0x2e31, 0x30fb, 0xa78f, 0xff65,
  0x1_01_01, 0x22c4, 0x23fa, 0x2e30, 0x318d, 0x1_f7_84,
].map((code) => String.fromCodePoint(code));
/** What is a letter or a digit elsewhere. */
const LONE_DOTS = ['\u02D9', '\u0660', '\u119E', '\u2024', '\uA4F8'];
const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '&#10;', '&#x2028;', '&NewLine;'];
const SPACES = ['', ' ', '\u00A0', '\u2009', '\u202F', '\u3000'];

const separators = tuple(constantFrom(...SPACES), constantFrom(...DOTS, ...BREAKS), constantFrom(...SPACES)).map(
  (parts) => parts.join(''),
);

describe.each(MAKERS)('a field of a row by %s', (_, fieldOf) => {
  test('ends where what follows could pass for another field', () => {
    assert(
      property(separators, separators, (one, other) => {
        expect(fieldOf(`Ann (1)${one}Claire Dupont${other}rated 5`)).toBe('Ann (1)…');
        expect(fieldOf(`${one}Ann${other}rated 5`)).toBe('Ann…');
      }),
      { numRuns: runs(200) },
    );
  });

  test.each(LONE_DOTS)('ends at %s between spaces', (dot) => {
    expect(fieldOf(`Ann (1) ${dot} Claire Dupont ${dot} rated 5`)).toBe('Ann (1)…');
    expect(fieldOf(`${dot} Ann ${dot} rated 5`)).toBe('Ann…');
  });

  test('has no mark between fields and no line break, whatever it is made of', () => {
    const parts = constantFrom(...DOTS, ...BREAKS, ' ', '<b>', '&middot;', '&bull;', 'Ann', '\u200B', '…');
    assert(
      property(array(string({ unit: 'binary' }).chain((text) => parts.map((part) => `${text}${part}`))), (texts) => {
        const field = fieldOf(texts.join(''));
        expect(field).not.toMatch(/ [\u00B7\u2022\u2219\u22C5] |[\n\r\v\f\u0085\u2028\u2029\u00A0]/);
        expect(field.length).toBeLessThanOrEqual(120);
        expect(fieldOf(field)).toBe(field);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    'Anna Keller',
    "Róisín O'Brien-Smith Jr.",
    'Gal·la Col·legi',
    '约翰·史密斯',
    'ジョン・スミス',
    'ليلى المصري',
    'غرفة ١٠',
    'ꓡꓲꓸ ꓢꓴ',
    'Dr. Müller & Söhne | Köln, 2. Etage',
    '',
  ])('leaves an ordinary name as it is: %s', (name) => {
    expect(fieldOf(name)).toBe(name);
  });

  test('says that something was there where nothing else is left', () => {
    expect(fieldOf(' · • \n ·')).toBe('…');
  });
});

test('D1: a contact that a mark between fields or a line break parts is redacted before the field is cut', () => {
  for (const gap of [' ', '\n', ' \r\n ']) {
    expect(redactor.field(`+49 170${gap}1234567`)).toBe(redactor.field('+49 170 1234567'));
  }
  const field = redactor.about({ phone: '+49 170 1234567' }).field('+49 170 · 1234567');
  expect(field).toMatch(/^\[phone of visitor-\w+\]$/);
});
