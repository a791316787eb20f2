import { describe, expect, test } from 'vitest';
import { ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';
import { IS_WHOLE, oneIn } from '../../support/runs.ts';
import { costlyOf, PAIRS, stepsOf, WORDS_OF_ROLES } from './steps.ts';
import { repeated, WORST_TEXTS } from './worst-texts.ts';

const LENGTH = IS_WHOLE ? 6000 : 3000;

describe('D1: the steps of a text grow with its length alone', () => {
  test('D1: of the worst texts', () => {
    expect(costlyOf(Object.values(WORST_TEXTS), LENGTH)).toEqual([]);
  });

  test('D1: of a word of each role, alone and before a sign', () => {
    expect(
      costlyOf(
        oneIn(3, WORDS_OF_ROLES).flatMap((word) => [word, `${word} `, `${word}=`]),
        LENGTH,
      ),
    ).toEqual([]);
  });

  test('D1: of what triggers a rule beside every other token', () => {
    expect(costlyOf(oneIn(96, PAIRS), LENGTH)).toEqual([]);
  });

  test('D1: from one to ten thousand characters, they are ten times as many', () => {
    for (const piece of ['prose', 'prose with numbers', 'digits and spaces', 'signs of addresses', 'mixed']) {
      const text = WORST_TEXTS[piece] ?? '';
      expect(stepsOf(text, 10_000) / stepsOf(text, 1000)).toBeLessThanOrEqual(10.5);
    }
  });
});

const PAGES = {
  'log lines':
    '2026-11-25T10:11:12.345Z INFO [worker-3] request 4711-aa from 203.0.113.8 took 12.5ms status=200 path=/a/b/c\n',
  'prose with numbers': WORST_TEXTS['prose with numbers'] ?? '',
  'a table': '| 4711 | Blue chair, oak | 2 | 129.00 | 25.11.2026 | shipped | jane@example.org |\n',
  'a dump': '00000010  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|\n',
};

describe('D1: the steps of one text are limited', () => {
  test.each(Object.entries(PAGES))('D1: a page of %s is read whole', (_, line) => {
    const kinds = findSensitive(repeated(line, 30_000), 'contacts', new ContactForms({}), new Set()).map(
      ({ kind }) => kind,
    );
    expect(kinds).not.toContain('unchecked');
  });

  test('D1: what lies beyond them is one finding up to the end', () => {
    const text = `jane@example.org ${repeated('4 ', 200_000)} kate@example.org`;
    const found = findSensitive(text, 'contacts', new ContactForms({}), new Set());
    expect(found[0]).toMatchObject({ kind: 'email', value: 'jane@example.org' });
    expect(found.at(-1)).toMatchObject({ kind: 'unchecked', end: text.length });
    expect(found.filter(({ kind }) => kind === 'unchecked')).toHaveLength(1);
    expect(found.map(({ value }) => value)).not.toContain('kate@example.org');
  });
});
