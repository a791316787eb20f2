import type { Font } from './font.ts';

/** Longer names are never read to their end. */
const MAX_CHARACTERS = 300;

/** What no XML may hold (XML 1.0, 2.2), and what would turn the text around it about. */
// oxlint-disable-next-line no-control-regex -- Control characters are what this is about.
const UNDRAWABLE = /[\0-\x1F\x7F-\x9F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFFE\uFFFF]/g;

/** More marks on one letter would be drawn over what stands above and below it. */
const TOO_MANY_MARKS = /(\p{M}{2})\p{M}+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text as one line of characters that can be drawn. */
export function oneLine(text: string, most = MAX_CHARACTERS * 4): string {
  return text
    .slice(0, most)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(UNDRAWABLE, '')
    .replaceAll(TOO_MANY_MARKS, '$1')
    .trim();
}

/** A text as one line that is at most so wide: what is longer ends with `…`. */
export function fitted(text: string, width: number, size: number, font: Font): string {
  const line = oneLine(text);
  if (line.length <= MAX_CHARACTERS && font.width(line, size) <= width) return line;
  const room = width - font.width('…', size);
  let [cut, used] = ['', 0];
  for (const { segment } of graphemes.segment(line.slice(0, MAX_CHARACTERS))) {
    used += font.width(segment, size);
    if (used > room) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/** A text in lines that are at most so wide, broken between words; of more than `most`, the last one ends with `…`. */
export function wrapped(text: string, width: number, size: number, font: Font, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = oneLine(text).split(' ');
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.width(longer, size) <= width) line = longer;
    else if (lines.length === most - 1)
      return [...lines, fitted([line, ...words.slice(index)].join(' '), width, size, font)];
    else {
      if (line !== '') lines.push(line);
      line = fitted(word, width, size, font);
    }
  }
  return [...lines, line];
}
