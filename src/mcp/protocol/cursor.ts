import { createHash } from 'node:crypto';
import { z } from 'zod';
import { InvalidArgument } from '../../model/errors.ts';
import { base64url } from '../../model/text/trusted-text.ts';
import { ownWord, type OwnText } from '../../privacy/safe-text.ts';

const Cursor = z.strictObject({
  question: z.string(),
  /** The sort key and the id of the last row that was shown. */
  after: z.tuple([z.int(), z.int()]),
  /** The key of the last group that was shown: groups have no number of their own. */
  group: z.string().optional(),
  /** The number of characters of the next text that were shown already, where a text is longer than a page. */
  character: z.int().nonnegative().optional(),
  /** The number of a visitor's records that were shown: they have no ids. */
  records: z.int().nonnegative().optional(),
  /** The moment of the first page, where the order depends on it. */
  at: z.int().optional(),
  /** Which order the first page was made in (kept-rankings.ts). */
  ranking: z.string().optional(),
  /** The days of the first page, so that `last_7_days` stays the same over midnight. */
  days: z.tuple([z.string(), z.string()]).optional(),
});

/** The place at which a list goes on: exactly after the last row shown. */
export type Position = Pick<
  z.infer<typeof Cursor>,
  'after' | 'character' | 'records' | 'group' | 'at' | 'ranking' | 'days'
>;

/** Makes the cursor of a question. It is bound to the question's other arguments. */
export function writeCursor(question: object, position: Position): OwnText {
  return ownWord(base64url(JSON.stringify({ question: digest(question), ...position })));
}

/** Reads a cursor. Throws InvalidArgument for one that is none, or that belongs to another question. */
export function readCursor(question: object, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const parsed = Cursor.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success && parsed.data.question === digest(question)) return parsed.data;
  throw new InvalidArgument(
    parsed.success ? 'The cursor belongs to a question with other arguments.' : 'The cursor is not one of this server.',
    'Give next_cursor as it came, with the same other arguments; or leave the cursor out to start at the beginning.',
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function digest(question: object): string {
  const entries = Object.entries(question).filter(
    ([key, value]) => key !== 'cursor' && key !== 'limit' && value !== undefined,
  );
  const canonical = JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 12);
}
