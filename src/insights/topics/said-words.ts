import { Foreign, textOf } from '../../model/foreign.ts';

/** A word of a text, and what stands between it and the word before. */
export interface SaidWord {
  /** As it was written. */
  readonly text: string;
  /** `none` in scripts without spaces; `break` after punctuation, a number, an address, or at the beginning. */
  readonly gap: 'none' | 'space' | 'break';
}

/** Scripts that are written without spaces; their words are found by a dictionary. */
const UNSPACED = String.raw`\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const LETTERS = String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]`;
const WORD = new RegExp(String.raw`[[\p{L}\p{M}]&&[${UNSPACED}]]+|${LETTERS}+(?:['\-]${LETTERS}+)*`, 'gv');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');

/** What may be an address, which is nobody's topic. */
const ASCII_RUN = /[\x21-\x7E]+/g;
const ADDRESS = /@|:\/\/|^\W*www\./i;

const APOSTROPHES = /[\u2018\u2019\u02BC\uFF07]/g;
const HYPHENS = /[\u2010\u2011]/g;
const MAX_LETTERS = 40;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Where a word, a number or an address may end. */
const MAY_END = new RegExp(String.raw`[\s${UNSPACED}]`, 'v');

/** The beginning of a text, at most so many characters long. Whatever it would cut is left out: by half an address nobody can tell what it is. */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  let end = characters;
  while (end > 0 && !MAY_END.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The beginning of some texts, one behind the other. */
export function beginningOfTexts(texts: readonly Foreign[], characters: number): Foreign {
  return new Foreign(beginningOf(texts.map((text) => textOf(text)).join(' '), characters));
}

/** The words of a clean text in their order, without those that have a digit or are longer than words are. */
export function wordsIn(text: string): SaidWord[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(HYPHENS, '-')
    .replaceAll(ASCII_RUN, (run) => (ADDRESS.test(run) ? '\n' : run));
  const words: SaidWord[] = [];
  let end = -1;
  const add = (word: string, start: number): void => {
    const isWord = word.length <= MAX_LETTERS && !/\p{N}/u.test(word);
    if (isWord) words.push({ text: word, gap: end === -1 ? 'break' : gapIn(plain, end, start) });
    end = isWord ? start + word.length : -1;
  };
  for (const match of plain.matchAll(WORD)) {
    const [run] = match;
    if (!IS_UNSPACED.test(run)) {
      // What is elided, as in d'argent, stands before the word; a possessive ends it.
      const elided = /^\p{L}{1,6}'(?=\p{L}{3})/u.exec(run)?.[0] ?? '';
      if (elided !== '') add(elided, match.index);
      add(run.slice(elided.length).replace(/'s$/i, ''), match.index + elided.length);
      continue;
    }
    for (const { segment, index, isWordLike } of segmenter.segment(run)) {
      if (isWordLike === true) add(segment, match.index + index);
    }
  }
  return words;
}

function gapIn(text: string, end: number, start: number): SaidWord['gap'] {
  if (start === end) return 'none';
  return start === end + 1 && (text[end] === ' ' || text[end] === '\u00A0') ? 'space' : 'break';
}
