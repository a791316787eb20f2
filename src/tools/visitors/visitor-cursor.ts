import type { Seal } from '../../answers/cursor.ts';
import { readRowCursor, writeRowCursor } from '../../answers/rows/row-cursor.ts';
import { epochMillis } from '../../model/time/units.ts';

const TOOL = 'get_visitor_stats';

/** The pages of a visitor are of no period. */
const NO_MOMENT = epochMillis(0);

/** Writes the cursor behind the last rows shown of each section. */
export function writeVisitorCursor(
  last: readonly number[],
  visitor: string,
  { seal }: { readonly seal: Seal },
): string {
  return writeRowCursor({ at: NO_MOMENT, keys: last }, TOOL, { visitor }, seal);
}

/** Reads it; the first page has none. Throws InvalidArgument for one of another visitor, and for any other text. */
export function readVisitorCursor(
  { visitor, cursor }: { readonly visitor: string; readonly cursor?: string | undefined },
  { seal }: { readonly seal: Seal },
): readonly number[] {
  return cursor === undefined ? [] : readRowCursor(cursor, TOOL, { visitor }, seal).keys;
}
