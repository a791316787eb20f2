import { textOf, type Foreign } from '../../model/foreign.ts';
import { foldedText } from './folded-words.ts';

/** A word of a query may be the beginning of a word of the text from this length on: `refund` finds `refunds`. */
const MIN_BEGINNING = 4;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]/gu;
/** Scripts without spaces between words. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/**
 * Whether texts have all words of a query, without case and accents: `AI` is not in `again`. Takes time in proportion to the
 * texts.
 */
export function mentions(texts: readonly (Foreign | undefined)[], query: string): boolean {
  const written = texts.map((text) => foldedText(textOf(text) ?? ''));
  return wordsOf(query).every((word) => written.some((text) => hasWord(text, word)));
}

/** What is between the spaces of a query, without marks around it. */
function wordsOf(query: string): string[] {
  return foldedText(query)
    .split(/\s+/u)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1;) {
    if (UNSPACED.test(word)) return true;
    const isBeginning = at === 0 || !LETTER.test(text.charAt(at - 1));
    if (isBeginning && (word.length >= MIN_BEGINNING || !LETTER.test(text.charAt(at + word.length)))) return true;
    // No other word begins before the next gap.
    BETWEEN_WORDS.lastIndex = at + 1;
    const gap = BETWEEN_WORDS.exec(text);
    if (gap === null) return false;
    at = text.indexOf(word, gap.index);
  }
  return false;
}
