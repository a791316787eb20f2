import { Lexer, type Token, type Tokens } from 'marked';
import { withBarsUnescaped } from '../../privacy/table-cell.ts';
import type { Paint } from './paint.ts';
import { harmless, spansOfTokens, type Span } from './spans.ts';
import { columnsOf, columnsOfSpans, wrapped } from './wrapping.ts';

/** The most rows, and about the most characters of them, that are read in one go. */
const BATCH = 20;
const BATCH_CHARACTERS = 8000;

/** A cell that is longer than this is not read for marks: some texts take the square of their length. */
const MAX_CELL = 2000;

const GAP = 2;
/** A column that is narrower than its longest word is no narrower than this. */
const WORD = 16;
/** The least width of a column. */
const LEAST = 3;

type Cells = readonly (readonly Span[])[];

/** Whether two lines are the head of a table. */
export function isTableHead(line: string, next: string | undefined): boolean {
  return (
    line.startsWith('|') && next !== undefined && next.length < MAX_CELL && /^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(next)
  );
}

/**
 * Yields a table of Markdown as lines within a width: in columns, or, where these have no room, each row as a list of its
 * cells. Yields undefined where it has worked for a while.
 */
export function* tableLines(
  lines: readonly string[],
  width: number,
  paint: Paint,
): Generator<string | undefined, void, undefined> {
  const [head = '', rule = '', ...body] = lines;
  const [heads = []] = cellsIn(head, rule, []);
  const rows: Cells[] = [];
  for (const batch of batchesOf(body)) {
    rows.push(...cellsIn(head, rule, batch).slice(1));
    yield undefined;
  }
  const widths = yield* widthsOf(heads, rows, width);
  if (widths === undefined) yield* asLists(heads, rows, width, paint);
  else yield* inColumns(heads, rows, widths, paint);
}

function* batchesOf(rows: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.length;
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The cells of the head and of some rows. */
function cellsIn(head: string, rule: string, rows: readonly string[]): Cells[] {
  const isShort = [head, ...rows].every((row) => row.length <= MAX_CELL);
  const [token] = isShort ? Lexer.lex(harmlessLines([head, rule, ...rows])) : [];
  if (token !== undefined && isTable(token)) {
    const cells = (row: readonly Tokens.TableCell[]): Cells => row.map(({ tokens }) => spansOfTokens(tokens));
    return [cells(token.header), ...token.rows.map((row) => cells(row))];
  }
  return [head, ...rows].map((row) => plainCells(row));
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function harmlessLines(lines: readonly string[]): string {
  return lines.map((line) => harmless(line)).join('\n');
}

/** A bar behind an even number of backslashes: each two of them stand for one. */
const BARE_BAR = /\|(?<=(?<!\\)(?:\\\\)*\|)/;

function plainCells(row: string): Cells {
  return harmless(row)
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(BARE_BAR)
    .map((text) => [{ text: withBarsUnescaped(text.trim()) }]);
}

/**
 * The widths of the columns; undefined where a table of them has no room. Where not all have room to be on one line, those have
 * it that lack the least; heads are broken before cells are. A cell that is long has no room in a column.
 */
function* widthsOf(
  heads: Cells,
  rows: readonly Cells[],
  width: number,
): Generator<undefined, readonly number[] | undefined> {
  const floors = heads.map((head) => wordIn(head));
  const wanted = [...floors];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (cell.some(({ text }) => text.length > MAX_CELL)) return undefined;
      const floor = Math.max(floors[column] ?? LEAST, wordIn(cell));
      floors[column] = floor;
      wanted[column] = Math.max(wanted[column] ?? LEAST, floor, columnsOfSpans(cell));
      yield undefined;
    }
  }
  let free = width - floors.reduce((sum, floor) => sum + floor + GAP, -GAP);
  if (free < 0) return undefined;
  const widths = [...floors];
  const widen = (targets: readonly number[]): void => {
    const lacks = targets.map((target, column) => ({ column, lack: target - (widths[column] ?? target) }));
    for (const { column, lack } of lacks.sort((one, other) => one.lack - other.lack)) {
      const more = Math.max(0, Math.min(lack, free));
      widths[column] = (widths[column] ?? LEAST) + more;
      free -= more;
    }
  };
  widen(wanted);
  widen(heads.map(columnsOfSpans));
  return widths;
}

/** The columns of the longest word of a cell, as far as it is not to be broken. */
function wordIn(cell: readonly Span[]): number {
  const words = cell.flatMap(({ text }) => text.split(/\s+/));
  return Math.max(LEAST, ...words.map((word) => Math.min(WORD, columnsOf(word))));
}

function* inColumns(
  heads: Cells,
  rows: readonly Cells[],
  widths: readonly number[],
  paint: Paint,
): Generator<string | undefined> {
  const areRight = widths.map(() => true);
  for (const row of rows) {
    for (const column of areRight.keys()) areRight[column] &&= isNumeric(row[column]);
    yield undefined;
  }
  yield* rowLines(
    heads.map((head) => head.map(bold)),
    widths,
    areRight,
    paint,
  );
  yield paint.text(widths.map((width) => '─'.repeat(width)).join(' '.repeat(GAP)), 'faint');
  for (const row of rows) yield* rowLines(row, widths, areRight, paint);
}

/** The lines of a row: as many as its highest cell has. */
function* rowLines(
  row: Cells,
  widths: readonly number[],
  areRight: readonly boolean[],
  paint: Paint,
): Generator<string | undefined> {
  const cells: Cells[] = [];
  for (const [column, width] of widths.entries()) {
    cells.push([...wrapped(row[column] ?? [], width)]);
    yield undefined;
  }
  const height = Math.max(...cells.map((lines) => lines.length));
  for (let at = 0; at < height; at += 1) {
    const parts = cells.map((lines, column) => {
      const spans = lines[at] ?? [];
      const room = ' '.repeat(Math.max(0, (widths[column] ?? 0) - columnsOfSpans(spans)));
      return areRight[column] === true ? room + paint.line(spans) : paint.line(spans) + room;
    });
    yield parts.join(' '.repeat(GAP)).trimEnd();
  }
}

function bold({ text }: Span): Span {
  return { text, style: 'bold' };
}

/** Whether a cell has a figure, or none. */
function isNumeric(cell: readonly Span[] = []): boolean {
  const text = cell.map(({ text }) => text).join('');
  return text.length < 60 && /^(?:–|[~+−-]?\d[^\p{L}]*(?:(?:of|pp|s|min|h|d)\b[^\p{L}]*)*)?$/u.test(text);
}

/** Each row as lines of its own, with the head of the column before each cell. */
function* asLists(heads: Cells, rows: readonly Cells[], width: number, paint: Paint): Generator<string | undefined> {
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      const head = (heads[column] ?? []).map(({ text }) => text).join('');
      const indent = column === 0 ? '' : '  ';
      const spans = column === 0 ? cell.map(bold) : [{ text: `${head}: `, style: 'faint' as const }, ...cell];
      for (const line of wrapped(spans, width - indent.length)) yield `${indent}${paint.line(line)}`;
    }
    yield undefined;
  }
}
