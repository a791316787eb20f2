import { epochMillis } from '../../model/time/units.ts';
import type { ToolName } from '../../model/tool-groups.ts';
import { described, type OwnText } from '../../privacy/safe-text.ts';
import type { Seal } from '../cursor.ts';
import type { TextPlace } from '../texts.ts';
import type { Arguments } from './filters.ts';
import { readRowCursor, writeRowCursor } from './row-cursor.ts';

/** The call whose pages show some texts. */
interface PagedCall {
  readonly tool: ToolName;
  readonly args: Arguments;
  readonly seal: Seal;
}

/** Pages of texts depend on no moment. */
const NO_MOMENT = epochMillis(0);

/** Writes the cursor of the page that begins at a place. */
export function cursorAt({ index, character }: TextPlace, { tool, args, seal }: PagedCall): OwnText {
  return described(writeRowCursor({ at: NO_MOMENT, keys: [index, character] }, tool, args, seal));
}

/** Where the page of a call begins. Throws InvalidArgument for a cursor of another call. */
export function placeOf({ tool, args, seal }: PagedCall): TextPlace {
  const { cursor } = args;
  if (typeof cursor !== 'string') return { index: 0, character: 0 };
  const [index = 0, character = 0] = readRowCursor(cursor, tool, args, seal).keys;
  return { index, character };
}
