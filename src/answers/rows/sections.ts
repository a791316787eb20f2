import { inOwnSlice, mapInSlices } from '../../model/slices.ts';
import { enclose } from '../../privacy/boundary.ts';
import { bytesOf, type Words } from '../../privacy/quoted.ts';
import type { Voice } from './voice.ts';

/** Records of one kind below a heading, such as the chats of a visitor. */
export interface Section {
  /** The name of the rows in the data: `offline_messages`. */
  readonly name: string;
  readonly heading: string;
  readonly rows: readonly SectionRow[];
}

interface SectionRow {
  /** Finds the row again when the next page is asked for. */
  readonly key: number;
  readonly line: (voice: Voice) => Words;
  readonly data: (voice: Voice) => Record<string, unknown>;
}

/** How the rows of a section are shown. */
export interface SectionFormat<Row> {
  readonly line: (row: Row, voice: Voice) => Words;
  readonly data: (row: Row, voice: Voice) => Record<string, unknown>;
}

/** Makes a section of records, in the order in which they are shown: the newest first, whose keys are the highest. Keys are positive. */
export function section<Row>(
  { name, heading }: Pick<Section, 'name' | 'heading'>,
  format: SectionFormat<Row>,
  rows: readonly Row[],
  keyOf: (row: Row, index: number) => number,
): Section {
  return {
    name,
    heading,
    rows: rows.map((row, index) => ({
      key: keyOf(row, index),
      line: (voice) => format.line(row, voice),
      data: (voice) => format.data(row, voice),
    })),
  };
}

/** The part of some sections that fits into an answer. */
export interface SectionsPage {
  /** The rows, each section below its heading; undefined without rows. */
  readonly text: string | undefined;
  /** The rows by the name of their section. */
  readonly data: (voice: Voice) => Promise<Readonly<Record<string, Record<string, unknown>[]>>>;
  /** The key of the last row shown of each section, 0 where none was. */
  readonly last: readonly number[];
  /** The number of rows on the next pages. */
  readonly left: number;
}

/** The number of rows of each section that come before the others of any. */
const FIRST_OF_EACH = 10;

/**
 * Fills a page with rows of some sections: up to a number of rows and bytes, but at least one row, so that the next page moves on.
 * @param after the key of the last row shown of each section; empty for the first page
 */
export async function sectionsPage(
  sections: readonly Section[],
  after: readonly number[],
  { rows: most, bytes }: { readonly rows: number; readonly bytes: number },
  voice: Voice,
): Promise<SectionsPage> {
  const parts = sections.map(({ rows, ...of }, index) => {
    const shown: { readonly row: SectionRow; readonly line: Words }[] = [];
    const last = after[index] ?? 0;
    return { ...of, last, rows: rows.slice(placeBehind(last, rows)), shown };
  });
  const waiting = [
    ...parts.flatMap((part) => part.rows.slice(0, FIRST_OF_EACH).map((row) => ({ part, row }))),
    ...parts.flatMap((part) => part.rows.slice(FIRST_OF_EACH).map((row) => ({ part, row }))),
  ];
  let room = bytes;
  let count = 0;
  for (const { part, row } of waiting.slice(0, most)) {
    const line = await inOwnSlice(() => row.line(voice));
    room -= bytesOf(line) + 1 + (part.shown.length === 0 ? Buffer.byteLength(part.heading) + 1 : 0);
    if (room < 0 && count > 0) break;
    part.shown.push({ row, line });
    count += 1;
  }
  const lines = parts.flatMap(({ heading, shown }) =>
    shown.length === 0 ? [] : [[heading], ...shown.map(({ line }) => line)],
  );
  return {
    text: lines.length === 0 ? undefined : enclose(lines),
    data: async (spoken) => {
      const rows = await mapInSlices(parts, ({ shown }) => mapInSlices(shown, ({ row }) => row.data(spoken)));
      return Object.fromEntries(parts.map(({ name }, index) => [name, rows[index] ?? []]));
    },
    last: parts.map(({ last, shown }) => shown.at(-1)?.row.key ?? last),
    left: waiting.length - count,
  };
}

/** The place behind the row that has a key, or, where it is gone since, of the first one that was behind it; the first of all for 0. */
function placeBehind(last: number, rows: readonly SectionRow[]): number {
  if (last === 0) return 0;
  const place = rows.findIndex(({ key }) => key === last);
  if (place !== -1) return place + 1;
  const next = rows.findIndex(({ key }) => key < last);
  return next === -1 ? rows.length : next;
}
