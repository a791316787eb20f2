import { z } from 'zod';
import { quotation, type CallerText, type OfProgram, type Trusted } from '../model/text/trusted-text.ts';
import { cleanText } from './cleaning.ts';
import { defang } from './defang.ts';
import { marksIn } from './redaction/marks.ts';
import { firstField, withBreaksMarked, withoutSeparators } from './row-field.ts';

/**
 * Text that may leave the house: it has passed the choke point, and may hold what strangers wrote. The brand makes
 * passing a matter of types: what renders answers takes nothing else. In an output schema it stands for a string.
 */
export const SafeText = z.string().brand<'SafeText', 'inout'>();
export type SafeText = z.infer<typeof SafeText>;

/**
 * Safe text with no stranger's word outside of a boundary: our own words and numbers, names of the desk's own people, the
 * caller's words, and what is enclosed. The text of an answer has to be this.
 */
export const OwnText = SafeText.brand<'OwnText', 'inout'>();
export type OwnText = z.infer<typeof OwnText>;

/** Trusted text that has passed, and is ours to fill our own words with, here and in an error. */
const DeskLine = OwnText.brand<'TrustedText'>();
export type DeskLine = z.infer<typeof DeskLine>;

/** More characters than any mark of redaction has. */
const MARK_LENGTH = 40;

/** The farthest place up to `end` at which a text may be cut: not within a surrogate pair, nor within a mark of redaction. */
export function cutPlace(text: string, end: number): number {
  const from = Math.max(0, end - MARK_LENGTH);
  const mark = marksIn(text.slice(from, end + MARK_LENGTH)).find(
    (one) => from + one.start < end && from + one.end > end,
  );
  if (mark !== undefined) return from + mark.start;
  return /^[\uDC00-\uDFFF]/.test(text.slice(end, end + 1)) ? end - 1 : end;
}

/** Cuts to `maxLength` characters (UTF-16 units). */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, cutPlace(text, maxLength - 1))}…`;
}

/** Returns a text on one line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function lineOf(text: string, maxLength: number): string {
  return cut(defang(onOneLine(cleanText(text))), maxLength);
}

/** Text of the desk's own people or its configuration, on one line, cut to `maxLength` characters. */
export function deskLine<Text extends string>(text: Trusted<Text>, maxLength = 120): DeskLine {
  return DeskLine.parse(lineOf(text, maxLength));
}

/** The same as one field of a row, whose end nothing in it can pass for. */
export function deskField<Text extends string>(text: Trusted<Text>, maxLength: number): DeskLine {
  return DeskLine.parse(cut(defang(firstField(withBreaksMarked(cleanText(text)))), maxLength));
}

/** The same, in quotes, which nothing in it can end. */
export function deskQuotation<Text extends string>(text: Trusted<Text>, maxLength = 120): OwnText {
  return OwnText.parse(`"${lineOf(text.replaceAll(/["\\]/g, String.raw`\$&`), maxLength)}"`);
}

/** Text of whoever asks, as an answer quotes it. */
export function callerLine(text: CallerText, maxLength?: number): DeskLine {
  return DeskLine.parse(quotation(text, maxLength));
}

/** The same, in quotes, which nothing in it can end. */
export function callerQuotation(text: CallerText, maxLength?: number): DeskLine {
  return DeskLine.parse(`"${quotation(text, maxLength).replaceAll(/["\\]/g, String.raw`\$&`)}"`);
}

/** The same as a line of the desk's, lines and all. */
export function deskBlock<Text extends string>(text: Trusted<Text>, maxLength = 20_000): OwnText {
  return OwnText.parse(cut(defang(cleanText(text).trim()), maxLength));
}

/** The beginning of a text that has passed, with how it is cut. */
export function shortened(text: SafeText, maxLength: number): SafeText {
  return SafeText.parse(cut(text, maxLength));
}

/** A part of a text that has passed, which is as safe as the whole. */
export function sliceOf(text: SafeText, start: number, end?: number): SafeText {
  return SafeText.parse(text.slice(start, end));
}

/** A value that our own words may be filled with. */
type Filling = SafeText | number;

/** Our own words, with numbers and safe text filled in. They stay our own as long as everything filled in is. */
export function safe(literals: TemplateStringsArray, ...fillings: readonly (OwnText | number)[]): OwnText;
export function safe(literals: TemplateStringsArray, ...fillings: readonly Filling[]): SafeText;
export function safe(literals: TemplateStringsArray, ...fillings: readonly Filling[]): OwnText {
  // An answer is hundreds of these, and String.raw takes three times as long.
  let text = '';
  let index = 0;
  for (const literal of literals) {
    text += literal;
    if (index < fillings.length) text += String(fillings[index]);
    index += 1;
  }
  return OwnText.parse(text);
}

type Separator = '\n' | '\n\n' | ' ' | ', ' | ', then ' | ' · ' | ' | ' | '; ' | '';

/** Puts safe texts together. */
export function joinSafe(texts: readonly OwnText[], separator: Separator): OwnText;
export function joinSafe(texts: readonly SafeText[], separator: Separator): SafeText;
export function joinSafe(texts: readonly SafeText[], separator: Separator): OwnText {
  return OwnText.parse(texts.join(separator));
}

/** Our own words as a heading begins. */
export function capitalised(text: OwnText): OwnText {
  return OwnText.parse(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
}

/** Our own words as they go on within a sentence. */
export function uncapitalised(text: OwnText): OwnText {
  return OwnText.parse(`${text.charAt(0).toLowerCase()}${text.slice(1)}`);
}

/** A safe text as one cell of a Markdown table. */
export function tableCell(text: OwnText): OwnText;
export function tableCell(text: SafeText): SafeText;
export function tableCell(text: SafeText): OwnText {
  return OwnText.parse(text.replaceAll('|', String.raw`\|`));
}

/** A part of a safe text in which nothing can be taken for a mark of ours (`**…**`), nor undo one. */
export function withoutMarks(text: SafeText): SafeText {
  return SafeText.parse(text.replaceAll(/[\\*`]/g, String.raw`\$&`));
}

/** A stranger's text in quotes, which nothing in it can end, for where no boundary can be. */
export function quoted(text: SafeText): SafeText {
  return SafeText.parse(`“${text.replaceAll(/[“”]/g, '"')}”`);
}

/** A stranger's text in the middle of others: further lines are indented and ` · ` becomes ` - `, so that nothing in it passes for a line or a field of ours. */
export function indented(text: OwnText): OwnText;
export function indented(text: SafeText): SafeText;
export function indented(text: SafeText): OwnText {
  return OwnText.parse(withoutSeparators(text).replaceAll(/\n(?=[^\n])/g, '\n  '));
}

/**
 * An answer that was put together of plain strings by its description (`answers/rows/`), in which a stranger's text has a type of
 * its own.
 */
export function described(text: string): OwnText {
  return OwnText.parse(text);
}

/** A word that the program itself defines: a zone, a day, an identifier checked against a list of ours. */
export function ownWord<Word extends string>(word: OfProgram<Word>): OwnText {
  return OwnText.parse(word);
}
