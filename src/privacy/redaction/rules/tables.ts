import { isPlaceholder } from '../reading/looks.ts';
import { hasAny } from '../reading/tokens.ts';
import type { Window } from '../reading/window.ts';
import { type Finding, type Rule, secret } from './rule.ts';

// Tables whose first line names a column of secrets: `user,password`, then `ops,…`.

const SEPARATORS = ',;|\t';

interface Table {
  readonly separator: string;
  readonly width: number;
  readonly columns: readonly number[];
}

/** A rule that keeps the head of the table it is in: each line is read once, as far as the window goes. */
export function tableRule(): Rule {
  let table: Table | undefined;
  const find = (window: Window): Finding[] => {
    if (window.place > 0 && window.at(0).kind !== 'line') return [];
    const cells = table === undefined ? [] : cellsOf(window, table.separator);
    if (table === undefined || cells.length !== table.width) {
      table = headAt(window);
      return [];
    }
    return table.columns.flatMap((column) => {
      const cell = cells[column];
      return cell !== undefined &&
        /^\S{3,}$/.test(cell.text) &&
        /[\p{L}\p{N}]/u.test(cell.text) &&
        !isPlaceholder(cell.text)
        ? [secret(cell)]
        : [];
    });
  };
  return { name: 'table', at: ['line', 'first'], find };
}

function headAt(window: Window): Table | undefined {
  for (const separator of SEPARATORS) {
    const cells = cellsOf(window, separator);
    if (cells.length < 2 || !cells.every(({ text }) => /^[\p{L}\p{N}_ .-]{0,32}$/u.test(text))) continue;
    const columns = [...cells.keys()].filter((column) =>
      hasAny(window.at(cells[column]?.to ?? 0), ['password', 'short', 'key']),
    );
    if (columns.length > 0) return { separator, width: cells.length, columns };
  }
  return undefined;
}

/** The cells of the line that begins here, without spaces and quotes around them; none where it goes on beyond the window. */
function cellsOf(window: Window, separator: string) {
  const cells: { from: number; to: number; text: string }[] = [];
  const isAround = (at: number) => window.isSpace(at) || window.is(at, '"\'');
  let from = window.at(0).kind === 'line' ? 1 : 0;
  for (let at = from; !window.isBeyond(at); at += 1) {
    const { kind, text } = window.at(at);
    const isEnd = kind === 'line' || kind === 'edge';
    if (!isEnd && text !== separator) continue;
    let to = at - 1;
    while (from < to && isAround(from)) from += 1;
    while (to > from && isAround(to)) to -= 1;
    cells.push({ from, to, text: from > to ? '' : window.text(from, to) });
    if (isEnd) return cells;
    from = at + 1;
  }
  return [];
}
