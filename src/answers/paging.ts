import { slices } from '../model/slices.ts';
import { enclosed } from '../privacy/boundary.ts';
import { joinMixed, type Quoted } from '../privacy/quoted.ts';
import { answerTokens, estimatedTokens } from './token-budget.ts';

/** The rows that one answer shows. A cut never loses any: the cursor points exactly after the last one. */
export interface Page<Row, Line extends string | Quoted> {
  readonly rows: readonly Row[];
  /** The rows as text. */
  readonly lines: readonly Line[];
  readonly nextCursor: string | undefined;
  /** Whether the rows are in their short form, since they do not all fit in their whole one. */
  readonly areShort: boolean;
  /** Words for the rows of the next pages, with their cursor; absent on the last page. */
  readonly moreWords: string | undefined;
}

/**
 * Fills a page with the rows that are left to show: at most `limit`, and no more than fit into an answer beside its
 * other parts: about twice as many tokens where more rows than usual were asked for. Where they do not all fit, `lineOf` is asked for their short form, before any is left out. `left` is how
 * many there are where only the first of them are given.
 */
export async function pageOf<Row, Line extends string | Quoted>(
  rest: readonly Row[],
  limit: number,
  others: readonly (string | undefined)[],
  lineOf: (row: Row, index: number, isShort: boolean) => Line,
  cursorAfter: (row: Row, index: number) => string,
  left = rest.length,
): Promise<Page<Row, Line>> {
  const room = others.reduce((left, part) => left - estimatedTokens(part ?? ''), answerTokens(limit));
  const wanted = rest.slice(0, limit);
  const whole = await fittingLines(wanted, room, (row, index) => lineOf(row, index, false));
  const short =
    whole.length === wanted.length ? whole : await fittingLines(wanted, room, (row, index) => lineOf(row, index, true));
  // Without a short form where that would save nothing.
  const areShort = short.length > whole.length;
  const lines = areShort ? short : whole;
  const shown = lines.length;
  const last = rest[shown - 1];
  const nextCursor = last !== undefined && shown < left ? cursorAfter(last, shown - 1) : undefined;
  const fit =
    shown < wanted.length
      ? `Only ${shown} of ${wanted.length} rows ${shown === 1 ? 'fits' : 'fit'} into one answer. `
      : '';
  return {
    rows: rest.slice(0, shown),
    lines,
    nextCursor,
    areShort,
    moreWords: nextCursor && `${fit}${left - shown} more; the next page has cursor ${nextCursor}`,
  };
}

/** The lines of the first rows that fit into some tokens: at least one, so that a cursor always moves on. */
async function fittingLines<Row, Line extends string | Quoted>(
  rows: readonly Row[],
  tokens: number,
  lineOf: (row: Row, index: number) => Line,
): Promise<Line[]> {
  const lines: Line[] = [];
  let room = tokens;
  for (const [index, row] of rows.entries()) {
    // A row may quote a long text.
    if (slices.isOver()) await slices.next();
    const line = lineOf(row, index);
    room -= estimatedTokens(line) + 1;
    if (room < 0 && index > 0) break;
    lines.push(line);
  }
  return lines;
}

/** The rows of a page in their boundary, because they quote strangers; undefined without rows. */
export function enclosedRows({ lines }: Pick<Page<unknown, Quoted>, 'lines'>): string | undefined {
  return lines.length === 0 ? undefined : enclosed(joinMixed(lines, '\n'));
}
