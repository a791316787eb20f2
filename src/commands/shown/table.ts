import stringWidth from 'string-width';
import { withBarsUnescaped } from '../../privacy/table-cell.ts';
import { styledCell, type Paint } from './paint.ts';
import { wrapped } from './wrapped.ts';

const GAP = '  ';
/** A column that is narrower than its longest word is no narrower than this. */
const WORD = 16;

/** Whether two lines are the head of a table. */
export function isTableHead(line: string, next = ''): boolean {
  return line.startsWith('|') && /^\|(?: *:?-+:? *\|)+ *$/.test(next);
}

/** Returns a table of Markdown as lines within a width: in columns, or, if they have no room, each row as a list of its cells. */
export function tableLines([head = '', , ...body]: readonly string[], width: number, paint: Paint): string[] {
  const heads = cellsOf(head).map((cell) => paint('bold', cell));
  const rows = body.map((row) => cellsOf(row).map((cell) => styledCell(cell, paint)));
  const widths = widthsOf([heads, ...rows], width);
  if (widths === undefined) return rows.flatMap((row) => asList(heads, row, width));
  const areRight = widths.map((_, column) => rows.every((row) => isNumeric(row[column] ?? '')));
  const rule = widths.map((columns) => '─'.repeat(columns)).join(GAP);
  return [
    ...rowLines(heads, widths, areRight),
    paint('dim', rule),
    ...rows.flatMap((row) => rowLines(row, widths, areRight)),
  ];
}

/** A bar behind an even number of backslashes: each two of them stand for one. */
const BARE_BAR = /\|(?<=(?<!\\)(?:\\\\)*\|)/;

function cellsOf(row: string): string[] {
  const inner = row.replace(/^\s*\|/, '').replace(/\|\s*$/, '');
  return inner.split(BARE_BAR).map((cell) => withBarsUnescaped(cell.trim()));
}

/** The widths of the columns: what is too wide is taken from the widest. Undefined if words of a usual length have no room. */
function widthsOf(rows: readonly (readonly string[])[], width: number): number[] | undefined {
  const count = largest(rows.map((row) => row.length));
  const cellsIn = (column: number): string[] => rows.map((row) => row[column] ?? '');
  const columns = Array.from({ length: count }, (_, column) => cellsIn(column));
  const widths = columns.map((cells) => Math.min(width, largest(cells.map((cell) => stringWidth(cell)))));
  const least = columns.map((cells) => {
    const words = cells.flatMap((cell) => cell.split(' ').map((word) => stringWidth(word)));
    return Math.min(WORD, Math.max(1, largest(words)));
  });
  const room = width - GAP.length * (count - 1);
  if (least.reduce((sum, one) => sum + one, 0) > room) return undefined;
  for (let over = widths.reduce((sum, one) => sum + one, 0) - room; over > 0; over -= 1) {
    const spare = widths.map((one, column) => one - (least[column] ?? 0));
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  return widths;
}

/** The largest of any count of numbers: as arguments, many of them would be more than the stack holds. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}

/** The lines of a row: as many as its highest cell has. */
function rowLines(row: readonly string[], widths: readonly number[], areRight: readonly boolean[]): string[] {
  const cells = widths.map((width, column) => wrapped(row[column] ?? '', width));
  const height = largest(cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    widths
      .map((width, column) => {
        const part = cells[column]?.[at] ?? '';
        const blank = ' '.repeat(Math.max(0, width - stringWidth(part)));
        return areRight[column] === true ? blank + part : part + blank;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Whether a cell has a figure, or none. */
function isNumeric(cell: string): boolean {
  return cell.length < 60 && /^(?:–|[~+−-]?\d[^\p{L}]*(?:(?:of|pp|s|min|h|d)\b[^\p{L}]*)*)?$/u.test(cell);
}

/** A row as lines of its own, with the head of the column before each cell. */
function asList(heads: readonly string[], row: readonly string[], width: number): string[] {
  return row.flatMap((cell, column) => {
    const indent = column === 0 ? '' : '  ';
    const text = column === 0 ? cell : `${heads[column] ?? ''}: ${cell}`;
    return wrapped(text, width - indent.length).map((line) => indent + line);
  });
}
