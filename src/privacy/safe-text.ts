import { z } from 'zod';
import { quotation, type CallerText, type OfProgram, type Trusted } from '../model/text/trusted-text.ts';
import { cleanText } from './cleaning.ts';
import { defang } from './defang.ts';
import { cut } from './quoted.ts';
import { firstField, withBreaksMarked } from './row-field.ts';

/**
 * Our own words and numbers, names of the desk's own people, the caller's words, and strangers' texts in their boundary. The text of an
 * answer has to be this.
 */
export const OwnText = z.string().brand<'OwnText', 'inout'>();
export type OwnText = z.infer<typeof OwnText>;

/** Trusted text that has passed, and is ours to fill our own words with, here and in an error. */
const DeskLine = OwnText.brand<'TrustedText'>();
export type DeskLine = z.infer<typeof DeskLine>;

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

/** Our own words, with numbers and others of our own words filled in. */
export function safe(literals: TemplateStringsArray, ...fillings: readonly (OwnText | number)[]): OwnText {
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

/** Puts texts of our own together. */
export function joinSafe(texts: readonly OwnText[], separator: Separator): OwnText {
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

/** A text of our own as one cell of a Markdown table. */
export function tableCell(text: OwnText): OwnText {
  return OwnText.parse(text.replaceAll('|', String.raw`\|`));
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
