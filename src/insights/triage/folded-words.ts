/** Scripts without spaces between words: there each letter stands alone, and a word is a run of letters. */
const WORD = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+/gv;

/** Accents, and the vowel points of Arabic; the marks of kana make other letters. */
const ACCENTS = /[\u0300-\u036F\u0640\u064B-\u065F\u0670]/g;

/** Written as one word with its noun: the, and the, of the, with the, like the, for the. */
const ARABIC_ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{Script=Arabic}{3})/u;

const MAX_WORD_LENGTH = 40;

/** The words of a text, without case, accents and compatible forms. Takes time in proportion to its length. */
export function foldedWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([written]) => folded(written.slice(0, MAX_WORD_LENGTH)));
}

function folded(word: string): string {
  return /^[a-z0-9]+$/.test(word) ? word : foldedText(word).replace(ARABIC_ARTICLE, '');
}

/** No letter has more marks. */
const MARKS_OF_A_LETTER = /(\p{M}{8})\p{M}+/gu;

/** A text without case, accents and compatible forms. Takes time in proportion to its length. */
export function foldedText(text: string): string {
  return (
    text
      .toLowerCase()
      // Normalizing takes quadratic time in a row of marks.
      .replaceAll(MARKS_OF_A_LETTER, '$1')
      .normalize('NFKD')
      .replaceAll(ACCENTS, '')
      .normalize('NFKC')
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('æ', 'ae')
      .replaceAll('œ', 'oe')
      .replaceAll('ى', 'ي')
      .replaceAll('ة', 'ه')
  );
}
