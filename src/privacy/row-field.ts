/** What reads as the mark between two fields of a row, ` · `: middle dots and bullets. */
const DOT = String.raw`[\u00B7\u0387\u1427\u16EB\u2022\u2027\u2043\u2219\u22C4\u22C5\u23FA\u25AA\u25CF\u25E6\u26AB\u2981\u2E30\u2E31\u2E33\u30FB\u318D\uA78F\uFF65\u{10101}\u{1F784}]`;

/**
 * What reads as that mark between spaces alone: an Arabic zero, a vowel of old Korean, a tone of Lisu, one of Bopomofo, a full stop of
 * Armenian. Beside other letters they are a part of a word.
 */
const LONE_DOT = String.raw`(?<=^|\s)[\u02D9\u0660\u119E\u2024\uA4F8](?=\s)`;

/** Scripts in which people write names with a dot and no space around it. */
const DOTTED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Canadian_Aboriginal}]`;

/** Any but the dot of a name: Catalan `Col·legi`, 约翰·史密斯, ジョン・スミス. */
const SEPARATOR = String.raw`(?:(?!(?<=l)\u00B7l|(?<=${DOTTED})${DOT}${DOTTED})${DOT}|${LONE_DOT})`;

/** Stands for line breaks in a text on one line, where no space but the common one is left: detectors read it as that. */
const LINE_BREAK = '\u00A0';

const BEGINNING = new RegExp(String.raw`^(?:${DOT}|${LONE_DOT}|\s)+`, 'u');
const END = new RegExp(`${SEPARATOR}|${LINE_BREAK}`, 'iu');

/** Returns a clean text on one line in which its line breaks can still be told. */
export function withBreaksMarked(clean: string): string {
  return clean
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join(LINE_BREAK);
}

/**
 * Cuts a text with marked breaks where it could pass for the end of its field, so that what follows cannot pass for the next
 * one: at a line break, and at what reads as the mark between fields.
 */
export function firstField(text: string): string {
  const begun = text.replace(BEGINNING, '');
  const end = begun.search(END);
  if (end !== -1) return `${begun.slice(0, end).trimEnd()}…`;
  return begun === '' && text !== '' ? '…' : begun;
}

const SEPARATORS = new RegExp(SEPARATOR, 'giu');

/** A text on one line in which nothing reads as the mark between two fields: ` · ` becomes ` - `. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(SEPARATORS, '-');
}
