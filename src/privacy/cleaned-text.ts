import { quotation, TrustedText, type CallerText, type Trusted } from '../model/text/trusted-text.ts';
import { cleanText } from './cleaning.ts';
import { defang } from './defang.ts';
import { cut } from './quoted.ts';
import { firstField, withBreaksMarked } from './row-field.ts';
import { withBarsEscaped } from './table-cell.ts';

/** Returns a text on one line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function lineOf(text: string, maxLength: number): string {
  return cut(defang(onOneLine(cleanText(text))), maxLength);
}

/** Text of the desk's own people or its configuration, on one line, cut to `maxLength` characters. */
export function deskLine<Text extends string>(text: Trusted<Text>, maxLength = 120): TrustedText {
  return TrustedText.parse(lineOf(text, maxLength));
}

/** The same as one field of a row, whose end nothing in it can pass for. */
export function deskField<Text extends string>(text: Trusted<Text>, maxLength: number): TrustedText {
  return TrustedText.parse(cut(defang(firstField(withBreaksMarked(cleanText(text)))), maxLength));
}

/** The same, in quotes, which nothing in it can end. */
export function deskQuotation<Text extends string>(text: Trusted<Text>, maxLength = 120): string {
  return `"${lineOf(text.replaceAll(/["\\]/g, String.raw`\$&`), maxLength)}"`;
}

/** Text of whoever asks, as an answer quotes it. */
export function callerLine(text: CallerText, maxLength?: number): TrustedText {
  return TrustedText.parse(quotation(text, maxLength));
}

/** The same, in quotes, which nothing in it can end. */
export function callerQuotation(text: CallerText, maxLength?: number): TrustedText {
  return TrustedText.parse(`"${quotation(text, maxLength).replaceAll(/["\\]/g, String.raw`\$&`)}"`);
}

/** The same as a line of the desk's, lines and all. */
export function deskBlock<Text extends string>(text: Trusted<Text>, maxLength = 20_000): string {
  return cut(defang(cleanText(text).trim()), maxLength);
}

/** A text of our own as one cell of a Markdown table. */
export function tableCell(text: string): string {
  return withBarsEscaped(text);
}
