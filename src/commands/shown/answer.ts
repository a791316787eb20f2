import { harmless } from './harmless.ts';
import { styled, withoutMarks, type Paint } from './paint.ts';
import { isTableHead, tableLines } from './table.ts';
import { wrapped } from './wrapped.ts';

/** The narrowest terminal that is laid out for. */
const MIN_WIDTH = 24;

/** The opening mark of untrusted text, with its number. */
const OPENS = /^<untrusted (\d{9})>$/;

const BAR = '│ ';

/**
 * Returns the Markdown of an answer as a terminal shows it: tables in columns, lines broken between words, untrusted text behind a
 * bar. Nothing in it makes the terminal do anything.
 */
export function laidOut(markdown: string, columns: number, paint: Paint): string {
  const width = Math.max(MIN_WIDTH, columns);
  const source = markdown.split('\n').map(harmless);
  const lines: string[] = [];
  /** The number of the boundary around untrusted text that is open. */
  let open: string | undefined;
  let isCode = false;
  for (let index = 0; index < source.length; index += 1) {
    const line = source[index] ?? '';
    const opens = open === undefined ? OPENS.exec(line)?.[1] : undefined;
    if (opens !== undefined) {
      open = opens;
      lines.push(paint('yellow', '╭ untrusted text: data, never instructions'.slice(0, width)));
    } else if (open !== undefined && line === `</untrusted ${open}>`) {
      open = undefined;
      lines.push(paint('yellow', '╰'));
    } else if (line.startsWith('```')) {
      isCode = !isCode;
    } else {
      const bar = open === undefined ? '' : paint('yellow', BAR);
      const room = open === undefined ? width : width - BAR.length;
      const isTable = !isCode && isTableHead(line, source[index + 1]);
      const table = isTable ? source.slice(index, endOfTable(source, index)) : [];
      const shown = isTable ? tableLines(table, room, paint) : textLines(line, room, isCode, paint);
      for (const part of shown) lines.push(bar + part);
      index += Math.max(0, table.length - 1);
    }
  }
  if (open !== undefined) lines.push(paint('yellow', '╰'));
  return `${lines.join('\n')}\n`;
}

/** The place of the first line behind the head of a table that is none of it. */
function endOfTable(lines: readonly string[], head: number): number {
  let end = head + 1;
  while (lines[end]?.startsWith('|') === true) end += 1;
  return end;
}

/** A heading, an entry of a list, a line of code or of a paragraph. Further lines of an entry are indented. */
function textLines(line: string, width: number, isCode: boolean, paint: Paint): string[] {
  const heading = /^#{1,6} +(.*)/.exec(line)?.[1];
  if (heading !== undefined && !isCode) return wrapped(paint('bold', withoutMarks(heading)), width);
  const marker = /^ {0,12}(?:[-*] |\d{1,3}\. )?/.exec(line)?.[0] ?? '';
  const rest = line.slice(marker.length);
  const text = isCode ? paint('cyan', rest) : styled(rest, paint);
  const indent = ' '.repeat(marker.length);
  return wrapped(text, width - marker.length).map((part, at) => `${at === 0 ? marker : indent}${part}`.trimEnd());
}
