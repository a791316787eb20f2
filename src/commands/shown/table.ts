import Table from 'cli-table3';
import { Lexer, type Token, type Tokens } from 'marked';
import type { Paint } from './paint.ts';
import { harmless, spansOfTokens, type Span } from './spans.ts';
import { columnsOf, columnsOfSpans, wrapped } from './wrapping.ts';

/** Rows that are read, and drawn, in one go. */
const BATCH = 20;

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
  for (let start = 0; start < body.length; start += BATCH) {
    rows.push(...cellsIn(head, rule, body.slice(start, start + BATCH)).slice(1));
    yield undefined;
  }
  const widths = yield* widthsOf(heads, rows, width);
  if (widths === undefined) yield* asLists(heads, rows, width, paint);
  else yield* inColumns(heads, rows, widths, paint);
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

function plainCells(row: string): Cells {
  return harmless(row)
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((text) => [{ text: text.trim().replaceAll(String.raw`\|`, '|') }]);
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
  for (const [index, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      if (cell.some(({ text }) => text.length > MAX_CELL)) return undefined;
      const floor = Math.max(floors[column] ?? LEAST, wordIn(cell));
      floors[column] = floor;
      wanted[column] = Math.max(wanted[column] ?? LEAST, floor, columnsOfSpans(cell));
    }
    if (index % BATCH === 0) yield undefined;
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
  const aligns = widths.map((_, column) =>
    rows.every((row) => isNumeric(row[column])) ? ('right' as const) : ('left' as const),
  );
  const draw = (batch: readonly Cells[], isHead: boolean): string[] => {
    const table = new Table({
      chars: NO_LINES,
      style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': GAP },
      colWidths: widths.map((width) => width + GAP),
      colAligns: [...aligns],
    });
    for (const row of batch) {
      table.push(
        widths.map((width, column) => {
          const cell = row[column] ?? [];
          return [...wrapped(isHead ? cell.map(bold) : cell, width)].map((line) => paint.line(line)).join('\n');
        }),
      );
    }
    return table
      .toString()
      .split('\n')
      .map((line) => line.trimEnd());
  };
  yield* draw([heads], true);
  yield paint.text(widths.map((width) => '─'.repeat(width)).join(' '.repeat(GAP)), 'faint');
  for (let start = 0; start < rows.length; start += BATCH) {
    yield* draw(rows.slice(start, start + BATCH), false);
    yield undefined;
  }
}

function bold({ text }: Span): Span {
  return { text, style: 'bold' };
}

const LINES = `top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right
  left left-mid mid mid-mid right right-mid middle`;
const NO_LINES = Object.fromEntries(LINES.split(/\s+/).map((name) => [name, '']));

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
