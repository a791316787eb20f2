import { textOf, type Foreign } from '../model/foreign.ts';
import { marksIn } from './redaction/marks.ts';
import { withoutSeparators } from './row-field.ts';
import { withBarsEscaped } from './table-cell.ts';

let read: (quoted: Quoted) => string;

/**
 * A stranger's text that has passed the redactor, alone or among our own words, and waits to be put in a boundary (`boundary.ts`). Each
 * other way to make a string of it throws, so that none can get into an answer beside the boundary.
 */
export class Quoted {
  readonly #text: string;

  static {
    read = (quoted) => quoted.#text;
  }

  constructor(text: string) {
    this.#text = text;
  }

  /** In UTF-16 units. */
  get length(): number {
    return this.#text.length;
  }

  toString(): never {
    throw new TypeError('a quoted text has to be enclosed');
  }

  toJSON(): never {
    return this.toString();
  }
}

/** A text without a boundary: for views, which render it as text alone, and for what encloses it. */
export function plainText(text: string | Quoted): string {
  return typeof text === 'string' ? text : read(text);
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
  return words.reduce((sum, part) => sum + Buffer.byteLength(plainText(part)), 0);
}

/** Our own words with quoted texts among them. */
export function mixed(literals: TemplateStringsArray, ...fillings: readonly (string | number | Quoted)[]): Quoted {
  const parts = fillings.map((filling) => (typeof filling === 'number' ? String(filling) : plainText(filling)));
  return new Quoted(String.raw({ raw: literals }, ...parts));
}

/** Puts texts together of which some are quoted. */
export function joinMixed(texts: Words, separator: string): Quoted {
  return new Quoted(texts.map(plainText).join(separator));
}

/** A quoted text in which nothing passes for the separator between two facts of ours. */
export function withoutSeparator(text: Quoted): Quoted {
  return new Quoted(withoutSeparators(read(text)));
}

/** A quoted text in the middle of others: further lines are indented, so that nothing in it passes for a line or a field of ours. */
export function indented(text: Quoted): Quoted {
  return new Quoted(withoutSeparators(read(text)).replaceAll(/\n(?=[^\n])/g, '\n  '));
}

/** More characters than any mark of redaction has. */
const MARK_LENGTH = 40;

/** The farthest place up to `end` at which a text may be cut: not within a surrogate pair, nor within a mark of redaction. */
export function cutPlace(whole: string | Quoted, end: number): number {
  const text = plainText(whole);
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

/** The beginning of a quoted text, with how it is cut. */
export function shortened(text: Quoted, maxLength: number): Quoted {
  return new Quoted(cut(read(text), maxLength));
}

/** A part of a quoted text. */
export function sliceOf(text: Quoted, start: number, end?: number): Quoted {
  return new Quoted(read(text).slice(start, end));
}

/** A quoted text as one cell of a Markdown table. */
export function quotedCell(text: Quoted): Quoted {
  return new Quoted(withBarsEscaped(read(text)));
}

/** A quoted text in which nothing can be taken for a mark of ours (`**…**`), nor undo one. */
export function withoutMarks(text: Quoted): Quoted {
  return new Quoted(read(text).replaceAll(/[\\*`]/g, String.raw`\$&`));
}

/** A quoted text in quotes, which nothing in it can end. */
export function inQuotes(text: Quoted): Quoted {
  return new Quoted(`“${read(text).replaceAll(/[“”]/g, '"')}”`);
}

/** A redacted contact without the pseudonym of the visitor: `[email]`. */
export function withoutPseudonym(contact: Quoted): Quoted {
  return new Quoted(read(contact).replace(/^\[(\w+) of visitor-\w+\]$/, '[$1]'));
}

/** Whether a text left the redactor as it came, and is not empty. */
export function isUnchanged(text: Foreign, passed: Quoted): boolean {
  return passed.length > 0 && textOf(text) === read(passed);
}
