/** A word of a text as words are compared, and where it stands (UTF-16 units). */
export interface FoldedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Scripts without spaces between words: there each letter stands alone, and a word is a run of letters. */
const WORD = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+/gv;

/** Accents, and the vowel points of Arabic; the marks of kana make other letters. */
const ACCENTS = /[\u0300-\u036F\u0640\u064B-\u065F\u0670]/g;

/** Written as one word with its noun: the, and the, of the, with the, like the, for the. */
const ARABIC_ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{Script=Arabic}{3})/u;

const MAX_WORD_LENGTH = 40;

/** The words of a text, without case, accents and compatible forms. Takes time in proportion to its length. */
export function foldedWords(text: string): FoldedWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: written, index: start }) => ({
    word: folded(written.slice(0, MAX_WORD_LENGTH)),
    start,
    end: start + written.length,
  }));
}

function folded(word: string): string {
  return /^[a-z0-9]+$/.test(word) ? word : foldedText(word).replace(ARABIC_ARTICLE, '');
}

/** A text without case, accents and compatible forms. */
export function foldedText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
}
