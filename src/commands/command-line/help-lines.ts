import { styleText } from 'node:util';

/** Whether colours are shown is decided where the text is written. */
export const bold = (text: string): string => styleText('bold', text, { validateStream: false });

const TERM_WIDTH = 34;
const LEAST_WIDTH = 30;

/** A term, and beside it what it means, in lines of a width. */
export function entry(term: string, words: string, width: number): string[] {
  const lines = wrapped(words, Math.max(LEAST_WIDTH, width - TERM_WIDTH));
  return lines.map((line, index) => `${(index === 0 ? `  ${term} ` : '').padEnd(TERM_WIDTH)}${line}`);
}

/** Words in lines of a width. */
export function wrapped(words: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
