import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { CallerId } from '../model/caller.ts';
import { InvalidArgument } from '../model/errors.ts';
import { base64url, ProgramText } from '../model/text/trusted-text.ts';
import { epochMillis } from '../model/time/units.ts';

// A cursor holds, in letters that are safe everywhere, even in a shell, the question and the place of its next page:
//
//   list_chats+order=longest+limit==50+.after=-7200000,87874084+.at=1795336200000+.Yk3f9Q
//
// the tool; its arguments, `=` before a text and `==` before JSON; the position; and a sum with a key of the account and the name
// of the caller, since whoever hands it back may have lost a part, or have it from somebody else. Words take about half of
// the tokens that base64 takes.

/** A longer text is no cursor. */
export const MAX_CURSOR_LENGTH = 16_000;

const PARTED = '+';
/** Of 6 bits each. */
const SUM_LENGTH = 8;

const numbers = z
  .string()
  .regex(/^[^,\s]+(?:,[^,\s]+)*$/)
  .transform((text) => text.split(',').map(Number));

const Fields = z.strictObject({
  /** The sort key and the id of the last row that was shown. */
  after: numbers.pipe(z.tuple([z.int(), z.int()])),
  /** The key of the last group that was shown: groups have no number of their own. */
  group: z
    .string()
    .transform((text) => Buffer.from(text, 'base64url').toString())
    .optional(),
  /** The moment of the first page: the period of the others, and their order, are those of then. */
  at: z.coerce.number().pipe(z.int()).transform(epochMillis).optional(),
});

/** The place at which the next page begins: exactly after the last row shown. */
export type Position = z.output<typeof Fields>;

/** Makes the sum of a text that one caller gives to one account, and no other. */
export type Seal = (text: string) => string;

/** A question in the words of a cursor: its tool and its arguments. */
export interface Asked {
  readonly text: ProgramText;
  /** Makes the sums of its cursors. */
  readonly seal: Seal;
}

/** A cursor that was read. */
export interface ReadCursor {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly position: Position;
}

/** Returns what makes the sums of a caller's cursors on an account, by the account's secret key. */
export function sealWith(key: Uint8Array, caller: CallerId): Seal {
  return (text) => {
    const sum = createHmac('sha256', key).update(JSON.stringify(['cursor', caller, text]));
    return sum.digest('base64url').slice(0, SUM_LENGTH);
  };
}

/** A question in the words of a cursor. Its arguments are whatever JSON can hold. */
export function askedWith(tool: string, args: Readonly<Record<string, unknown>>, seal: Seal): Asked {
  const fields = Object.entries(args).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return typeof value === 'string'
      ? [`${encoded(name)}=${encoded(value)}`]
      : [`${encoded(name)}==${encoded(JSON.stringify(value))}`];
  });
  return { text: ProgramText.parse([encoded(tool), ...fields].join(PARTED)), seal };
}

/** Makes the cursor of the next page of a question. */
export function writeCursor({ asked }: { readonly asked: Asked }, position: Position): string {
  const { after, group, at } = position;
  const fields = [
    `after=${after.join(',')}`,
    ...(group === undefined ? [] : [`group=${base64url(group)}`]),
    ...(at === undefined ? [] : [`at=${at}`]),
  ];
  const text = [asked.text, ...fields.map((field) => `.${field}`)].join(PARTED);
  return ProgramText.parse(`${text}${PARTED}.${asked.seal(text)}`);
}

/** Reads the position that the cursor of a question holds; undefined without one. Throws InvalidArgument for a text that is no cursor of this caller's. */
export function readCursor({
  cursor,
  asked,
}: {
  readonly cursor?: string | undefined;
  readonly asked: Pick<Asked, 'seal'>;
}): Position | undefined {
  return cursor === undefined ? undefined : parseCursor(cursor, asked.seal).position;
}

/** Reads all that a cursor holds. Throws InvalidArgument for a text that the seal did not make, or that was cut. */
export function parseCursor(cursor: string, seal: Seal): ReadCursor {
  const [, text = '', sum = ''] = /^(.*)\+\.([\w-]+)$/.exec(cursor.slice(0, MAX_CURSOR_LENGTH + 1).trim()) ?? [];
  if (sum !== seal(text)) throw notOurs();
  const [tool = '', ...fields] = text.split(PARTED);
  const args: [string, unknown][] = [];
  const position: [string, string][] = [];
  for (const field of fields) {
    const [, dot = '', name = '', isJson = '', value = ''] = /^(\.?)([^=]+)=(=?)(.*)$/.exec(field) ?? [];
    if (dot === '') args.push([decoded(name), isJson === '' ? decoded(value) : jsonOf(decoded(value))]);
    else position.push([name, decoded(value)]);
  }
  const parsed = Fields.safeParse(Object.fromEntries(position));
  if (!parsed.success) throw notOurs();
  return { tool: decoded(tool), args: Object.fromEntries(args), position: parsed.data };
}

/** Says that a text is no cursor, without a word of it. */
export function notOurs(): InvalidArgument {
  return new InvalidArgument(
    'The cursor is not valid.',
    'Use the one from the previous answer, or leave it out to start again.',
  );
}

/** A text in letters, digits, `_`, `-` and bytes behind `%`. It is made of each call's arguments, of any size: the engine's own is quick. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*.~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString());
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs();
  }
}
