import { textOf, type Foreign } from '../../model/foreign.ts';
import { foldedText } from './folded-words.ts';

/** A word of a query may be the beginning of a word of the text from this length on: `refund` finds `refunds`. */
const MIN_BEGINNING = 4;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces between words. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/**
 * Reads a query; returns a function that says whether texts have all of its words, without case and accents: `AI` is not in `again`.
 * Takes time in proportion to the texts, hardly to the words.
 */
export function mentionsOf(query: string): (texts: readonly (Foreign | undefined)[]) => boolean {
  const words = wordsOf(query);
  const wordsIn = wordFinder(words);
  return (texts) => {
    const missing = new Set(words);
    for (const text of texts) {
      if (missing.size === 0) return true;
      wordsIn(foldedText(textOf(text) ?? ''), missing);
    }
    return missing.size === 0;
  };
}

/** What is between the spaces of a query, without marks around it, each word once. */
function wordsOf(query: string): string[] {
  const words = foldedText(query)
    .split(/\s+/u)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [...new Set(words)].filter((word) => word !== '');
}

/** Goes through a text once, and removes the words that it finds from `missing`. */
function wordFinder(words: readonly string[]): (text: string, missing: Set<string>) => void {
  const byFirst = Map.groupBy(words, (word) => word.charCodeAt(0));
  const unspaced = Map.groupBy(
    words.filter((word) => UNSPACED.test(word)),
    (word) => word.charCodeAt(0),
  );
  const isLetter = letterTest();
  return (text, missing) => {
    let isWithinWord = false;
    for (let at = 0; at < text.length && missing.size > 0; at += 1) {
      const unit = text.charCodeAt(at);
      const second = text.charCodeAt(at + 1);
      for (const word of (isWithinWord ? unspaced : byFirst).get(unit) ?? NO_WORDS) {
        if (word.length > 1 && word.charCodeAt(1) !== second) continue;
        if (!missing.has(word) || !text.startsWith(word, at)) continue;
        const mayGoOn = word.length >= MIN_BEGINNING || UNSPACED.test(word);
        if (mayGoOn || !isLetter(text.charCodeAt(at + word.length))) missing.delete(word);
      }
      isWithinWord = isLetter(unit);
    }
  };
}

const NO_WORDS: readonly string[] = [];

/** Tells letters, digits and marks from all else, by their UTF-16 unit; each kind of unit is looked at once. */
function letterTest(): (unit: number) => boolean {
  const known = new Uint8Array(0x1_00_00);
  return (unit) => {
    // Behind the end of a text there is no unit.
    if (Number.isNaN(unit)) return false;
    const before = known[unit];
    if (before !== 0) return before === 1;
    const is = LETTER.test(String.fromCharCode(unit));
    known[unit] = is ? 1 : 2;
    return is;
  };
}
