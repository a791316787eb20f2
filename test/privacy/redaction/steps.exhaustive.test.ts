import { expect, test } from 'vitest';
import { VOCABULARY } from '../../../src/privacy/redaction/reading/vocabulary.ts';
import { costlyOf, PAIRS, stepsOf } from './steps.ts';
import { WORST_TEXTS } from './worst-texts.ts';

const WORDS = [
  ...VOCABULARY.exact.keys(),
  ...Array.from(VOCABULARY.beginnings.keys(), (word) => `${word}s`),
  ...Array.from(VOCABULARY.endings.keys(), (word) => `my${word}`),
  ...Array.from(VOCABULARY.phrases, ([first, all]) => all.map(({ rest }) => [first, ...rest].join(' '))).flat(),
];
/** A text is given up after some four million steps. */
const MOST = 5_000_000;

test('D1: the steps of every word grow with the length of the text alone', () => {
  expect(
    costlyOf(
      WORDS.flatMap((word) => [word, `${word} `, `${word}: `, `${word} 1`]),
      6000,
    ),
  ).toEqual([]);
});

test('D1: no text of fifty thousand characters takes more than its share', () => {
  const pieces = [...Object.values(WORST_TEXTS), ...PAIRS];
  expect(pieces.filter((piece) => stepsOf(piece, 50_000) > MOST)).toEqual([]);
});
