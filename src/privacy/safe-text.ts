import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/**
 * Text that may leave the house: our own words, or a stranger's after cleaning. The brand makes passing the choke
 * point a matter of types: what renders answers takes nothing else. In an output schema it stands for a string.
 */
export const SafeText = z.string().brand<'SafeText'>();
export type SafeText = z.infer<typeof SafeText>;

/**
 * Characters that show nothing and can hide or reorder text: controls but tab and line feed, format characters (soft
 * hyphen, bidirectional controls, zero-width space, byte order mark, tags), and whatever else Unicode lets fonts ignore.
 * Joiners and variation selectors stay, because emoji families and several scripts are written with them, and so do
 * the visible Arabic and Syriac number marks.
 */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|(?![\u200C-\u200D\u0600-\u0605\u06DD\u070F\u08E2])\p{Cf}|(?![\u200C-\u200D]|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/gu;

/** Selectors and joiners with nothing to select or join: a run of them can spell out a hidden message. */
const ORPHANED =
  /(?<![^\s\uFE00-\uFE0F\u200C-\u200D])[\uFE00-\uFE0F]|(?<![^\s\uFE00-\uFE0F\u200C-\u200D][\uFE00-\uFE0F]?)[\u200C-\u200D]/gu;

function clean(text: string): string {
  return stripVTControlCharacters(text.toWellFormed())
    .replaceAll(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(ORPHANED, '');
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Not through the middle of a surrogate pair.
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A stranger's text on one line, such as a name or a subject, cut to `maxLength` characters. */
export function safeLine(text: string, maxLength = 120): SafeText {
  return SafeText.parse(cut(clean(text).replaceAll(/\s+/gu, ' ').trim(), maxLength));
}

/** A stranger's text as it was written, lines and all, cut to `maxLength` characters. */
export function safeBlock(text: string, maxLength = 20_000): SafeText {
  return SafeText.parse(cut(clean(text).trim(), maxLength));
}

/** A safe text as one cell of a Markdown table. */
export function tableCell(text: SafeText): SafeText {
  return SafeText.parse(text.replaceAll('|', String.raw`\|`));
}

/** A part of a safe text in which nothing can be taken for a mark of ours (`**…**`), nor undo one. */
export function withoutMarks(text: SafeText): SafeText {
  return SafeText.parse(text.replaceAll(/[\\*`]/g, String.raw`\$&`));
}

/** What our own words may be filled with. */
type Filling = SafeText | number;

/** Our own words: the literal parts are the program's, and only numbers and safe text can be filled in. */
export function safe(literals: TemplateStringsArray, ...fillings: Filling[]): SafeText {
  return SafeText.parse(String.raw({ raw: literals }, ...fillings));
}

/** Puts safe texts together. */
export function joinSafe(
  texts: readonly SafeText[],
  separator: '\n' | '\n\n' | ' ' | ', ' | ' · ' | ' | ' | '; ',
): SafeText {
  return SafeText.parse(texts.join(separator));
}

/** A word that the program itself defines: a zone, a day, an identifier checked against a list of ours. */
export function ownWord(word: string): SafeText {
  return SafeText.parse(word);
}
