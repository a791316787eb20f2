import { slices } from '../../model/slices.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinSafe, safe, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import { ANSWER_TOKENS, estimatedTokens } from './token-budget.ts';

/** The rows that one answer shows. A cut never loses any: the cursor points exactly after the last one. */
export interface Page<Row, Line extends SafeText> {
  readonly rows: readonly Row[];
  /** The rows as text. */
  readonly lines: readonly Line[];
  readonly nextCursor: OwnText | undefined;
  /** Words for the rows of the next pages, with their cursor; absent on the last page. */
  readonly moreWords: OwnText | undefined;
}

/**
 * Fills a page with the rows that are left to show: at most `limit`, and no more than fit into an answer beside its
 * other parts. `left` is how many there are where only the first of them are given.
 */
export async function pageOf<Row, Line extends SafeText>(
  rest: readonly Row[],
  limit: number,
  others: readonly (SafeText | undefined)[],
  lineOf: (row: Row, index: number) => Line,
  cursorAfter: (row: Row, index: number) => OwnText,
  left = rest.length,
): Promise<Page<Row, Line>> {
  let room = others.reduce((left, part) => left - estimatedTokens(part ?? ''), ANSWER_TOKENS);
  const lines: Line[] = [];
  for (const [index, row] of rest.slice(0, limit).entries()) {
    // A row may quote a long text.
    if (slices.isOver()) await slices.next();
    const line = lineOf(row, index);
    room -= estimatedTokens(line) + 1;
    // At least one, so that a cursor always moves on.
    if (room < 0 && index > 0) break;
    lines.push(line);
  }
  const shown = lines.length;
  const last = rest[shown - 1];
  const nextCursor = last !== undefined && shown < left ? cursorAfter(last, shown - 1) : undefined;
  return {
    rows: rest.slice(0, shown),
    lines,
    nextCursor,
    moreWords: nextCursor && safe`${left - shown} more; the next page has cursor ${nextCursor}`,
  };
}

/** The rows of a page in their boundary, because they quote strangers; undefined where there are none. */
export function enclosedRows({ lines }: Pick<Page<unknown, SafeText>, 'lines'>): OwnText | undefined {
  return lines.length === 0 ? undefined : enclosed(joinSafe(lines, '\n'));
}
