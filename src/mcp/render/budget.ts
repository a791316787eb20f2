import { joinSafe, type SafeText } from '../../privacy/safe-text.ts';

/** How many tokens the text of an answer may have, about (design, "Answers"). */
export const ANSWER_TOKENS = 2000;

/**
 * Estimates the tokens of a text from its bytes, on the high side: o200k has 3 to 4 bytes a token in names, numbers
 * and prose of European languages, and about 3 in others.
 */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
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

/** Puts the paragraphs of an answer together; absent ones leave no gap. */
export function paragraphs(...parts: readonly (SafeText | undefined)[]): SafeText {
  return joinSafe(
    parts.filter((part) => part !== undefined),
    '\n\n',
  );
}
