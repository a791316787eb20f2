import { isPlaceholder } from './secret-looks.ts';
import { FILLER, type Finding } from '../reading/finding.ts';
import { kindOfName } from './secret-names.ts';

const SEPARATORS = /[,;|\t]/;
/** The most columns of a table that somebody pastes. */
const MAX_COLUMNS = 40;

/** Values of a table whose first line names a column of secrets: `user,password`, then `ops,…`. */
export function secretsInColumns(text: string): Finding[] {
  if (!text.includes('\n')) return [];
  const found: Finding[] = [];
  let table: Table | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const cells = table === undefined ? undefined : cellsOf(line, start, table.separator);
    if (table === undefined || cells === undefined || cells.length !== table.width) table = tableOf(line);
    else {
      for (const column of table.columns) {
        const { value, at } = cells[column] ?? { value: '', at: 0 };
        if (!isValue(value)) continue;
        found.push({ kind: 'secret', start: at, end: at + value.length, value, certain: true });
      }
    }
    start += line.length + 1;
  }
  return found;
}

interface Table {
  readonly separator: string;
  readonly width: number;
  readonly columns: readonly number[];
}

/** The longest head of a table, in characters. */
const MAX_HEAD_LENGTH = 400;

function tableOf(line: string): Table | undefined {
  if (line.length > MAX_HEAD_LENGTH) return undefined;
  const separator = SEPARATORS.exec(line)?.[0];
  if (separator === undefined) return undefined;
  const names = cellsOf(line, 0, separator);
  if (names === undefined || !names.every(({ value }) => /^[\p{L}\p{N}_ .-]{0,32}$/u.test(value))) return undefined;
  const columns = names.flatMap(({ value }, column) => (kindOfName(value) === undefined ? [] : [column]));
  return columns.length === 0 ? undefined : { separator, width: names.length, columns };
}

interface Cell {
  readonly value: string;
  readonly at: number;
}

function cellsOf(line: string, start: number, separator: string): readonly Cell[] | undefined {
  if (!line.includes(separator)) return undefined;
  const cells = line.split(separator, MAX_COLUMNS + 1);
  if (cells.length > MAX_COLUMNS) return undefined;
  let at = start;
  return cells.map((cell) => {
    const value = cell.trim().replaceAll(/^["']|["']$/g, '');
    const place = at + cell.indexOf(value);
    at += cell.length + 1;
    return { value, at: place };
  });
}

function isValue(value: string): boolean {
  return /^\S{3,128}$/u.test(value) && /[\p{L}\p{N}]/u.test(value) && !value.includes(FILLER) && !isPlaceholder(value);
}
