import { cutPlace, indented, joinSafe, safe, sliceOf, type OwnText, type SafeText } from '../../privacy/safe-text.ts';

/** How many tokens the text of an answer may have, about (design, "Answers"). */
export const ANSWER_TOKENS = 2000;

/** On the low side: o200k has 3 to 4 bytes a token in prose, and 2 in tables, which are mostly numbers. */
const BYTES_PER_TOKEN = 2.2;

/** Estimates the tokens of a text from its bytes, on the high side. */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** How many rows fit into the budget, in order and at least one, so that a cursor always moves on. */
export function rowsThatFit(rows: readonly SafeText[], tokens: number): number {
  let left = tokens;
  for (const [index, row] of rows.entries()) {
    left -= estimatedTokens(row) + 1;
    if (left < 0) return Math.max(1, index);
  }
  return rows.length;
}

/** A stranger's text in an answer that has room for so many tokens of it. */
export interface FittingText {
  /** For the text of the answer: indented, and with how much is missing and where it is. */
  readonly words: SafeText;
  /** For the data: the same characters. */
  readonly data: SafeText;
}

/** Cuts a text that is too long for an answer, and says which resource has the whole. */
export function fitText(text: SafeText, tokens: number, whole: OwnText): FittingText {
  if (estimatedTokens(indented(text)) <= tokens) return { words: indented(text), data: text };
  let end = 0;
  let bytes = tokens * BYTES_PER_TOKEN;
  for (const character of text) {
    // An indented line costs two characters more.
    bytes -= Buffer.byteLength(character) + (character === '\n' ? 2 : 0);
    if (bytes < 0) break;
    end += character.length;
  }
  end = cutPlace(text, end);
  const kept = sliceOf(text, 0, end);
  return {
    words: safe`${indented(kept)}… ${text.length - end} more characters; the resource ${whole} has the whole`,
    data: safe`${kept}…`,
  };
}

/** Puts the paragraphs of an answer together; absent ones leave no gap. */
export function paragraphs(...parts: readonly (OwnText | undefined)[]): OwnText;
export function paragraphs(...parts: readonly (SafeText | undefined)[]): SafeText;
export function paragraphs(...parts: readonly (SafeText | undefined)[]): SafeText {
  return joinSafe(
    parts.filter((part) => part !== undefined),
    '\n\n',
  );
}
