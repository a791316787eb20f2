import { wrapAnsi } from 'fast-wrap-ansi';
import stringWidth from 'string-width';

/** On a terminal that is narrower, the terminal itself breaks the lines. */
const LEAST_COLUMNS = 10;

/** Returns a text as lines of a width: broken between words, and within one that is longer than a line. */
export function wrapped(text: string, columns: number): string[] {
  if (columns === Infinity) return text.split('\n');
  return wrapAnsi(text, Math.max(LEAST_COLUMNS, columns), { hard: true }).split('\n');
}

/** Returns words behind a label, in lines of a width that are indented to where the words begin. */
export function indented(label: string, words: string, columns: number): string {
  const indent = stringWidth(label);
  return label + wrapped(words, columns - indent).join(`\n${' '.repeat(indent)}`);
}
