import { textOf, type Foreign } from '../model/foreign.ts';
import { enclosed } from './boundary.ts';
import { withoutSeparators } from './row-field.ts';
import { OwnText, SafeText } from './safe-text.ts';

/**
 * A stranger's text on one line, redacted, that waits to be enclosed. It becomes a string through `enclose` and `plainText` alone, so
 * that none can get into an answer beside the boundary.
 */
export class Quoted {
  readonly #text: string;

  constructor(text: SafeText) {
    this.#text = withoutSeparators(text);
  }

  static textOf(part: string | Quoted): string {
    return typeof part === 'string' ? part : part.#text;
  }

  toString(): never {
    throw new TypeError('A quoted text has to be enclosed.');
  }

  toJSON(): never {
    return this.toString();
  }
}

/** A piece of an answer: our own words, and quotations among them. */
export type Words = readonly (string | Quoted)[];

/** Whether a stranger is quoted in a piece. */
export function hasQuotation(words: Words): boolean {
  return words.some((part) => part instanceof Quoted);
}

/** Puts pieces together; empty ones leave no gap. */
export function joinWords(pieces: readonly Words[], separator: string): Words {
  return pieces
    .filter((piece) => piece.length > 0)
    .flatMap((piece, index) => (index > 0 ? [separator, ...piece] : piece));
}

/** The size of a piece in UTF-8, in bytes. */
export function bytesOf(words: Words): number {
  return words.reduce((sum, part) => sum + Buffer.byteLength(Quoted.textOf(part)), 0);
}

/** Renders lines: in a boundary where one of them quotes a stranger. */
export function enclose(lines: readonly Words[]): OwnText {
  const text = lines.map((line) => line.map((part) => Quoted.textOf(part)).join('')).join('\n');
  return lines.some(hasQuotation) ? enclosed(SafeText.parse(text)) : OwnText.parse(text);
}

/** A line that is put in a boundary together with others. */
export function toBeEnclosed(line: Words): SafeText {
  return SafeText.parse(line.map((part) => Quoted.textOf(part)).join(''));
}

/** The text of a quotation, for data: in a boundary of its own, or for a view, which renders it as text alone. */
export function plainText(quoted: Quoted): SafeText {
  return SafeText.parse(Quoted.textOf(quoted));
}

/** Whether a text left the redactor as it came, and is not empty. */
export function isUnchanged(text: Foreign, passed: SafeText): boolean {
  return passed !== '' && textOf(text) === passed;
}

/** A redacted contact without the pseudonym of the visitor: `[email]`. */
export function withoutPseudonym(contact: SafeText): SafeText {
  return SafeText.parse(contact.replace(/^\[(\w+) of visitor-\w+\]$/, '[$1]'));
}
