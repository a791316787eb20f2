import { joinSafe, safe, type SafeText } from '../privacy/safe-text.ts';
import { ANSWER_TOKENS, estimatedTokens, rowsThatFit } from './render/budget.ts';

/** The rows that one answer shows. A cut never loses any: the cursor points exactly after the last one. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The rows as text; absent where there are none. */
  readonly text: SafeText | undefined;
  readonly nextCursor: SafeText | undefined;
  /** How many rows the next pages have, and where they begin; absent on the last page. */
  readonly moreWords: SafeText | undefined;
}

/**
 * Fills a page with the rows that are left to show: at most `limit`, and no more than fit into an answer beside its
 * other parts. `left` is how many there are where only the first of them are given.
 */
export function pageOf<Row>(
  rest: readonly Row[],
  limit: number,
  others: readonly (SafeText | undefined)[],
  lineOf: (row: Row, index: number) => SafeText,
  cursorAfter: (row: Row, index: number) => SafeText,
  left = rest.length,
): Page<Row> {
  const lines = rest.slice(0, limit).map(lineOf);
  const taken = others.reduce((sum, part) => sum + estimatedTokens(part ?? ''), 0);
  const shown = rowsThatFit(lines, ANSWER_TOKENS - taken);
  const last = rest[shown - 1];
  const nextCursor = last !== undefined && shown < left ? cursorAfter(last, shown - 1) : undefined;
  return {
    rows: rest.slice(0, shown),
    text: shown === 0 ? undefined : joinSafe(lines.slice(0, shown), '\n'),
    nextCursor,
    moreWords: nextCursor && safe`${left - shown} more; the next page has cursor ${nextCursor}`,
  };
}
