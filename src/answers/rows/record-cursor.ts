import { epochMillis } from '../../model/time/units.ts';
import type { ToolName } from '../../model/tool-groups.ts';
import type { Seal } from '../seal.ts';
import type { TextPlace } from '../texts.ts';
import type { Arguments } from './filters.ts';
import { readRowCursor, writeRowCursor } from './row-cursor.ts';

/** A call whose pages show one record. */
interface PagedCall {
  readonly tool: ToolName;
  readonly args: Arguments;
  readonly seal: Seal;
}

/** The pages of a record depend on no moment. */
const NO_MOMENT = epochMillis(0);

/** Writes the cursor of a page, which whole numbers place. */
export function writeKeys(keys: readonly number[], { tool, args, seal }: PagedCall): string {
  return writeRowCursor({ at: NO_MOMENT, keys }, tool, args, seal);
}

/** Reads the cursor of a call; empty for the first page. Throws InvalidArgument for one of another call, and for any other text. */
export function readKeys({ tool, args, seal }: PagedCall): readonly number[] {
  const { cursor } = args;
  return typeof cursor === 'string' ? readRowCursor(cursor, tool, args, seal).keys : [];
}

/** Writes the cursor of a page that begins at a place in texts. */
export function cursorAt({ index, character }: TextPlace, call: PagedCall): string {
  return writeKeys([index, character], call);
}

/** Where in the texts the page of a call begins. Throws as `readKeys` does. */
export function placeOf(call: PagedCall): TextPlace {
  const [index = 0, character = 0] = readKeys(call);
  return { index, character };
}
