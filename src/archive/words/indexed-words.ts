import { textOf } from '../../model/foreign.ts';
import type { VisitorContext } from '../../model/records.ts';
import { eachInSlices, mapInSlices } from '../../model/slices.ts';
import { fold } from './fold.ts';

/**
 * The version of what this file and fold.ts make of a text. To be raised with every change of that: an archive then has what it
 * keeps made anew (refolding.ts).
 */
export const FOLDING_VERSION = 1;

/** A word in a text: in the form in which words are compared, and where it stands (UTF-16 units). */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The letters of scripts that put no space between words, or hang much onto them (Korean). */
const SPACELESS = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`;
const LETTER = String.raw`[\p{L}\p{N}]`;
/** The characters that go with the letter before them. */
const ADDED = String.raw`[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\uFF9E\uFF9F]`;
const EMOJI = String.raw`[\p{Extended_Pictographic}&&[\u2600-\u27BF\u2B50\u2B55\u{1F000}-\u{1FAFF}]]`;

/** A word: letters and digits up to anything else; in scripts without spaces each letter, and each emoji. */
const WORD = new RegExp(
  [
    `[${LETTER}&&${SPACELESS}]${ADDED}*`,
    `[${LETTER}--${SPACELESS}][[${LETTER}${ADDED}]--${SPACELESS}]*`,
    String.raw`\p{Regional_Indicator}{2}`,
    String.raw`${EMOJI}[\p{Emoji_Modifier}\uFE0E\uFE0F]*`,
  ].join('|'),
  'gv',
);

/** The part of a word that counts. No person types a longer one. */
const MAX_LETTERS = 64;
const LONGEST_WORD = new RegExp(`^.{1,${MAX_LETTERS}}`, 'su');
const MAX_UNITS_OF_A_WORD = 512;

/** The words of a text, in order. Takes time in proportion to its length, whatever it is. */
export function wordsIn(text: string): Word[] {
  return [...wordByWord(text)];
}

function* wordByWord(text: string): Generator<Word, void, undefined> {
  // Few words are new in a long text, and in one of single letters hardly any is.
  const known = new Map<string, readonly string[]>();
  for (const { 0: written, index: start } of text.toWellFormed().matchAll(WORD)) {
    const words = known.get(written) ?? foldedForms(written);
    known.set(written, words);
    for (const word of words) yield { word, start, end: start + written.length };
  }
}

/** A word in which folding changes nothing but case. Most words are such, and folding takes much longer. */
const PLAIN_WORD = /^[a-z\d]+$/i;

/** Folded, a word may be several: ½ is 1 and 2. */
function foldedForms(written: string): string[] {
  if (PLAIN_WORD.test(written)) return [written.toLowerCase().slice(0, MAX_LETTERS)];
  const folded = fold(written.slice(0, MAX_UNITS_OF_A_WORD));
  return Array.from(folded.matchAll(WORD)).flatMap(([word]) => LONGEST_WORD.exec(word)?.[0] ?? []);
}

/** The words of a text alone. */
export function foldedWords(text: string): string[] {
  return Array.from(wordByWord(text), ({ word }) => word);
}

/** The words of some texts, each for itself, in slices. */
export async function foldedWordsOfEach(texts: readonly string[]): Promise<string[][]> {
  const words: string[][] = [];
  await eachInSlices(texts, async (text) => {
    words.push(await mapInSlices(wordByWord(text), ({ word }) => word));
  });
  return words;
}

/** The name of a place, in the form in which places are compared. */
export function foldedPlace(name: string): string {
  return foldedWords(name).join(' ');
}

/** The columns by which transcripts are filtered. */
export function foldedPlaces({ country, city }: VisitorContext): {
  readonly country: string | null;
  readonly city: string | null;
} {
  return {
    country: country === undefined ? null : foldedPlace(textOf(country)),
    city: city === undefined ? null : foldedPlace(textOf(city)),
  };
}
