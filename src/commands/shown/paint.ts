import { styleText } from 'node:util';

/** Makes a text stand out; returns it as it is where no colours are shown. */
export type Paint = (style: 'bold' | 'cyan' | 'dim' | 'yellow', text: string) => string;

/** Returns the paint of a stream that shows colours, or of one that does not. */
export function paintFor(showsColours: boolean): Paint {
  return (style, text) => (showsColours && text !== '' ? styleText(style, text, { validateStream: false }) : text);
}

const MARKS = /\*\*([^*]+)\*\*|`([^`]+)`/g;

/** A line with its marks of Markdown turned into styles. What an answer says of itself stands back. */
export function styled(line: string, paint: Paint): string {
  const note = /^_([^_].*)_$/.exec(line)?.[1];
  if (note !== undefined) return paint('dim', withoutMarks(note));
  return line.replaceAll(MARKS, (_, bold?: string, code?: string) =>
    bold === undefined ? paint('cyan', code ?? '') : paint('bold', bold),
  );
}

/** The same without any style. */
export function withoutMarks(line: string): string {
  return line.replaceAll(MARKS, '$1$2');
}
