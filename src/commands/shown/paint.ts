import { styleText } from 'node:util';

/** Makes a text stand out; returns it as it is where no colours are shown. */
export type Paint = (style: 'bold' | 'cyan' | 'dim' | 'yellow', text: string) => string;

/** Returns the paint of a stream that shows colours, or of one that does not. */
export function paintFor(showsColours: boolean): Paint {
  return (style, text) => (showsColours && text !== '' ? styleText(style, text, { validateStream: false }) : text);
}

/** An escaped sign, a part that is bold, in which there may be some, or one of code. */
const MARKS = /\\([\\*_|[`])|\*\*((?:\\.|[^*\\])+)\*\*|`([^`]+)`/g;

/** A line with its marks of Markdown turned into styles, and its escapes undone. What an answer says of itself stands back. */
export function styled(line: string, paint: Paint): string {
  return painted(line, paint, (escaped) => escaped.slice(1));
}

/** The same of a cell of a table. Only bars were escaped in it, and are no longer: further backslashes are those of its text. */
export function styledCell(cell: string, paint: Paint): string {
  return painted(cell, paint, (escaped) => escaped);
}

/** A line without any style. */
export function withoutMarks(line: string): string {
  return styled(line, (_, text) => text);
}

function painted(line: string, paint: Paint, shown: (escaped: string) => string): string {
  const note = /^_([^_].*)_$/.exec(line)?.[1];
  if (note !== undefined)
    return paint(
      'dim',
      painted(note, (_, text) => text, shown),
    );
  return line.replaceAll(MARKS, (whole, escaped?: string, bold?: string, code?: string) => {
    if (escaped !== undefined) return shown(whole);
    return bold === undefined ? paint('cyan', code ?? '') : paint('bold', bold.replaceAll(/\\[\\*_|[`]/g, shown));
  });
}
