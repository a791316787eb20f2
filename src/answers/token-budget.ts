import { bytesOf, type Quoted } from '../privacy/quoted.ts';

/** The budget of an answer's text, in tokens (design, "Answers"). */
export const ANSWER_TOKENS = 2000;

/** The rows of an answer where a question names no number. */
export const USUAL_LIMIT = 20;

/** The budget of an answer to a call that asked for more rows; less than any host is known to cut (12,000 characters). */
const LONG_ANSWER_TOKENS = 4500;

/** The budget of an answer with a number of rows; Infinity for a list whose number was not asked for. */
export function answerTokens(limit: number): number {
  return limit > USUAL_LIMIT && limit < Infinity ? LONG_ANSWER_TOKENS : ANSWER_TOKENS;
}

/**
 * And that of a resource, which a person chose to have in the conversation: nearly every chat whole, and less than any host
 * is known to cut.
 */
export const RESOURCE_TOKENS = 10_000;

/** On the low side: o200k has 3 to 4 bytes a token in prose, and 2 in tables, which are mostly numbers. */
export const BYTES_PER_TOKEN = 2.2;

/** Estimates the tokens of a text from its bytes, on the high side. */
export function estimatedTokens(text: string | Quoted): number {
  return Math.ceil(bytesOf([text]) / BYTES_PER_TOKEN);
}

/** Counts the rows that fit into a budget, in order and at least one, so that a cursor always moves on. */
export function rowsThatFit(rows: readonly (string | Quoted)[], tokens: number): number {
  let left = tokens;
  for (const [index, row] of rows.entries()) {
    left -= estimatedTokens(row) + 1;
    if (left < 0) return Math.max(1, index);
  }
  return rows.length;
}

/** Puts the paragraphs of an answer together; absent and empty ones leave no gap. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined || part === '' ? [] : [part])).join('\n\n');
}
